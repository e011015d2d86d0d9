#include "kernel/inverse_dynamics/gdahj.hpp"

#include <gtest/gtest.h>

#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Injection, IsMassTimesAccelerationAndBias) {
  expect_dense(Quantity::inverse_dynamics, "gdahj");
}

// (13) and (15): ω × I ω and the rest come from L = tr(I) 1 - 2 I alone.
TEST(Injection, MomentOfTwoFramesIsEulersEquation) {
  // Two hinges through one point: ω = a + b, α = a × b, so the moment is I (a × b) + ω × I ω.
  Model model;
  Link link;
  link.joint.type = JointType::revolute;
  link.name = "outer";
  link.joint.axis = Vector3::UnitX();
  model.add(link);
  link.name = "inner";
  link.joint.name.clear();
  link.joint.axis = Vector3::UnitY();
  link.inertia = {1, Vector3::Zero(), Vector3(1, 2, 4).asDiagonal()};
  model.add(link, LinkId{0});
  model.set_gravity(Vector3::Zero());
  RunnableRobot robot(model, 1);
  for (int k = 0; k < 2; ++k) robot.w.q()[k] = robot.w.a()[k] = 0, robot.w.v()[k] = 1;
  const Matrix tau = run_method(robot, Quantity::inverse_dynamics, "gdahj");
  const Vector3 omega(1, 1, 0), I(1, 2, 4), alpha(0, 0, 1);
  const Vector3 moment = I.cwiseProduct(alpha) + omega.cross(Vector3(I.cwiseProduct(omega)));
  EXPECT_NEAR(tau(0), moment.x(), 1e-15);
  EXPECT_NEAR(tau(1), moment.y(), 1e-15);
}

}  // namespace
}  // namespace kinetree::testing
