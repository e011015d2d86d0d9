// Solving with a symmetric positive definite matrix of up to eight rows, a column in one to four
// registers.
//
// Gauss–Jordan: column k takes row k out of all others, so nothing is left for a way back. Without
// pivots, as any factor of such a matrix: what rounding costs is set by its condition.
#pragma once
#include "plan/lanes.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int small_rows = 8, small_registers = small_rows / lanes;

struct SmallColumn {  // NOLINT(readability-identifier-naming): of what copies it
  Pack part[small_registers];
  double operator[](int row) const { return part[row / lanes][row % lanes]; }
  void set(int row, double x) { part[row / lanes].value[row % lanes] = x; }
};

inline double number(const SmallColumn& x, int row) {
  return reinterpret_cast<const double*>(&x)[row];
}

/// x ← A⁻¹ x for all columns after the first n, which are A and are spoilt. Single numbers are read
/// from whole registers in memory, never written into them: a register loaded next would wait.
inline void solve_small(SmallColumn* columns, int n, int count) {
  for (int k = 0; k < n; ++k) {
    const double inverse_d = 1.0 / number(columns[k], k);
    SmallColumn pivot = columns[k];
    Pack& own = pivot.part[k / lanes];  // row k becomes row k / d by what the others do
    own = own - only(one_lane(k % lanes), Pack(1.0));
    for (int j = k + 1; j < count; ++j) {
      const Pack factor(number(columns[j], k) * inverse_d);
      for (int r = 0; r < small_registers; ++r) {
        columns[j].part[r] = columns[j].part[r] - pivot.part[r] * factor;
      }
    }
  }
}

inline void store_column(const SmallColumn& x, int n, double* to) {
  for (int r = 0; r * lanes < n; ++r) store_some(x.part[r], to + r * apart, n - r * lanes);
}

/// x ← - A⁻¹ x, n columns one after the other, where the inverse has been solved for.
inline void minus_small_product(const SmallColumn* inverse, int n, double* x) {
  for (int c = 0; c < n; ++c, x += n) {
    SmallColumn sum = {};
    for (int k = 0; k < n; ++k) {
      for (int r = 0; r < small_registers; ++r) {
        sum.part[r] = sum.part[r] - inverse[k].part[r] * Pack(x[k]);
      }
    }
    store_column(sum, n, x);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
