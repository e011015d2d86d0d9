// M⁻¹ of one state, several columns of it in a register, and products with it.
//
// The factor is the branch-sparse Lᵀ D L of kernel/forward_dynamics/ltdl.hpp. M is symmetric, so
// row i up to its diagonal is column i, whose numbers lie together; entries of unrelated velocities
// are zero and stay zero, so that rows may be taken as a whole. M⁻¹ is built by rows: they are as
// good as columns. Columns are `stride` numbers apart, whole registers; what is below the diagonal
// of the factor means nothing.
#pragma once
#include "scalar/pack.hpp"
#include "spatial/view.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int whole_registers(int count) { return (count + lanes - 1) / lanes * lanes; }

/// to -= s · from, from number `first` on, in whole registers.
inline void subtract(double* to, double s, const double* from, int first, int last) {
  for (int c = first / lanes * lanes; c < last; c += lanes) {
    (Pack::load(to + c) - Pack(s) * Pack::load(from + c)).store(to + c);
  }
}

/// M becomes L above the diagonal, column by column, and D on it.
inline void factor_columns(View<const int> previous, double* M, std::ptrdiff_t stride) {
  for (int k = previous.size() - 1; k >= 0; --k) {
    double* const row = M + k * stride;
    const double inverse_d = 1.0 / row[k];
    for (int i = previous[k]; i >= 0; i = previous[i]) {
      subtract(M + i * stride, row[i] * inverse_d, row, 0, i + 1);
    }
    for (int i = previous[k]; i >= 0; i = previous[i]) row[i] *= inverse_d;
  }
}

/// X ← (Lᵀ D L)⁻¹
inline void invert_factor(View<const int> previous, const double* factor, double* X,
                          std::ptrdiff_t stride) {
  const int n = previous.size();
  for (int k = 0; k < n; ++k) {
    for (int c = 0; c < static_cast<int>(stride); c += lanes) Pack(0.0).store(X + k * stride + c);
    X[k * stride + k] = 1.0;
  }
  for (int k = n - 1; k >= 0; --k) {  // row k has numbers from k on
    for (int i = previous[k]; i >= 0; i = previous[i]) {
      subtract(X + i * stride, factor[k * stride + i], X + k * stride, k, n);
    }
  }
  for (int k = 0; k < n; ++k) {
    double* const row = X + k * stride;
    const Pack inverse_d(1.0 / factor[k * stride + k]);
    for (int c = 0; c < n; c += lanes) (inverse_d * Pack::load(row + c)).store(row + c);
    for (int i = previous[k]; i >= 0; i = previous[i]) {
      subtract(row, factor[k * stride + i], X + i * stride, 0, n);
    }
  }
}

/// B ← - X B; `column` has room for one of whole registers, B for more than its last.
inline void minus_product(const double* X, std::ptrdiff_t stride, int n, double* B,
                          double* column) {
  constexpr std::ptrdiff_t at_once = 4;
  for (int j = 0; j < n; ++j) {
    const double* const b = B + static_cast<std::ptrdiff_t>(j) * n;
    for (std::ptrdiff_t r = 0; r < n; r += at_once * lanes) {
      Pack sum[at_once] = {Pack(0.0), Pack(0.0), Pack(0.0), Pack(0.0)};
      for (int k = 0; k < n; ++k) {
        const double* const x = X + k * stride + r;
        for (std::ptrdiff_t p = 0; p < at_once; ++p) {
          if (r + p * lanes < n) sum[p] = sum[p] - Pack(b[k]) * Pack::load(x + p * lanes);
        }
      }
      for (std::ptrdiff_t p = 0; p < at_once; ++p) {
        if (r + p * lanes < n) sum[p].store(column + r + p * lanes);
      }
    }
    for (int r = 0; r < n; ++r) B[static_cast<std::ptrdiff_t>(j) * n + r] = column[r];
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
