#include "support/run_method.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

Matrix expected(const RunnableRobot& robot, const DenseRobot& truth, Quantity quantity) {
  if (quantity == Quantity::mass_matrix) return truth.M;
  if (quantity == Quantity::coriolis) return truth.C;
  if (quantity == Quantity::gravity) return truth.g;
  if (quantity == Quantity::bias) return truth.h;
  return truth.M * robot.x.a + truth.h;
}

void expect_dense(Quantity quantity, std::string_view name, std::uint64_t seed,
                  const TreeOptions& options) {
  SCOPED_TRACE(std::to_string(options.links) + " links, seed " + std::to_string(seed));
  RunnableRobot robot(random_tree(seed, options), seed);
  const DenseRobot truth(robot);
  const Matrix result = run_method(robot, quantity, name);
  double size = largest(truth.h) + largest(truth.M * robot.x.a);
  if (quantity == Quantity::mass_matrix) size = largest(truth.M);
  if (quantity == Quantity::coriolis)
    size = largest(truth.C) + largest(truth.M) * largest(robot.x.v);
  EXPECT_TRUE(close(result, expected(robot, truth, quantity), rounding(robot.model.nv()), size));
}

}  // namespace

Matrix run_method(RunnableRobot& robot, Quantity quantity, std::string_view name) {
  registered<double>(quantity, name).run(robot.w);
  if (is_matrix(quantity)) return robot.matrix;
  return robot.out();
}

void expect_dense(Quantity quantity, std::string_view name) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    expect_dense(quantity, name, seed, {.links = 14});
    expect_dense(quantity, name, seed, {.links = 9, .branching = 0, .multi_dof = false});
  }
  expect_dense(quantity, name, 3, {.links = 40, .branching = 0});
}

}  // namespace kinetree::testing
