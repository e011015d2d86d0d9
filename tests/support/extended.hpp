// Numbers with eleven bits more than a double: what kernels on doubles are measured against.
#pragma once
#include <cmath>

namespace kinetree::testing {

class Extended {
 public:
  Extended() = default;
  Extended(double value) : value_(value) {}  // NOLINT: literals convert

  double value() const { return static_cast<double>(value_); }

  Extended operator-() const { return make(-value_); }
  friend Extended operator+(const Extended& a, const Extended& b) {
    return make(a.value_ + b.value_);
  }
  friend Extended operator-(const Extended& a, const Extended& b) {
    return make(a.value_ - b.value_);
  }
  friend Extended operator*(const Extended& a, const Extended& b) {
    return make(a.value_ * b.value_);
  }
  friend Extended operator/(const Extended& a, const Extended& b) {
    return make(a.value_ / b.value_);
  }
  friend Extended sqrt(const Extended& a) { return make(std::sqrt(a.value_)); }
  friend void sin_cos(const Extended& angle, Extended& sine, Extended& cosine) {
    sine = make(std::sin(angle.value_));
    cosine = make(std::cos(angle.value_));
  }
  struct Nothing {};
  friend Nothing given(const Extended& /*any*/) { return {}; }

 private:
  static Extended make(long double value) {
    Extended number;
    number.value_ = value;
    return number;
  }

  long double value_ = 0;
};

}  // namespace kinetree::testing
