// Mimicking joints: the tree's coordinates are an affine map of the user's, x_tree = G x + offset.
//
// Velocities map by G, forces by its transpose, the mass matrix by Gᵀ M G. Each tree coordinate has
// one source, so G has one entry a row and everything is a scatter or a gather.
#pragma once
#include "kernel/matrix.hpp"

namespace kinetree::kernel {

template <class S>
struct Coupling {
  View<const int> source;
  View<const S> multiplier, offset;
};

/// tree = G user + offset
template <class S>
void expand(const Coupling<S>& G, View<const S> user, View<S> tree) noexcept {
  for (int k = 0; k < tree.size(); ++k) {
    tree[k] = G.multiplier[k] * user[G.source[k]] + G.offset[k];
  }
}

/// user = Gᵀ tree
template <class S>
void reduce(const Coupling<S>& G, View<const S> tree, View<S> user) noexcept {
  for (int k = 0; k < user.size(); ++k) user[k] = S(0.0);
  for (int k = 0; k < tree.size(); ++k) {
    user[G.source[k]] = user[G.source[k]] + G.multiplier[k] * tree[k];
  }
}

/// user = A G for a matrix whose columns belong to tree velocities.
template <class S>
void reduce_columns(const Coupling<S>& G, MatrixView<S> tree, MatrixView<S> user) noexcept {
  clear(user);
  for (int k = 0; k < tree.columns(); ++k) {
    const int to = G.source[k];
    for (int i = 0; i < tree.rows(); ++i) user(i, to) = user(i, to) + G.multiplier[k] * tree(i, k);
  }
}

/// user = Gᵀ A G
template <class S>
void reduce_matrix(const Coupling<S>& G, MatrixView<S> tree, MatrixView<S> user) noexcept {
  clear(user);
  // Mirror images get their terms in the same order, so a symmetric A stays so to the last bit.
  for (int l = 0; l < tree.columns(); ++l) {
    const int to = G.source[l];
    user(to, to) = user(to, to) + (G.multiplier[l] * G.multiplier[l]) * tree(l, l);
    for (int k = l + 1; k < tree.rows(); ++k) {
      const int row = G.source[k];
      const S factor = G.multiplier[k] * G.multiplier[l];
      user(row, to) = user(row, to) + factor * tree(k, l);
      user(to, row) = user(to, row) + factor * tree(l, k);
    }
  }
}

}  // namespace kinetree::kernel
