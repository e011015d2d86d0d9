#include "scalar/double_double.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

constexpr double tiny = 1e-31;

double distance(const DoubleDouble& a, const DoubleDouble& b) { return std::abs((a - b).high); }

TEST(DoubleDouble, KeepsWhatADoubleRoundsAway) {
  const DoubleDouble sum = DoubleDouble(1.0) + DoubleDouble(1e-25);
  EXPECT_EQ((sum - DoubleDouble(1.0)).high, 1e-25);
  // (1 + 2⁻⁴⁰)² = 1 + 2⁻³⁹ + 2⁻⁸⁰
  const DoubleDouble x(1 + 0x1p-40);
  EXPECT_EQ((x * x - DoubleDouble(1 + 0x1p-39)).high, 0x1p-80);
}

TEST(DoubleDouble, DivisionAndRootUndoTheProduct) {
  const DoubleDouble three(3.0), seven(7.0), third = DoubleDouble(1.0) / three;
  EXPECT_LT(distance(third * three, DoubleDouble(1.0)), tiny);
  EXPECT_NE(third.low, 0);
  const DoubleDouble root = sqrt(seven);
  EXPECT_LT(distance(root * root, seven), 10 * tiny);
  EXPECT_EQ(sqrt(DoubleDouble(0.0)).high, 0);
}

TEST(DoubleDouble, SineAndCosineAreOnTheCircleInEveryQuadrant) {
  for (double angle = -12; angle <= 12; angle += 0.37) {
    DoubleDouble s, c;
    sin_cos(DoubleDouble(angle), s, c);
    EXPECT_LT(distance(s * s + c * c, DoubleDouble(1.0)), tiny) << angle;
    EXPECT_NEAR(s.high, std::sin(angle), 2e-16) << angle;
    EXPECT_NEAR(c.high, std::cos(angle), 2e-16) << angle;
    // sin 2x = 2 sin x cos x: another quadrant, another series.
    DoubleDouble s2, c2;
    sin_cos(DoubleDouble(2 * angle), s2, c2);
    EXPECT_LT(distance(s2, DoubleDouble(2.0) * s * c), 30 * tiny) << angle;
  }
}

// 0.479425538604203000273287935215571388... = sin 0.5, by hand from a table of 36 digits.
TEST(DoubleDouble, SineOfOneHalfHasThirtyDigits) {
  DoubleDouble s, c;
  sin_cos(DoubleDouble(0.5), s, c);
  const DoubleDouble table =
      DoubleDouble(479425538604203.0) / DoubleDouble(1e15) +
      DoubleDouble(273287935215571.0) / DoubleDouble(1e15) / DoubleDouble(1e18);
  EXPECT_LT(distance(s, table), 1e-30);
}

}  // namespace
}  // namespace kinetree::testing
