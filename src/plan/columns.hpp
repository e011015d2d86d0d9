// The columns of a pose, each in one register where registers hold four numbers.
#pragma once
#include "plan/lanes.hpp"
#include "scalar/pack.hpp"
#include "spatial/vec3.hpp"

namespace kinetree::KINETREE_SIMD_SET {

#if KINETREE_LANES == 4
struct Column {
  using Register [[gnu::vector_size(32)]] = double;
  Register value;
  static constexpr Column of(double a, double b, double c) { return {Register{a, b, c, 0.0}}; }
  /// Four numbers; the last one means nothing.
  static Column load(const double* from) {
    Column column;
    __builtin_memcpy(&column.value, from, sizeof value);
    return column;
  }
  void store(double* to) const { __builtin_memcpy(to, &value, sizeof value); }
};
inline Column operator+(const Column& a, const Column& b) { return {a.value + b.value}; }
inline Column operator*(double s, const Column& a) { return {s * a.value}; }
#else
struct Column {
  double x, y, z;
  static constexpr Column of(double a, double b, double c) { return {a, b, c}; }
  static Column load(const double* from) { return {from[0], from[1], from[2]}; }
  void store(double* to) const {
    to[0] = x;
    to[1] = y;
    to[2] = z;
  }
};
inline Column operator+(const Column& a, const Column& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Column operator*(double s, const Column& a) { return {s * a.x, s * a.y, s * a.z}; }
#endif

/// A frame by what its axes and its origin are in another.
struct Columns {
  Column x, y, z, p;
  static constexpr int numbers = 16;
  static Columns load(const double* from) {
    return {Column::load(from), Column::load(from + 4), Column::load(from + 8),
            Column::load(from + 12)};
  }
  void store(double* to) const {
    x.store(to);
    y.store(to + 4);
    z.store(to + 8);
    p.store(to + 12);
  }
  Column operator()(double a, double b, double c) const { return a * x + (b * y + c * z); }
};

/// Column c of as many frames as there are lanes, one after the other in memory, in lanes: columns
/// are loaded whole and turned over in registers.
inline spatial::Vec3<Pack> column_in_lanes(const double* frames, int c) {
  constexpr int next = Columns::numbers;
  const double* const from = frames + 4 * std::ptrdiff_t{c};
#if KINETREE_LANES == 4
  const auto column = [from](int lane) { return Column::load(from + std::ptrdiff_t{lane} * next); };
  const Pack::Register a0 = column(0).value, a1 = column(1).value, a2 = column(2).value,
                       a3 = column(3).value;
  const auto even = [](auto x, auto y) { return __builtin_shufflevector(x, y, 0, 4, 2, 6); };
  const auto odd = [](auto x, auto y) { return __builtin_shufflevector(x, y, 1, 5, 3, 7); };
  const auto first = [](auto x, auto y) { return Pack(__builtin_shufflevector(x, y, 0, 1, 4, 5)); };
  const auto second = [](auto x, auto y) {
    return Pack(__builtin_shufflevector(x, y, 2, 3, 6, 7));
  };
  return {first(even(a0, a1), even(a2, a3)), first(odd(a0, a1), odd(a2, a3)),
          second(even(a0, a1), even(a2, a3))};
#else
  const auto number = [from](int k) { return Pack(Pack::Register{from[k], from[k + next]}); };
  return {number(0), number(1), number(2)};
#endif
}

}  // namespace kinetree::KINETREE_SIMD_SET
