#include "scalar/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string_view>

namespace kinetree {
namespace {

constexpr std::int64_t largest_integer = std::int64_t{1} << 53;  // of those a double holds

/// Digits and decimal exponent of the shortest text that reads back as x, if they are few.
struct Decimal {
  std::int64_t digits = 0;
  int exponent = 0;
};
std::optional<Decimal> short_decimal(double x) {
  constexpr int most = 12;
  std::array<char, 32> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t e = text.find('e');
  Decimal d;
  int places = 0, count = 0;
  bool behind_point = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') behind_point = true;
    if (c < '0' || c > '9') continue;
    d.digits = 10 * d.digits + (c - '0');
    places += behind_point ? 1 : 0;
    if (++count > most) return std::nullopt;
  }
  std::string_view power = text.substr(e + 1);
  if (power.front() == '+') power.remove_prefix(1);
  std::from_chars(power.data(), power.data() + power.size(), d.exponent);
  d.exponent -= places;
  if (x < 0) d.digits = -d.digits;
  if (d.exponent < -most || d.exponent > 0) return std::nullopt;
  return d;
}

}  // namespace

Number Number::inexact(double value) noexcept {
  Number n;
  n.numerator_ = n.denominator_ = 0;
  n.value_ = value;
  return n;
}

Number Number::fraction(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t divisor = std::gcd(numerator, denominator);
  Number n;
  n.numerator_ = numerator / divisor;
  n.denominator_ = denominator / divisor;
  if (n.denominator_ < 0) n.numerator_ = -n.numerator_, n.denominator_ = -n.denominator_;
  // Beyond 53 bits the quotient would be rounded twice: not worth being exact about.
  if (std::abs(n.numerator_) > largest_integer || n.denominator_ > largest_integer) {
    return inexact(static_cast<double>(numerator) / static_cast<double>(denominator));
  }
  n.value_ = static_cast<double>(n.numerator_) / static_cast<double>(n.denominator_);
  return n;
}

Number::Number(double value) : Number(inexact(value)) {
  if (value == std::trunc(value) && std::abs(value) < static_cast<double>(largest_integer)) {
    *this = fraction(static_cast<std::int64_t>(value), 1);
  } else if (const auto decimal = short_decimal(value)) {
    std::int64_t ten = 1;
    for (int k = decimal->exponent; k < 0; ++k) ten *= 10;
    *this = fraction(decimal->digits, ten);
  }
}

Number Number::operator-() const noexcept {
  Number n = *this;
  n.numerator_ = -n.numerator_;
  n.value_ = n.value_ == 0 ? 0 : -n.value_;  // one zero is enough
  return n;
}

Number operator+(const Number& a, const Number& b) {
  std::int64_t left = 0, right = 0, sum = 0, denominator = 0;
  if (!a.exact() || !b.exact() || __builtin_mul_overflow(a.numerator_, b.denominator_, &left) ||
      __builtin_mul_overflow(b.numerator_, a.denominator_, &right) ||
      __builtin_add_overflow(left, right, &sum) ||
      __builtin_mul_overflow(a.denominator_, b.denominator_, &denominator)) {
    return Number::inexact(a.value_ + b.value_);
  }
  return Number::fraction(sum, denominator);
}

Number operator*(const Number& a, const Number& b) {
  if (a.is(0) || b.is(0)) return {};
  if (!a.exact() || !b.exact()) return Number::inexact(a.value_ * b.value_);
  const Number left = Number::fraction(a.numerator_, b.denominator_);
  const Number right = Number::fraction(b.numerator_, a.denominator_);
  std::int64_t numerator = 0, denominator = 0;
  if (!left.exact() || !right.exact() ||
      __builtin_mul_overflow(left.numerator_, right.numerator_, &numerator) ||
      __builtin_mul_overflow(left.denominator_, right.denominator_, &denominator)) {
    return Number::inexact(a.value_ * b.value_);
  }
  return Number::fraction(numerator, denominator);
}

Number operator/(const Number& a, const Number& b) {
  if (!b.exact() || b.numerator_ == 0) return Number::inexact(a.value_ / b.value_);
  return a * Number::fraction(b.denominator_, b.numerator_);
}

std::optional<Number> exact_sqrt(const Number& x) {
  if (!x.exact() || x.negative()) return std::nullopt;
  const auto root = [](std::int64_t n) -> std::optional<std::int64_t> {
    const auto r = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(n))));
    return r * r == n ? std::optional(r) : std::nullopt;
  };
  const auto numerator = root(x.numerator()), denominator = root(x.denominator());
  if (!numerator || !denominator) return std::nullopt;
  return Number::fraction(*numerator, *denominator);
}

}  // namespace kinetree
