#include "kernel/inverse_dynamics/explicit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(ExplicitForces, AreMassTimesAccelerationAndBias) {
  expect_dense(Quantity::inverse_dynamics, "explicit");
}

TEST(ExplicitForces, WithoutAccelerationAreTheBias) { expect_dense(Quantity::bias, "explicit"); }

// What (13) and (14) leave out as printed is not small.
TEST(ExplicitForces, VelocityProductsOfSkewAxesAreOfTheSizeOfVelocities) {
  Model model = random_tree(1, {.links = 5, .branching = 0, .multi_dof = false});
  RunnableRobot robot(model, 1);
  run_method(robot, Quantity::bias, "explicit");
  double gamma = 0;
  for (int i = 0; i < robot.w.tree().size(); ++i) {
    const spatial::Vec3<double>& g = robot.w.motion()[i].alpha;
    gamma = std::max({gamma, std::abs(g.x), std::abs(g.y), std::abs(g.z)});
  }
  EXPECT_GT(gamma, 0.1);
}

}  // namespace
}  // namespace kinetree::testing
