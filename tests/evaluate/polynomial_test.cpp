#include <gtest/gtest.h>

#include "kinetree/count.hpp"

namespace kinetree::testing {
namespace {

Polynomial sixths(long n0, long n1, long n2, long n3) { return {{n0, n1, n2, n3}, 1}; }

TEST(Polynomial, IsWrittenAsPapersDo) {
  EXPECT_EQ(to_string(sixths(0, 78, 99, 21)), "3.5n³ + 16.5n² + 13n");
  EXPECT_EQ(to_string(sixths(-18, 528, 18, 0)), "3n² + 88n - 3");
  EXPECT_EQ(to_string(sixths(0, 52, 66, 14)), "7/3 n³ + 11n² + 26/3 n");
  EXPECT_EQ(to_string(sixths(1, 0, 6, -6)), "-n³ + n² + 1/6");
  EXPECT_EQ(to_string(sixths(0, -3, 0, 0)), "-0.5n");
  EXPECT_EQ(to_string(sixths(0, 0, 0, 0)), "0");
}

TEST(Polynomial, HasValuesAndDifferences) {
  const Polynomial p = sixths(-6, 0, 3, 1);  // n³/6 + n²/2 - 1
  EXPECT_EQ(p(0), -1);
  EXPECT_EQ(p(6), 36 + 18 - 1);
  EXPECT_EQ(to_string(p - sixths(0, 6, 3, 1)), "-n - 1");
  EXPECT_TRUE(p == p);
  EXPECT_FALSE(p == sixths(0, 0, 3, 1));
}

}  // namespace
}  // namespace kinetree::testing
