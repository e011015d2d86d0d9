// A number as the unevaluated sum of two doubles: about 32 digits, on every machine with IEEE
// arithmetic. Run a kernel on it and its rounding is gone: what is left is the truth that the same
// kernel in double is measured against.
//
// [dekker1971] for the exact sum and product of two doubles. Needs -ffp-contract=off. Products
// beyond 1e290 would overflow inside; sines are good up to a few thousand turns.
#pragma once
#include <cmath>

namespace kinetree {

struct DoubleDouble {
  double high = 0, low = 0;

  DoubleDouble() = default;
  DoubleDouble(double x) : high(x) {}  // NOLINT: literals convert
  DoubleDouble(double x, double rest) : high(x), low(rest) {}

  DoubleDouble operator-() const { return {-high, -low}; }
  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble upper_sum = exact_sum(a.high, b.high), rest = exact_sum(a.low, b.low);
    const DoubleDouble sum = normal(upper_sum.high, upper_sum.low + rest.high);
    return normal(sum.high, sum.low + rest.low);
  }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble product = exact_product(a.high, b.high);
    return normal(product.high, product.low + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    // Long division: each digit is a double.
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * DoubleDouble(first);
    const double second = rest.high / b.high;
    const double third = (rest - b * DoubleDouble(second)).high / b.high;
    return normal(first, second) + DoubleDouble(third);
  }
  friend DoubleDouble sqrt(const DoubleDouble& a) {
    const double root = std::sqrt(a.high);
    if (root == 0) return {};
    // One step of Newton doubles the digits.
    return exact_sum(root, (a - exact_product(root, root)).high / (2 * root));
  }
  friend void sin_cos(const DoubleDouble& angle, DoubleDouble& sine, DoubleDouble& cosine) {
    const DoubleDouble quarter(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);  // π/2
    const double turns = std::nearbyint(angle.high / quarter.high);
    const DoubleDouble x = angle - quarter * DoubleDouble(turns);  // within ±π/4
    DoubleDouble term(1.0), s, c;
    for (int k = 0; k < 30; ++k) {  // (π/4)³⁰/30! is below 1e-34
      const bool odd = k % 2 != 0, negative = k % 4 >= 2;
      DoubleDouble& series = odd ? s : c;
      series = negative ? series - term : series + term;
      term = term * x / DoubleDouble(k + 1);
    }
    switch (static_cast<long>(turns) & 3) {
      case 0:
        sine = s, cosine = c;
        break;
      case 1:
        sine = c, cosine = -s;
        break;
      case 2:
        sine = -s, cosine = -c;
        break;
      default:
        sine = -c, cosine = s;
    }
  }
  struct Nothing {};
  friend Nothing given(const DoubleDouble& /*any*/) { return {}; }

 private:
  /// a + b where |a| is the larger.
  static DoubleDouble normal(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
  }
  static DoubleDouble exact_sum(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
  }
  /// The upper 26 bits.
  static double upper(double a) {
    const double shifted = 0x1.0000002p+27 * a;
    return shifted - (shifted - a);
  }
  static DoubleDouble exact_product(double a, double b) {
    const double product = a * b;
    const double a_upper = upper(a), b_upper = upper(b);
    const double a_lower = a - a_upper, b_lower = b - b_upper;
    return {product, ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) +
                         a_lower * b_lower};
  }
};

}  // namespace kinetree
