#include "scalar/op_count.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kinetree {
namespace {

class OpCounts : public ::testing::Test {
 protected:
  OpCounts() { OpCount::reset(); }
  static long total() {
    const OpCount::Tally& t = OpCount::tally();
    return t.multiplications + t.additions + t.divisions + t.square_roots + t.sincos;
  }
  const OpCount x = OpCount::variable(3), y = OpCount::variable(5);
};

TEST_F(OpCounts, EveryOperationOnVariablesIsCountedOnce) {
  EXPECT_EQ((x * y).value(), 15);
  EXPECT_EQ((x + y).value(), 8);
  EXPECT_EQ((x - y).value(), -2);
  EXPECT_EQ((x / y).value(), 3.0 / 5.0);
  EXPECT_EQ(sqrt(x).value(), std::sqrt(3.0));
  OpCount sine, cosine;
  sin_cos(x, sine, cosine);
  EXPECT_EQ(sine.value(), std::sin(3.0));
  EXPECT_EQ(cosine.value(), std::cos(3.0));
  const OpCount::Tally& t = OpCount::tally();
  EXPECT_EQ(t.multiplications, 1);
  EXPECT_EQ(t.additions, 2);
  EXPECT_EQ(t.divisions, 1);
  EXPECT_EQ(t.square_roots, 1);
  EXPECT_EQ(t.sincos, 1);
}

TEST_F(OpCounts, SignsAreFree) {
  EXPECT_EQ((-x).value(), -3);
  EXPECT_EQ(total(), 0);
  EXPECT_FALSE((-x).is(-3)) << "the negative of a variable is a variable";
}

TEST_F(OpCounts, ProductsWithZeroAndOneAreFolded) {
  EXPECT_TRUE((OpCount(0) * x).is(0));
  EXPECT_TRUE((x * OpCount(0)).is(0));
  EXPECT_EQ((OpCount(1) * x).value(), 3);
  EXPECT_EQ((x * OpCount(1)).value(), 3);
  EXPECT_EQ((OpCount(-1) * x).value(), -3);
  EXPECT_EQ((x * OpCount(-1)).value(), -3);
  EXPECT_EQ(total(), 0);
}

TEST_F(OpCounts, SumsWithZeroAreFolded) {
  EXPECT_EQ((OpCount(0) + x).value(), 3);
  EXPECT_EQ((x + OpCount(0)).value(), 3);
  EXPECT_EQ((OpCount(0) - x).value(), -3);
  EXPECT_EQ((x - OpCount(0)).value(), 3);
  EXPECT_EQ(total(), 0);
}

TEST_F(OpCounts, QuotientsOfZeroAndByOneAreFolded) {
  EXPECT_TRUE((OpCount(0) / x).is(0));
  EXPECT_EQ((x / OpCount(1)).value(), 3);
  EXPECT_EQ(total(), 0);
}

TEST_F(OpCounts, ConstantsAreComputedBeforehand) {
  const OpCount two(2), seven(7);
  EXPECT_TRUE((two * seven).is(14));
  EXPECT_TRUE((two + seven).is(9));
  EXPECT_TRUE((two - seven).is(-5));
  EXPECT_TRUE((seven / two).is(3.5));
  EXPECT_TRUE(sqrt(OpCount(4)).is(2));
  OpCount sine, cosine;
  sin_cos(OpCount(0), sine, cosine);
  EXPECT_TRUE(sine.is(0));
  EXPECT_TRUE(cosine.is(1));
  EXPECT_EQ(total(), 0);
}

TEST_F(OpCounts, OtherConstantsTimesVariablesCost) {
  EXPECT_EQ((OpCount(2) * x).value(), 6);
  EXPECT_EQ((OpCount(2) + x).value(), 5);
  EXPECT_EQ(OpCount::tally().multiplications, 1);
  EXPECT_EQ(OpCount::tally().additions, 1);
}

TEST_F(OpCounts, AVariableThatHappensToBeZeroIsNotFolded) {
  const OpCount zero = OpCount::variable(0);
  EXPECT_FALSE(zero.is(0));
  EXPECT_EQ((zero * x + zero).value(), 0);
  EXPECT_EQ(OpCount::tally().multiplications, 1);
  EXPECT_EQ(OpCount::tally().additions, 1);
}

TEST_F(OpCounts, ResetForgets) {
  EXPECT_EQ((x * y + x).value(), 18);
  EXPECT_EQ(total(), 2);
  OpCount::reset();
  EXPECT_EQ(total(), 0);
}

TEST_F(OpCounts, WhatIsGivenIsCountedApart) {
  {
    [[maybe_unused]] const auto inputs = given(x);
    {
      [[maybe_unused]] const auto nested = given(x);
      EXPECT_EQ((x * y).value(), 15);
    }
    EXPECT_EQ((x + y).value(), 8);
  }
  EXPECT_EQ((x * y).value(), 15);
  EXPECT_EQ(OpCount::tally().multiplications, 1);
  EXPECT_EQ(OpCount::tally().additions, 0);
  EXPECT_EQ(OpCount::given_tally().multiplications, 1);
  EXPECT_EQ(OpCount::given_tally().additions, 1);
  OpCount::reset();
  EXPECT_EQ(OpCount::given_tally().additions, 0);
}

}  // namespace
}  // namespace kinetree
