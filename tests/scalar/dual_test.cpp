#include "scalar/dual.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

TEST(Dual, FollowsTheRulesOfDifferentiation) {
  const Dual x{0.7, 2}, y{-1.3, 0.5};
  EXPECT_DOUBLE_EQ((x + y).slope, 2.5);
  EXPECT_DOUBLE_EQ((x - y).slope, 1.5);
  EXPECT_DOUBLE_EQ((-x).slope, -2);
  EXPECT_DOUBLE_EQ((x * y).slope, 2 * -1.3 + 0.7 * 0.5);
  EXPECT_DOUBLE_EQ((x / y).slope, (2 * -1.3 - 0.7 * 0.5) / (1.3 * 1.3));
  EXPECT_DOUBLE_EQ(sqrt(x).slope, 1 / std::sqrt(0.7));
  Dual sine, cosine;
  sin_cos(x, sine, cosine);
  EXPECT_DOUBLE_EQ(sine.slope, 2 * std::cos(0.7));
  EXPECT_DOUBLE_EQ(cosine.slope, -2 * std::sin(0.7));
}

TEST(Dual, LiteralsDoNotChange) {
  EXPECT_EQ(Dual(3.0).slope, 0);
  EXPECT_EQ((Dual(3.0) * Dual(1.0, 1.0)).slope, 3);
}

}  // namespace
}  // namespace kinetree::testing
