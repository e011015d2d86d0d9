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

/// Lane `lane` in all lanes.
template <int lane, int... k>
Pack spread(const Pack& x, std::integer_sequence<int, k...> /*all*/) {
  return Pack(__builtin_shufflevector(x.value, x.value, (k * 0 + lane)...));
}
/// 1 in one lane, 0 in the others.
template <int lane, int... k>
Pack unit(std::integer_sequence<int, k...> /*all*/) {
  return Pack(Pack::Register{(k == lane ? 1.0 : 0.0)...});
}
/// Column k takes row k out of those after it, which end with the right side.
template <int k, int... after>
void take_row(Pack* c, std::integer_sequence<int, after...> /*lanes - k*/) {
  const Pack step = (c[k] - unit<k>(Lanes())) / spread<k>(c[k], Lanes());
  ((c[k + 1 + after] = c[k + 1 + after] - step * spread<k>(c[k + 1 + after], Lanes())), ...);
}
/// x of A x = b, where b comes after as many columns as there are lanes, of which A fills n and the
/// others are zero; all of them are spoilt. What waits for a division waits for nothing else.
template <int... k>
void solve_in_registers(Pack* c, int n, std::integer_sequence<int, k...> /*all*/) {
  ((k < n ? take_row<k>(c, std::make_integer_sequence<int, lanes - k>()) : void()), ...);
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
