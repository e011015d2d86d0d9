// Spatial vectors of all links and axes, about one common point and along common axes.
//
// Nothing has to be moved from frame to frame: what a subtree weighs, or how a link moves, is a
// plain sum. The point is the one of geometry.hpp. A link on leading slides has an origin of its
// own there; that is fine here, because such a link does not turn, and of what it carries only the
// mass matters to its slides.
//
//     Φ_k = ( z ; o × z ) of a turn, ( 0 ; z ) of a slide        motion at unit rate of v_k
//     v_i = Σ Φ_k v_k                over the velocities that move link i
//     Φ̇_k = v × Φ_k                  v of the link that k moves: columns are fixed in that link
//
// [featherstone2008] ch. 2, with his angular-first order.
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

/// Φ of every velocity.
template <class S>
void axis_motions(const Geometry<S>& g, View<spatial::Motion<S>> phi) noexcept {
  for (int k = 0; k < phi.size(); ++k) {
    phi[k] = {angular(g.axis[k]), linear_at(g.axis[k], spatial::Vec3<S>{})};
  }
}

/// Links placed about the common point by the poses of their joints, and what follows from that
/// alone: Φ and inertias.
template <class S, class X>
void place_about_root(const Tree<S>& tree, View<X> X_parent, View<spatial::Pose<S>> X_common,
                      View<spatial::Motion<S>> phi, View<spatial::Inertia<S>> inertia) noexcept {
  const S zero(0.0);
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    spatial::Pose<S> pose = whole(X_parent[i]);
    if (parent >= 0) pose = X_common[parent] * pose;
    if (parent < 0 || tree.glides[i]) pose.p = {zero, zero, zero};
    X_common[i] = pose;
    inertia[i] = pose * tree.inertia[i];
    for_each_column(tree, i, [&](int k, auto column) {
      const JointAxis<S> axis = axis_of(pose, column);
      phi[k] = {angular(axis), linear_at(axis, spatial::Vec3<S>{})};
    });
  }
}

/// Σ Φ x over the velocities that move each link: its velocity, or whatever x is the rate of.
template <class S>
void add_motions(const Tree<S>& tree, View<const spatial::Motion<S>> phi, View<const S> x,
                 View<spatial::Motion<S>> sum) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    spatial::Motion<S> m = tree.parent[i] < 0 ? spatial::Motion<S>{} : sum[tree.parent[i]];
    for_each_column(tree, i, [&](int k, auto) { m = m + x[k] * phi[k]; });
    sum[i] = m;
  }
}

/// Velocity of the link before link i; the world stands still.
template <class S>
spatial::Motion<S> velocity_before(const Tree<S>& tree, View<const spatial::Motion<S>> v, int i) {
  return tree.parent[i] < 0 ? spatial::Motion<S>{} : v[tree.parent[i]];
}

template <class S>
bool has_one_velocity(const Tree<S>& tree, int i) {
  return tree.kind[i] != JointKind::floating && tree.kind[i] != JointKind::spherical;
}
/// Six where the first link floats: it is a root, and these are the first velocities. Else none.
template <class S>
int floating_velocities(const Tree<S>& tree) {
  return tree.size() > 0 && tree.kind[0] == JointKind::floating ? 6 : 0;
}

/// Φ̇ of every velocity. What a joint of one velocity adds to v is along Φ and need not be there:
/// so the first joint has none, which is known without arithmetic.
template <class S>
void axis_rates(const Tree<S>& tree, View<const spatial::Motion<S>> phi,
                View<const spatial::Motion<S>> v, View<spatial::Motion<S>> phi_dot) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    const spatial::Motion<S> moving =
        has_one_velocity(tree, i) ? velocity_before(tree, v, i) : v[i];
    for_each_column(tree, i, [&](int k, auto) { phi_dot[k] = cross(moving, phi[k]); });
  }
}

/// Inertia of every link about the common point.
template <class S>
void link_inertias(const Tree<S>& tree, const Geometry<S>& g,
                   View<spatial::Inertia<S>> inertia) noexcept {
  for (int i = 0; i < tree.size(); ++i) inertia[i] = inertia_about(g.body[i], spatial::Vec3<S>{});
}

/// Adds to every link what the links it carries have. Along a chain the sum is handed on: read
/// back from memory, each would wait for the one before it to be there.
template <class S, class T>
void sum_subtrees(const Tree<S>& tree, View<T> x) noexcept {
  if (tree.size() == 0) return;
  T sum = x[tree.size() - 1];
  for (int i = tree.size() - 1; i > 0; --i) {
    const int parent = tree.parent[i];
    if (parent >= 0 && parent != i - 1) x[parent] = x[parent] + sum;
    sum = parent == i - 1 ? x[i - 1] + sum : x[i - 1];
    x[i - 1] = sum;
  }
}

/// The last velocity on the way to the root that does not move the link of k itself; -1: none.
template <class S>
int above(const Tree<S>& tree, int k) noexcept {
  return tree.previous[tree.first_v[tree.owner[k]]];
}

}  // namespace kinetree::kernel
