// Branch-sparse factorisation M = Lᵀ D L: no fill-in on a tree.
//
// Eliminating from the leaves inwards, row k of L has entries only at the ancestors of k, which are
// exactly the non-zeros of M. `previous[k]` leads from a velocity to the one before it on its path.
//
// [featherstone2008] sec. 6.5. Cost: Σ depth² / 2 for the factor, Σ depth for half a solution.
#pragma once
#include "spatial/view.hpp"

namespace kinetree::kernel {

/// Overwrites the lower triangle of M: D on the diagonal, L (unit diagonal) below it.
template <class S>
void ltdl_factor(View<const int> previous, MatrixView<S> M) noexcept {
  for (int k = M.rows() - 1; k >= 0; --k) {
    const S inverse_d = S(1.0) / M(k, k);
    for (int i = previous[k]; i >= 0; i = previous[i]) {
      const S factor = M(k, i) * inverse_d;
      for (int j = i; j >= 0; j = previous[j]) M(i, j) = M(i, j) - factor * M(k, j);
      M(k, i) = factor;
    }
  }
}

/// x ← (Lᵀ D L)⁻¹ x
template <class S>
void ltdl_solve(View<const int> previous, MatrixView<S> factor, View<S> x) noexcept {
  const int n = factor.rows();
  for (int k = n - 1; k >= 0; --k) {
    for (int i = previous[k]; i >= 0; i = previous[i]) x[i] = x[i] - factor(k, i) * x[k];
  }
  for (int k = 0; k < n; ++k) {
    x[k] = x[k] / factor(k, k);
    for (int i = previous[k]; i >= 0; i = previous[i]) x[k] = x[k] - factor(k, i) * x[i];
  }
}

}  // namespace kinetree::kernel
