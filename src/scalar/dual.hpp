// A number with its derivative along one direction: run a kernel on it and read off the exact
// derivative of what it computes. No step, no cancellation.
//
//     (x + ε ẋ) (y + ε ẏ) = x y + ε (ẋ y + x ẏ),   ε² = 0
#pragma once
#include <cmath>

namespace kinetree {

struct Dual {
  double value = 0, slope = 0;

  Dual() = default;
  Dual(double x) : value(x) {}  // NOLINT: literals convert
  Dual(double x, double along) : value(x), slope(along) {}

  Dual operator-() const { return {-value, -slope}; }
  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.value);
    return {root, a.slope / (2 * root)};
  }
  friend void sin_cos(const Dual& angle, Dual& sine, Dual& cosine) {
    const double s = std::sin(angle.value), c = std::cos(angle.value);
    sine = {s, c * angle.slope};
    cosine = {c, -s * angle.slope};
  }
  struct Nothing {};
  friend Nothing given(const Dual& /*any*/) { return {}; }
};

}  // namespace kinetree
