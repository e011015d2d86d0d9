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
  const int n = robot.model.nv();
  std::vector<Matrix> c(static_cast<std::size_t>(n), Matrix::Zero(n, n));
  Vector unit = Vector::Zero(n);
  Matrix sum = Matrix::Zero(n, n);
  for (int k = 0; k < n; ++k) {
    Matrix& symbols = c[static_cast<std::size_t>(k)];
    kernel::christoffel_symbols<double>(w.tree(), k, w.tensor(), {unit.data(), n},
                                        {symbols.data(), n, n});
    sum += robot.x.v[k] * symbols;
    EXPECT_EQ(unit, Vector::Zero(n));
  }
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < n; ++k) {
      EXPECT_EQ(c[static_cast<std::size_t>(k)].col(j), c[static_cast<std::size_t>(j)].col(k));
    }
  }
  EXPECT_TRUE(close(sum, C, 1e-13));
}

}  // namespace
}  // namespace kinetree::testing
