// A scalar that makes one mistake: its n-th sign is the wrong one.
//
// Run a kernel on it for one n after the other, and wrong signs are tried without compiling
// anything again.
#pragma once
#include <cmath>

namespace kinetree::testing {

class Mutant {
 public:
  Mutant() = default;
  Mutant(double value) : value_(value) {}  // NOLINT: literals convert

  /// Signs are counted from 1; 0: no mistake.
  static void arm(long at) {
    counter() = 0;
    target() = at;
    changed() = false;
  }
  static long signs() { return counter(); }
  static bool made_a_difference() { return changed(); }

  double value() const { return value_; }

  Mutant operator-() const { return choose(-value_, value_); }
  friend Mutant operator+(const Mutant& a, const Mutant& b) {
    return choose(a.value_ + b.value_, a.value_ - b.value_);
  }
  friend Mutant operator-(const Mutant& a, const Mutant& b) {
    return choose(a.value_ - b.value_, a.value_ + b.value_);
  }
  friend Mutant operator*(const Mutant& a, const Mutant& b) { return {a.value_ * b.value_}; }
  friend Mutant operator/(const Mutant& a, const Mutant& b) { return {a.value_ / b.value_}; }
  friend Mutant sqrt(const Mutant& a) { return {std::sqrt(a.value_)}; }
  friend void sin_cos(const Mutant& angle, Mutant& sine, Mutant& cosine) {
    sine = {std::sin(angle.value_)};
    cosine = {std::cos(angle.value_)};
  }
  struct Nothing {};
  friend Nothing given(const Mutant& /*any*/) { return {}; }

 private:
  static Mutant choose(double right, double wrong) {
    if (++counter() != target()) return {right};
    // What should be zero is often 1e-17: its sign matters to nobody.
    changed() = std::abs(right - wrong) > 1e-9;
    return {wrong};
  }
  static long& counter() {
    static long count = 0;
    return count;
  }
  static long& target() {
    static long at = 0;
    return at;
  }
  static bool& changed() {
    static bool yes = false;
    return yes;
  }

  double value_ = 0;
};

}  // namespace kinetree::testing
