// Numbers of formulas: fractions of integers as long as they fit, doubles from there on.
#pragma once
#include <cstdint>
#include <optional>

namespace kinetree {

/// A reduced fraction of two 64-bit integers, or a double where that does not hold the number.
class Number {
 public:
  constexpr Number() = default;
  /// Integers, and decimals of up to twelve digits: 0.1 means 1/10. Other doubles stay doubles.
  Number(double value);  // NOLINT(google-explicit-constructor): literals convert
  static Number fraction(std::int64_t numerator, std::int64_t denominator);

  bool exact() const noexcept { return denominator_ != 0; }
  std::int64_t numerator() const noexcept { return numerator_; }
  std::int64_t denominator() const noexcept { return denominator_; }
  /// The nearest double.
  double value() const noexcept { return value_; }
  bool is(int n) const noexcept { return exact() && denominator_ == 1 && numerator_ == n; }
  bool negative() const noexcept { return value_ < 0; }

  Number operator-() const noexcept;
  friend Number operator+(const Number& a, const Number& b);
  friend Number operator-(const Number& a, const Number& b) { return a + -b; }
  friend Number operator*(const Number& a, const Number& b);
  friend Number operator/(const Number& a, const Number& b);
  /// Same fraction or same double.
  friend bool operator==(const Number& a, const Number& b) noexcept {
    return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_ && a.value_ == b.value_;
  }
  friend bool operator<(const Number& a, const Number& b) noexcept { return a.value_ < b.value_; }

 private:
  static Number inexact(double value) noexcept;
  std::int64_t numerator_ = 0, denominator_ = 1;  // denominator 0: only value_ counts
  double value_ = 0;
};

/// The exact square root, where there is one.
std::optional<Number> exact_sqrt(const Number& x);

}  // namespace kinetree
