#include "kernel/inverse_dynamics/denoc.hpp"

#include <gtest/gtest.h>

#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(DenocForces, AreMassTimesAccelerationAndBias) {
  expect_dense(Quantity::inverse_dynamics, "denoc");
}

TEST(DenocForces, WithoutAccelerationAreTheBias) { expect_dense(Quantity::bias, "denoc"); }

TEST(DenocForces, BiasDoesNotReadAccelerations) {
  RunnableRobot robot(random_tree(2, {.links = 10}), 2);
  const Matrix h = run_method(robot, Quantity::bias, "denoc");
  for (int k = 0; k < robot.w.a().size(); ++k) robot.w.a()[k] = 1e100;
  EXPECT_EQ(run_method(robot, Quantity::bias, "denoc"), h);
}

}  // namespace
}  // namespace kinetree::testing
