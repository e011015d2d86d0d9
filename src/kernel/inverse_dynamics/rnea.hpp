// Inverse dynamics by the recursive Newton–Euler algorithm (RNEA).
//
// Outwards: the motion of every link (kinematics.hpp), with the world accelerating upwards by -g so
// that gravity needs no term of its own. Inwards: each link's inertia force
//
//     f = m a + α × h + ω × (ω × h),     n = I α + ω × I ω + h × a
//
// is added to its parent's, and the joint feels its component: τ = column · (n, f). h = m c and I
// are about the link's origin, so no centre of mass appears.
//
// [luh_walker_paul1980]. The same text gives gravity (v = a = 0) and the bias force (a = 0).
// Cost: O(n).
#pragma once
#include "kernel/kinematics.hpp"

namespace kinetree::kernel {

/// τ of joint i from what its link and all it carries need; the parent's force takes it along.
template <class S, class X>
void project_force(const Tree<S>& tree, int i, View<X> X_parent, View<spatial::Force<S>> f,
                   View<S> tau) noexcept {
  for_each_column(tree, i, [&](int k, auto column) { tau[k] = dot(column, f[i]); });
  const int parent = tree.parent[i];
  if (parent >= 0) f[parent] = f[parent] + X_parent[i] * f[i];
}
/// τ of every joint from one force per link; forces are summed up on the way and spoilt.
template <class S, class X>
void project_forces(const Tree<S>& tree, View<X> X_parent, View<spatial::Force<S>> f,
                    View<S> tau) noexcept {
  for (int i = tree.size() - 1; i >= 0; --i) project_force(tree, i, X_parent, f, tau);
}

/// Force that gives a link its motion, about the link's origin.
template <Terms terms, class S>
spatial::Force<S> inertia_force(const spatial::Inertia<S>& body, const LinkMotion<S>& m) {
  if constexpr (terms == Terms::gravity) return {cross(body.h, m.a), body.mass * m.a};
  return {body.I * m.alpha + cross(m.omega, body.I * m.omega) + cross(body.h, m.a),
          body.mass * m.a + cross(m.alpha, body.h) + cross(m.omega, cross(m.omega, body.h))};
}

template <Terms terms, class S, class X>
void rnea(const Tree<S>& tree, View<X> X_parent, View<const S> v, View<const S> a,
          View<LinkMotion<S>> motion, View<spatial::Force<S>> f, View<S> tau) noexcept {
  const spatial::Vec3<S> up = -tree.gravity;
  for (int i = 0; i < tree.size(); ++i) {
    link_motion<terms>(tree, i, X_parent, v, a, up, motion);
    f[i] = inertia_force<terms>(tree.inertia[i], motion[i]);  // nothing outwards waits for it
  }
  project_forces(tree, X_parent, f, tau);
}

}  // namespace kinetree::kernel
