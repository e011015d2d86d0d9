#include "spatial/functions.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kinetree::spatial {
namespace {

TEST(Functions, SineAndCosineAreThoseOfTheStandardLibrary) {
  for (const double angle : {0.0, 0.3, -1.7, 3.0, 100.0}) {
    double sine = -9, cosine = -9;
    sin_cos(angle, sine, cosine);
    EXPECT_EQ(sine, std::sin(angle));
    EXPECT_EQ(cosine, std::cos(angle));
  }
}

TEST(Functions, SquareRoot) {
  EXPECT_EQ(sqrt(2.25), 1.5);
  EXPECT_TRUE(std::isnan(sqrt(-1.0)));
}

}  // namespace
}  // namespace kinetree::spatial
