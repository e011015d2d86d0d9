// One double, as a scalar of one instruction set.
//
// A kernel on plain doubles would have the same name in every set, and the linker would keep one of
// them for all processors. See scalar/pack.hpp.
#pragma once

namespace kinetree::KINETREE_SIMD_SET {

struct Single {
  double value;

  Single() = default;
  Single(double x) : value(x) {}  // NOLINT(google-explicit-constructor): a scalar
  // Not by default: structs of numbers shall be copied number by number. Pairs of them, stored one
  // by one and loaded together, wait for memory, which made M three times slower.
  Single(const Single& x) : value(x.value) {}
  Single& operator=(const Single& x) {
    value = x.value;
    return *this;
  }
};

inline Single operator+(const Single& a, const Single& b) { return a.value + b.value; }
inline Single operator-(const Single& a, const Single& b) { return a.value - b.value; }
inline Single operator*(const Single& a, const Single& b) { return a.value * b.value; }
inline Single operator/(const Single& a, const Single& b) { return a.value / b.value; }
inline Single operator-(const Single& a) { return -a.value; }

inline void sin_cos(const Single& angle, Single& sine, Single& cosine) {
  sine = __builtin_sin(angle.value);
  cosine = __builtin_cos(angle.value);
}
inline Single sign(const Single& x) {
  return static_cast<double>(x.value > 0) - static_cast<double>(x.value < 0);
}

struct SingleNotCounted {};
inline SingleNotCounted given(const Single& /*any*/) { return {}; }

}  // namespace kinetree::KINETREE_SIMD_SET
