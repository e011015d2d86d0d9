// Dense Cholesky factorisation M = L Lᵀ and solution: forward dynamics as [mohan_saha] call
// non-recursive, and the one that stays right when mimicking joints couple distant branches.
//
// Cost: n³/6 for the factor, n² for each solution.
#pragma once
#include "spatial/functions.hpp"
#include "spatial/view.hpp"

namespace kinetree::kernel {

/// Overwrites the lower triangle of M by L. A singular M gives entries that are not finite.
template <class S>
void cholesky_factor(MatrixView<S> M) noexcept {
  using spatial::sqrt;
  const int n = M.rows();
  for (int j = 0; j < n; ++j) {
    // Column by column of the factor, so that the innermost loop runs down contiguous memory.
    for (int k = 0; k < j; ++k) {
      for (int i = j; i < n; ++i) M(i, j) = M(i, j) - M(i, k) * M(j, k);
    }
    const S inverse = S(1.0) / sqrt(M(j, j));
    for (int i = j; i < n; ++i) M(i, j) = M(i, j) * inverse;
  }
}

/// x ← (L Lᵀ)⁻¹ x
template <class S>
void cholesky_solve(MatrixView<S> L, View<S> x) noexcept {
  const int n = L.rows();
  for (int j = 0; j < n; ++j) {
    x[j] = x[j] / L(j, j);
    for (int i = j + 1; i < n; ++i) x[i] = x[i] - L(i, j) * x[j];
  }
  for (int j = n - 1; j >= 0; --j) {
    for (int i = j + 1; i < n; ++i) x[j] = x[j] - L(i, j) * x[i];
    x[j] = x[j] / L(j, j);
  }
}

}  // namespace kinetree::kernel
