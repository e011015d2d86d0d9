#include "kernel/mass_matrix/pseudo_inertia.hpp"

#include <gtest/gtest.h>

#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(PseudoInertia, IsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "pseudo_inertia"); }

TEST(PseudoInertia, OfAPointMassIsItsMomentsAndMass) {
  const kernel::Mat4<double> J = kernel::pseudo_inertia_of<double>({2, {1, 2, 3}, {}});
  const double point[] = {1, 2, 3, 1};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_EQ(J.e[i][j], 2 * point[i] * point[j]) << i << ", " << j;
  }
}

TEST(PseudoInertia, OfASphereHasAThirdOfItsTraceOnTheDiagonal) {
  const kernel::Mat4<double> J = kernel::pseudo_inertia_of<double>({2, {}, {3, 0, 0, 3, 0, 3}});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(J.e[i][i], 1.5);
  EXPECT_EQ(J.e[3][3], 2);
}

}  // namespace
}  // namespace kinetree::testing
