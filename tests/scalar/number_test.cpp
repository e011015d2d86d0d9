#include "scalar/number.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

TEST(Number, ReadsShortDecimalsAsFractions) {
  const Number tenth = 0.1;
  EXPECT_TRUE(tenth.exact());
  EXPECT_EQ(tenth.numerator(), 1);
  EXPECT_EQ(tenth.denominator(), 10);
  EXPECT_EQ(Number(-2.5), Number::fraction(-5, 2));
  EXPECT_TRUE(Number(3.0).is(3));
  EXPECT_FALSE(Number(1.0 / 3).exact());
}

TEST(Number, AddsAndMultipliesExactly) {
  EXPECT_EQ(Number(0.1) + Number(0.2), Number(0.3));  // doubles would not
  EXPECT_EQ(Number::fraction(1, 3) * Number::fraction(3, 7), Number::fraction(1, 7));
  EXPECT_EQ(Number::fraction(1, 3) / Number::fraction(-2, 3), Number::fraction(-1, 2));
  EXPECT_TRUE((Number(0.3) - Number(0.1) - Number(0.2)).is(0));
}

TEST(Number, FallsBackToDoublesWhereIntegersEnd) {
  Number power = 0.1;
  for (int k = 0; k < 5; ++k) power = power * power;
  EXPECT_FALSE(power.exact());
  EXPECT_NEAR(power.value() / 1e-32, 1, 1e-14);
  EXPECT_FALSE((Number(1.0) / Number(0.0)).exact());
}

TEST(Number, HasExactRootsOfSquaresOnly) {
  EXPECT_EQ(exact_sqrt(Number::fraction(9, 4)), Number::fraction(3, 2));
  EXPECT_FALSE(exact_sqrt(2.0));
  EXPECT_FALSE(exact_sqrt(-4.0));
}

}  // namespace
}  // namespace kinetree::testing
