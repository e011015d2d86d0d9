#include "symbolic/collect.hpp"

#include <gtest/gtest.h>

#include "kinetree/derive.hpp"
#include "kinetree/io.hpp"

namespace kinetree::testing {
namespace {

std::string formula(const char* robot, const char* quantity, int row, int column) {
  return derive(load_model(robot), {quantity}).text(0, row - 1, column - 1);
}

TEST(Collect, OneBracketForEveryMass) {
  EXPECT_EQ(formula("planar3", "M", 1, 1),
            "I1zz + I2zz + I3zz + m1·l1I² + m2·(l1² + l2I² + 2·l1·l2I·cos(q2)) + m3·(l1² + l2² + "
            "l3I² + 2·l1·l2·cos(q2) + 2·l1·l3I·cos(q2 + q3) + 2·l2·l3I·cos(q3))");
}

TEST(Collect, RatesThatComeTogether) {
  EXPECT_EQ(formula("planar3", "C", 1, 3),
            "-m3·l3I·(l1·sin(q2 + q3) + l2·sin(q3))·(q1d + q2d + q3d)");
  EXPECT_EQ(formula("planar3", "C", 3, 3), "0");
}

TEST(Collect, SquaresAndAngles) {
  EXPECT_EQ(formula("three_link", "M", 1, 1),
            "I1zz + I2xx·sin²(q2) + I3xx·sin²(q2 + q3) + I3yy·cos²(q2 + q3) + (I2yy + "
            "m2·l2I²)·cos²(q2) + m3·(l2·cos(q2) + l3I·cos(q2 + q3))²");
  EXPECT_EQ(formula("rocker5", "M", 4, 4), "I5yy·sin²(q5) + I5zz·cos²(q5) + m5·(l4x + l5I)²");
}

TEST(Collect, CommonFactorsAndSigns) {
  EXPECT_EQ(formula("three_link", "g", 2, 1),
            "-g·(m2·l2I·cos(q2) + m3·(l2·cos(q2) + l3I·cos(q2 + q3)))");
  EXPECT_EQ(formula("rocker5", "M", 1, 2),
            "1/2·(I3zz - I3yy)·sin(q2)·sin(2·q3) - m3·l2z·(l2x + l3I)·cos(q2)");
}

// More than a thousand terms of numbers are listed as they are; the value is the same.
TEST(Collect, ListsWhatNobodyReads) {
  DeriveOptions numbers;
  numbers.numeric = {"all"};
  const Model chain = load_model("chain:6");
  const Equations whole = derive(chain, {"M"}, numbers);
  EXPECT_GT(whole.terms(0, 0, 0), 1000);
  EXPECT_LE(whole.proof().worst, 1e-13);
}

}  // namespace
}  // namespace kinetree::testing
