// Several doubles in one register, as a scalar: kernels run on so many states, or limbs, at once.
//
// The type belongs to one instruction set. Files that use it are compiled once for each, with
// KINETREE_SIMD_SET the name of the set and KINETREE_LANES what a register of it holds: a vector
// wider than the registers goes through memory in g++ 12, ten times slower. The namespace keeps the
// sets apart, so that no function of one set can be linked in place of another's.
#pragma once
#include "scalar/sin_cos_kernel.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int lanes = KINETREE_LANES;

struct Pack {
  using Register [[gnu::vector_size(sizeof(double) * lanes)]] = double;
  Register value;

  Pack() = default;
  Pack(double x) : value(x - Register{}) {}  // NOLINT(google-explicit-constructor): a scalar
  explicit Pack(const Register& x) : value(x) {}
  // Not by default: structs of registers shall be copied register by register. As one piece, they
  // go through memory (scalar/single.hpp).
  Pack(const Pack& x) : value(x.value) {}
  Pack& operator=(const Pack& x) {
    value = x.value;
    return *this;
  }
  double operator[](int lane) const { return value[lane]; }

  /// From and to memory of any alignment.
  static Pack load(const double* from) {
    Register x;
    __builtin_memcpy(&x, from, sizeof x);
    return Pack(x);
  }
  void store(double* to) const { __builtin_memcpy(to, &value, sizeof value); }
};

inline Pack operator+(const Pack& a, const Pack& b) { return Pack(a.value + b.value); }
inline Pack operator-(const Pack& a, const Pack& b) { return Pack(a.value - b.value); }
inline Pack operator*(const Pack& a, const Pack& b) { return Pack(a.value * b.value); }
inline Pack operator/(const Pack& a, const Pack& b) { return Pack(a.value / b.value); }
inline Pack operator-(const Pack& a) { return Pack(-a.value); }

inline void sin_cos(const Pack& angle, Pack& sine, Pack& cosine) {
  sin_cos_kernel<Pack::Register, lanes>(angle.value, sine.value, cosine.value);
}

/// -1, 0 or 1 in every lane.
inline Pack sign(const Pack& x) {
  const Pack::Register one = 1.0 - Pack::Register{}, zero{};
  return Pack(choose(x.value > zero, one, zero) - choose(x.value < zero, one, zero));
}
/// Whether every lane is zero: NaN is not.
inline bool all_zero(const Pack& x) { return !any<lanes>(x.value != Pack::Register{}); }
/// Whether a lane is beyond the bound, or not a number.
inline bool any_beyond(const Pack& x, double bound) {
  return any<lanes>(~((x.value <= bound) & (x.value >= -bound)));
}

struct NotCounted {};
inline NotCounted given(const Pack& /*any*/) { return {}; }

}  // namespace kinetree::KINETREE_SIMD_SET
