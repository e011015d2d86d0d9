// M⁻¹ of one state, several columns of it in a register, and products with it.
//
// The factor is the branch-sparse Lᵀ D L of kernel/forward_dynamics/ltdl.hpp. M is symmetric, so
// row i up to its diagonal is column i, whose numbers lie together; entries of unrelated velocities
// are zero and stay zero, so that rows may be taken as a whole. M⁻¹ is built by rows: they are as
// good as columns. Columns are `stride` numbers apart, whole registers; what is below the diagonal
// of the factor means nothing.
//
// Plain pointers: a function of View that is not inlined would be shared by the sets.
#pragma once
#include "plan/lanes.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int whole_registers(int count) { return (count + lanes - 1) / lanes * lanes; }

/// to -= s · from, from number `first` on, in whole registers.
inline void subtract(double* to, double s, const double* from, int first, int last) {
  for (int c = first / lanes * lanes; c < last; c += lanes) {
    (Pack::load(to + c) - Pack(s) * Pack::load(from + c)).store(to + c);
  }
}

/// M becomes L above the diagonal, column by column, and D on it.
inline void factor_columns(const int* previous, int n, double* M, std::ptrdiff_t stride) {
  for (int k = n - 1; k >= 0; --k) {
    double* const row = M + k * stride;
    const double inverse_d = 1.0 / row[k];
    for (int i = previous[k]; i >= 0; i = previous[i]) {
      subtract(M + i * stride, row[i] * inverse_d, row, 0, i + 1);
    }
    for (int i = previous[k]; i >= 0; i = previous[i]) row[i] *= inverse_d;
  }
}

/// x ← (Lᵀ D L)⁻¹ x
inline void solve_factor(const int* previous, int n, const double* factor, std::ptrdiff_t stride,
                         double* x) {
  for (int k = n - 1; k >= 0; --k) {
    const double* const row = factor + k * stride;
    for (int i = previous[k]; i >= 0; i = previous[i]) x[i] -= row[i] * x[k];
  }
  for (int k = 0; k < n; ++k) {
    const double* const row = factor + k * stride;
    double sum = x[k] / row[k];
    for (int i = previous[k]; i >= 0; i = previous[i]) sum -= row[i] * x[i];
    x[k] = sum;
  }
}

/// Some columns, each with what it is multiplied by: where they are, from the first column on.
struct Weights {
  std::ptrdiff_t* at;
  double* value;
  int count = 0;
  /// In room for two columns.
  Weights(double* room, std::ptrdiff_t stride)
      : at(reinterpret_cast<std::ptrdiff_t*>(room + stride)), value(room) {}
};
/// to - Σ weight · column, so many registers of it from row r on.
template <std::size_t registers>
void subtract_columns(double* to, const double* columns, const Weights& w, std::ptrdiff_t r) {
  Pack sum[registers];
  double* const rows = to + r;
  for (std::size_t p = 0; p < registers; ++p) sum[p] = Pack::load(rows + p * lanes);
  for (int k = 0; k < w.count; ++k) {
    const double* const x = columns + w.at[k] + r;
    const Pack weight(w.value[k]);
    for (std::size_t p = 0; p < registers; ++p)
      sum[p] = sum[p] - weight * Pack::load(x + p * lanes);
  }
  for (std::size_t p = 0; p < registers; ++p) sum[p].store(rows + p * lanes);
}
/// All rows, as many at a time as keep additions from waiting for each other.
inline void subtract_columns(double* to, const double* columns, std::ptrdiff_t stride,
                             const Weights& w) {
  std::ptrdiff_t r = 0;
  for (; r + 8 * apart <= stride; r += 8 * apart) subtract_columns<8>(to, columns, w, r);
  for (; r + 4 * apart <= stride; r += 4 * apart) subtract_columns<4>(to, columns, w, r);
  for (; r + 2 * apart <= stride; r += 2 * apart) subtract_columns<2>(to, columns, w, r);
  for (; r < stride; r += apart) subtract_columns<1>(to, columns, w, r);
}

/// X ← (Lᵀ D L)⁻¹; `room` has place for two columns.
inline void invert_factor(const int* previous, int n, const double* factor, double* X,
                          std::ptrdiff_t stride, double* room) {
  Weights path(room, stride);
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
    path.count = 0;
    for (int i = previous[k]; i >= 0; i = previous[i], ++path.count) {
      path.at[path.count] = i * stride;
      path.value[path.count] = factor[k * stride + i];
    }
    subtract_columns(row, X, stride, path);
  }
}

/// From columns of whole registers to those of the user.
inline void copy_columns(const double* from, std::ptrdiff_t stride, int n, double* to) {
  for (int c = 0; c < n; ++c, from += stride) {
    for (int r = 0; r < n; ++r) *to++ = from[r];
  }
}

/// B ← - X B, where zeros of B cost nothing; `room` has place for three columns.
inline void minus_product(const double* X, std::ptrdiff_t stride, int n, double* B, double* room) {
  double* const column = room;
  Weights some(room + stride, stride);
  for (int j = 0; j < n; ++j, B += n) {
    some.count = 0;
    for (int k = 0; k < n; ++k) {
      const double x = B[k];
      some.at[some.count] = k * stride;
      some.value[some.count] = x;
      some.count += static_cast<int>(x != 0);
    }
    clear(column, stride);
    subtract_columns(column, X, stride, some);
    for (int r = 0; r < n; ++r) B[r] = column[r];
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
