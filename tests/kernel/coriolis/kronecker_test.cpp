#include "kernel/coriolis/kronecker.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Kronecker, IsTheSumOfAllBodies) { expect_dense(Quantity::coriolis, "kronecker"); }

// (55): whatever V is, C has the symmetric part of U / 2; here V is what is left of it in scratch.
TEST(Kronecker, SymmetricPartIsHalfTheRateOfM) {
  RunnableRobot robot(random_tree(3, {.links = 8, .branching = 0, .multi_dof = false}), 3);
  const DenseRobot truth(robot);
  const Matrix C = run_method(robot, Quantity::coriolis, "kronecker");
  const MatrixView<double> V = robot.w.spare();
  for (int i = 0; i < C.rows(); ++i) {
    for (int j = 0; j < C.cols(); ++j) {
      EXPECT_NEAR(C(i, j) + C(j, i), truth.Mdot(i, j), 1e-12);
      EXPECT_NEAR(truth.Mdot(i, j) - 2 * C(i, j), V(j, i) - V(i, j), 1e-12);
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
