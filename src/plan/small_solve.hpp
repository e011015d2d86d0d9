// Solving with a symmetric positive definite matrix of up to eight rows, a column in one to four
// registers.
//
// Gauss–Jordan: column k takes row k out of all others, so nothing is left for a way back. Without
// pivots, as any factor of such a matrix: what rounding costs is set by its condition.
#pragma once
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int small_rows = 8, small_registers = small_rows / lanes;

struct SmallColumn {
  Pack part[small_registers];
  double operator[](int row) const { return part[row / lanes][row % lanes]; }
  void set(int row, double x) { part[row / lanes].value[row % lanes] = x; }
};

/// x ← A⁻¹ x for all columns after the first n, which are A and are spoilt.
inline void solve_small(SmallColumn* columns, int n, int count) {
  for (int k = 0; k < n; ++k) {
    SmallColumn pivot = columns[k];
    const double d = pivot[k], inverse_d = 1.0 / d;
    pivot.set(k, d - 1.0);  // so that row k becomes row k / d by what the others do
    for (int j = k + 1; j < count; ++j) {
      const Pack factor(columns[j][k] * inverse_d);
      for (int r = 0; r < small_registers; ++r) {
        columns[j].part[r] = columns[j].part[r] - pivot.part[r] * factor;
      }
    }
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
