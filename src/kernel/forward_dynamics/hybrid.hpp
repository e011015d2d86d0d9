// Hybrid dynamics: of every joint velocity either the force or the acceleration is known, and the
// other is wanted. Passive joints, a floating base under known joint motions, and whatever a motor
// holds in position are of this kind.
//
// A variation of the elimination by articulated bodies (aba.hpp). A column that is free to move is
// eliminated as it is there. A column whose acceleration v̇_k is prescribed takes no inertia away;
// its force on what is above is known:
//
//     pA ← pA + IA column v̇_k          columns from the last to the first
//
// Forces of the prescribed columns follow from inverse dynamics, once all accelerations are there.
//
// [featherstone2008] sec. 9.2, which does the same joint by joint; ours goes column by column, so a
// joint may be prescribed in part. Cost: O(n).
#pragma once
#include "kernel/forward_dynamics/aba.hpp"

namespace kinetree::kernel {

/// Fills in the accelerations that are not prescribed. Only those forces are read.
template <class S, class X>
void hybrid_accelerations(const Tree<S>& tree, View<X> X_parent,
                          View<const unsigned char> prescribed, View<const S> v, View<const S> tau,
                          const AbaWorkspace<S>& w, View<S> a) noexcept {
  start_links(tree, X_parent, v, w);
  for (int i = tree.size() - 1; i >= 0; --i) {
    for_each_column_backwards(tree, i, [&](int k, auto column) {
      if (prescribed[k] != 0) {
        w.pA[i] = w.pA[i] + a[k] * (w.IA[i] * column);
      } else {
        eliminate(w.IA[i], column, tree.armature[k], w.column[k]);
        eliminate(w.pA[i], column, tau[k], w.column[k]);
      }
    });
    hand_on_force(tree, i, X_parent, w);
    const int parent = tree.parent[i];
    if (parent >= 0) w.IA[parent] = w.IA[parent] + X_parent[i] * w.IA[i];
  }
  for (int i = 0; i < tree.size(); ++i) {  // w.twist is reused for accelerations
    w.twist[i] = carried_acceleration(tree, i, X_parent, w);
    for_each_column(tree, i, [&](int k, auto column) {
      if (prescribed[k] == 0) a[k] = accelerate(w.twist[i], w.column[k]);
      add(w.twist[i], column, a[k]);
    });
  }
}

}  // namespace kinetree::kernel
