#include "kernel/mass_matrix/momentum.hpp"

#include <gtest/gtest.h>

#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Momentum, IsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "momentum"); }

TEST(Momentum, DenseIsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "momentum_dense"); }

TEST(Momentum, BothVariantsAddTheSameNumbers) {
  RunnableRobot robot(random_tree(2, {.links = 10}), 2);
  const Matrix sparse = run_method(robot, Quantity::mass_matrix, "momentum");
  EXPECT_EQ(run_method(robot, Quantity::mass_matrix, "momentum_dense"), sparse);
}

}  // namespace
}  // namespace kinetree::testing
