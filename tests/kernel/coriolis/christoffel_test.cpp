#include "kernel/coriolis/christoffel.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Christoffel, IsTheSumOfAllBodies) { expect_dense(Quantity::coriolis, "christoffel"); }

TEST(Christoffel, SymbolsAreSymmetricWhereVelocitiesAreRates) {
  RunnableRobot robot(random_tree(5, {.links = 9, .multi_dof = false}), 5);
  const Matrix C = run_method(robot, Quantity::coriolis, "christoffel");
  auto& w = robot.w;
  kernel::christoffel_symbols<double>(w.tree(), w.geometry(), w.tensor(), w.a(), w.spare_tensor());
  const kernel::TensorView<double> c = w.spare_tensor();
  Matrix sum = Matrix::Zero(C.rows(), C.cols());
  for (int k = 0; k < c.size(); ++k) {
    for (int i = 0; i < c.size(); ++i) {
      for (int j = 0; j < c.size(); ++j) {
        EXPECT_DOUBLE_EQ(c(i, j, k), c(i, k, j));
        sum(i, j) += c(i, j, k) * robot.x.v[k];
      }
    }
  }
  EXPECT_TRUE(close(sum, C, 1e-13));
}

}  // namespace
}  // namespace kinetree::testing
