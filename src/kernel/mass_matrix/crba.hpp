// Mass matrix by composite rigid bodies (CRBA).
//
// Freeze every joint below link i: its subtree is then one rigid body with inertia Ic[i]. The force
// F = Ic[i] * column that accelerates it at unit rate is felt by every joint on the way to the
// root:
//
//     M(k, l) = column_l · (F moved to the link of l),   l on the path from k to the root
//
// Entries of unrelated branches are zero. [walker_orin1982], [featherstone2008] ch. 6; our X_parent
// maps a link to its parent, the inverse of his iXλ(i). Cost: O(n d), one inertia shift a link, one
// force shift a (column, ancestor).
#pragma once
#include "kernel/matrix.hpp"
#include "model/joints.hpp"

namespace kinetree::kernel {

/// Entries of velocity k with the joint of link j, for a force in the frame of that link.
template <class S, class Matrix>
void entries_with(const Tree<S>& tree, int j, int k, const spatial::Force<S>& F,
                  const Matrix& M) noexcept {
  for_each_column(tree, j, [&](int l, auto ancestor) { set_symmetric(M, k, l, dot(ancestor, F)); });
}

/// Entries of velocity k with all joints above link j, where its own force is in the frame of j.
template <class S, class X, class Matrix>
void entries_above(const Tree<S>& tree, View<X> X_parent, int j, int k,
                   const spatial::Force<S>& own, const Matrix& M) noexcept {
  spatial::Force<S> F = own;  // of our own: an argument would stay in memory
  while (tree.parent[j] >= 0) {
    F = X_parent[j] * F;
    j = tree.parent[j];
    entries_with(tree, j, k, F, M);
  }
}

/// Columns of link i, once every subtree that hangs on it is complete.
template <class S, class X, class Matrix>
void crba_link(const Tree<S>& tree, int i, View<X> X_parent, View<spatial::Inertia<S>> Ic,
               const Matrix& M) noexcept {
  if (tree.parent[i] >= 0) Ic[tree.parent[i]] = Ic[tree.parent[i]] + X_parent[i] * Ic[i];
  for_each_column(tree, i, [&](int k, auto column) {
    const spatial::Force<S> F = Ic[i] * column;
    for_each_column(tree, i, [&](int l, auto other) { M(k, l) = dot(other, F); });
    entries_above(tree, X_parent, i, k, F, M);
  });
}

template <class S, class X, class Matrix>
void crba(const Tree<S>& tree, View<X> X_parent, View<spatial::Inertia<S>> Ic,
          const Matrix& M) noexcept {
  for (int i = 0; i < tree.size(); ++i) Ic[i] = tree.inertia[i];
  clear_unrelated(tree.previous, M);
  // Children come after parents.
  for (int i = tree.size() - 1; i >= 0; --i) crba_link(tree, i, X_parent, Ic, M);
}

}  // namespace kinetree::kernel
