// Several doubles in one register, as a scalar: kernels run on so many states, or limbs, at once.
//
// The type belongs to one instruction set. Files that use it are compiled once for each, with
// KINETREE_SIMD_SET the name of the set and KINETREE_LANES what a register of it holds: a vector
// wider than the registers goes through memory in g++ 12, ten times slower. The namespace keeps the
// sets apart, so that no function of one set can be linked in place of another's.
#pragma once
#include <cstddef>

#include "scalar/sin_cos_kernel.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int lanes = KINETREE_LANES;

struct Pack {
  using Register [[gnu::vector_size(sizeof(double) * lanes)]] = double;
  using Loose [[gnu::vector_size(sizeof(double) * lanes), gnu::aligned(alignof(double))]] = double;
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
  /// As doubles, not as bytes: after a copy of bytes, every pointer might have changed.
  void store(double* to) const { *reinterpret_cast<Loose*>(to) = value; }
};

inline Pack operator+(const Pack& a, const Pack& b) { return Pack(a.value + b.value); }
inline Pack operator-(const Pack& a, const Pack& b) { return Pack(a.value - b.value); }
inline Pack operator*(const Pack& a, const Pack& b) { return Pack(a.value * b.value); }
inline Pack operator/(const Pack& a, const Pack& b) { return Pack(a.value / b.value); }
inline Pack operator-(const Pack& a) { return Pack(-a.value); }

/// A number that is loaded once though it is used often: g++ would load it for every product.
inline Pack loaded(const Pack& from) {
  Pack x = from;
#if defined(__GNUC__) && defined(__x86_64__)
  asm("" : "+v"(x.value));
#endif
  return x;
}

/// Several at once take little longer than one.
template <std::size_t count>
void sin_cos(const Pack (&angle)[count], Pack (&sine)[count], Pack (&cosine)[count]) {
  Pack::Register x[count], s[count], c[count];
  for (std::size_t i = 0; i < count; ++i) x[i] = angle[i].value;
  sin_cos_kernel<lanes>(x, s, c);
  for (std::size_t i = 0; i < count; ++i) {
    sine[i].value = s[i];
    cosine[i].value = c[i];
  }
}
inline void sin_cos(const Pack& angle, Pack& sine, Pack& cosine) {
  Pack s[1], c[1];
  sin_cos({angle}, s, c);
  sine = s[0];
  cosine = c[0];
}

/// Calls take(k, sine, cosine) of angle(k), k = 0 … count - 1; take may be called twice for a k.
template <int together = 4, class Angle, class Take>
void sines_of(int count, Angle angle, Take take) {
  int first = 0;
  for (; first + 1 < count; first += together) {
    Pack x[std::size_t{together}], s[std::size_t{together}], c[std::size_t{together}];
    const auto at = [=](int i) { return first + i < count ? first + i : count - 1; };
    for (int i = 0; i < together; ++i) x[i] = angle(at(i));
    sin_cos(x, s, c);
    for (int i = 0; i < together; ++i) take(at(i), s[i], c[i]);
  }
  if (first >= count) return;
  Pack s, c;
  sin_cos(angle(first), s, c);
  take(first, s, c);
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
