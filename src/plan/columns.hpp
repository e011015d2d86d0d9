// The columns of a pose, each in one register where registers hold four numbers.
#pragma once
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

#if KINETREE_LANES >= 4
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

}  // namespace kinetree::KINETREE_SIMD_SET
