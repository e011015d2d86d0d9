// Forward dynamics by articulated bodies (ABA).
//
// Seen from its joint, link i with everything below it answers an acceleration a with the force
// IA a + pA. Eliminating the joint's columns one by one, from the last to the first, leaves what
// the parent sees. With U = IA column, d = column · U (+ armature), u = τ - column · pA:
//
//     IA ← IA - U Uᵀ / d,     pA ← pA + U u / d,     joint acceleration = (u - U · a) / d
//
// [featherstone2008] ch. 7. He inverts the d×d block of a joint at once; taking its columns in turn
// is the same elimination and needs no block inverse. Cost: O(n).
#pragma once
#include "kernel/kinematics.hpp"

namespace kinetree::kernel {

/// What the elimination of one column leaves behind for the way out.
template <class S>
struct Eliminated {
  spatial::Force<S> U;
  S inverse_d{0.0}, u{0.0};
};

template <class S>
struct AbaWorkspace {
  View<spatial::Motion<S>> twist, c;  ///< velocity; its rate when the joint does not accelerate
  View<spatial::ArticulatedInertia<S>> IA;
  View<spatial::Force<S>> pA;
  View<Eliminated<S>> column;  ///< per velocity
};

/// Takes a column that is free to move out of the inertia it is felt through.
template <class S, class Column>
void eliminate(spatial::ArticulatedInertia<S>& IA, Column column, const S& armature,
               Eliminated<S>& e) noexcept {
  e.U = IA * column;
  e.inverse_d = S(1.0) / (dot(column, e.U) + armature);
  IA = downdate(IA, e.U, e.inverse_d);
}
/// The same for the force: pA takes what the column does not hold.
template <class S, class Column>
void eliminate(spatial::Force<S>& pA, Column column, const S& tau, Eliminated<S>& e) noexcept {
  e.u = tau - dot(column, pA);
  pA = pA + (e.u * e.inverse_d) * e.U;
}
/// Acceleration of the column, where that of its link comes in without it.
template <class S>
S accelerate(const spatial::Motion<S>& acceleration, const Eliminated<S>& e) noexcept {
  return (e.u - dot(acceleration, e.U)) * e.inverse_d;
}

/// Eliminates joint i from the inertia, and hands what is left on to its parent. Afterwards IA[i]
/// is what the parent sees of link i.
template <class S, class X>
void eliminate_inertia(const Tree<S>& tree, int i, View<X> X_parent,
                       const AbaWorkspace<S>& w) noexcept {
  for_each_column_backwards(tree, i, [&](int k, auto column) {
    eliminate(w.IA[i], column, tree.armature[k], w.column[k]);
  });
  const int parent = tree.parent[i];
  if (parent >= 0) w.IA[parent] = w.IA[parent] + X_parent[i] * w.IA[i];
}

template <class S>
void eliminate_force(const Tree<S>& tree, int i, View<const S> tau,
                     const AbaWorkspace<S>& w) noexcept {
  for_each_column_backwards(
      tree, i, [&](int k, auto column) { eliminate(w.pA[i], column, tau[k], w.column[k]); });
}

/// Joint accelerations of link i, whose own acceleration comes in without them.
template <class S>
void accelerate(const Tree<S>& tree, int i, const AbaWorkspace<S>& w,
                spatial::Motion<S>& acceleration, View<S> a) noexcept {
  for_each_column(tree, i, [&](int k, auto column) {
    a[k] = accelerate(acceleration, w.column[k]);
    add(acceleration, column, a[k]);
  });
}

/// What the elimination starts from: each link alone, with its velocity.
template <class S, class X>
[[gnu::always_inline]] inline void start_link(const Tree<S>& tree, int i, View<X> X_parent,
                                              View<const S> v, const AbaWorkspace<S>& w) noexcept {
  velocity(tree, i, X_parent, v, w.twist);
  const spatial::Inertia<S>& body = tree.inertia[i];
  w.c[i] = cross(w.twist[i], joint_motion(tree, i, v));
  w.IA[i] = articulated(body);
  w.pA[i] = cross(w.twist[i], body * w.twist[i]);
}
template <class S, class X>
void start_links(const Tree<S>& tree, View<X> X_parent, View<const S> v,
                 const AbaWorkspace<S>& w) noexcept {
  for (int i = 0; i < tree.size(); ++i) start_link(tree, i, X_parent, v, w);
}
/// The force of link i on its parent, after the elimination.
template <class S, class X>
void hand_on_force(const Tree<S>& tree, int i, View<X> X_parent,
                   const AbaWorkspace<S>& w) noexcept {
  const int parent = tree.parent[i];
  if (parent < 0) return;
  w.pA[parent] = w.pA[parent] + X_parent[i] * (w.pA[i] + w.IA[i] * w.c[i]);
}
/// Acceleration of link i without that of its joint, from its parent's. The world accelerates by -g
/// instead of gravity.
template <class S, class X>
spatial::Motion<S> carried_acceleration(const Tree<S>& tree, int i, View<X> X_parent,
                                        const AbaWorkspace<S>& w) noexcept {
  const spatial::Motion<S> world{{}, -tree.gravity};
  const int parent = tree.parent[i];
  return X_parent[i].inverse_times(parent < 0 ? world : w.twist[parent]) + w.c[i];
}

/// Inwards.
template <class S, class X>
[[gnu::always_inline]] inline void eliminate_link(const Tree<S>& tree, int i, View<X> X_parent,
                                                  View<const S> tau,
                                                  const AbaWorkspace<S>& w) noexcept {
  eliminate_inertia(tree, i, X_parent, w);
  eliminate_force(tree, i, tau, w);
  hand_on_force(tree, i, X_parent, w);
}
template <class S, class X>
void eliminate_links(const Tree<S>& tree, View<X> X_parent, View<const S> tau,
                     const AbaWorkspace<S>& w) noexcept {
  for (int i = tree.size() - 1; i >= 0; --i) eliminate_link(tree, i, X_parent, tau, w);
}
/// Outwards: twists become accelerations.
template <class S, class X>
[[gnu::always_inline]] inline void accelerate_link(const Tree<S>& tree, int i, View<X> X_parent,
                                                   const AbaWorkspace<S>& w, View<S> a) noexcept {
  w.twist[i] = carried_acceleration(tree, i, X_parent, w);
  accelerate(tree, i, w, w.twist[i], a);
}
template <class S, class X>
void accelerate_links(const Tree<S>& tree, View<X> X_parent, const AbaWorkspace<S>& w,
                      View<S> a) noexcept {
  for (int i = 0; i < tree.size(); ++i) accelerate_link(tree, i, X_parent, w, a);
}

template <class S, class X>
void aba(const Tree<S>& tree, View<X> X_parent, View<const S> v, View<const S> tau,
         const AbaWorkspace<S>& w, View<S> a) noexcept {
  start_links(tree, X_parent, v, w);
  eliminate_links(tree, X_parent, tau, w);
  accelerate_links(tree, X_parent, w, a);
}

/// The elimination of M alone: the factor for any number of aba_solve(). Cost: O(n).
template <class S, class X>
void aba_factor(const Tree<S>& tree, View<X> X_parent, const AbaWorkspace<S>& w) noexcept {
  for (int i = 0; i < tree.size(); ++i) w.IA[i] = articulated(tree.inertia[i]);
  for (int i = tree.size() - 1; i >= 0; --i) eliminate_inertia(tree, i, X_parent, w);
}

/// x ← M⁻¹ x: the robot at rest and without weight. M is never formed, and its condition does not
/// enter as it does in a factor of M. Cost: O(n).
template <class S, class X>
void aba_solve(const Tree<S>& tree, View<X> X_parent, const AbaWorkspace<S>& w,
               View<S> x) noexcept {
  for (int i = 0; i < tree.size(); ++i) w.pA[i] = {};
  for (int i = tree.size() - 1; i >= 0; --i) {
    eliminate_force<S>(tree, i, x, w);
    const int parent = tree.parent[i];
    if (parent >= 0) w.pA[parent] = w.pA[parent] + X_parent[i] * w.pA[i];
  }
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    w.twist[i] = parent < 0 ? spatial::Motion<S>{} : X_parent[i].inverse_times(w.twist[parent]);
    accelerate(tree, i, w, w.twist[i], x);
  }
}

}  // namespace kinetree::kernel
