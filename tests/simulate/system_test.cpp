// What acts on a robot, one thing at a time.
#include "simulate/system.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

using simulation::System;

TEST(System, ForcesOnLinksAreJacobiansTransposed) {
  const Model model = satellite();
  const RandomState random = random_state(model, 2);
  const State x{0, random.q, random.v};
  Evaluator evaluator(model);
  const Controller idle = no_torque();
  for (const bool link_axes : {false, true}) {
    AppliedForce force{model.at("panel"), {0.1, 0.2, -0.1}, {1, -2, 3}, {0.4, 0.5, -0.6}};
    force.link_axes = link_axes;
    SimulationOptions options;
    options.forces = {force};
    System system(model, idle, options);
    ASSERT_TRUE(system.act(x));
    const Matrix3 R = link_axes ? evaluator.poses(x.q)[index(force.link)].R : Matrix3::Identity();
    Vector wrench(6);
    wrench << R * force.force, R * force.torque;
    const Vector tau = evaluator.jacobian(x.q, force.link, force.point).transpose() * wrench;
    EXPECT_TRUE(close(system.a(), evaluator.forward_dynamics(x.q, x.v, tau), 1e-13));
  }
}

TEST(System, DampingAndDryFrictionOppose) {
  const Model model = sled(2, 3, 5);
  const Controller idle = no_torque();
  SimulationOptions options;
  System system(model, idle, options);
  for (const double v : {2.0, -2.0}) {
    ASSERT_TRUE(system.act({0, one(0), one(v)}));
    EXPECT_NEAR(system.a()[0], -(3 * v + (v > 0 ? 5 : -5)) / 2, 1e-14);
  }
  options.include.friction = false;
  System smooth(model, idle, options);
  ASSERT_TRUE(smooth.act({0, one(0), one(2)}));
  EXPECT_EQ(smooth.a()[0], 0);
}

// A mimicking joint loses power too: its share reaches the one it follows, squared.
TEST(System, FrictionOfAMimickingJoint) {
  Model model;
  model.add(make_link("first", JointType::revolute));
  Link second = mimicking(make_link("second", JointType::revolute), "first", -3);
  second.joint.damping = 2;
  model.add(second, model.at("first"));
  const Controller idle = no_torque();
  const SimulationOptions options;
  System system(model, idle, options);
  Options with;
  with.include.friction = true;
  Evaluator evaluator(model, with);
  const State x{0, one(0.3), one(0.7)};
  ASSERT_TRUE(system.act(x));
  EXPECT_TRUE(close(system.a(), evaluator.forward_dynamics(x.q, x.v, one(0)), 1e-13));
}

TEST(System, HeldAndPrescribedVelocities) {
  const Model model = double_pendulum();
  const Controller push = constant_torque(Vector::Constant(2, 0.5));
  SimulationOptions options;
  System system(model, push, options);
  const State x{0, Vector::Constant(2, 0.4), Vector::Zero(2)};
  system.hold(0, true);
  ASSERT_TRUE(system.act(x));
  EXPECT_EQ(system.a()[0], 0);
  Evaluator evaluator(model);
  const Vector tau = evaluator.inverse_dynamics(x.q, x.v, system.a());
  EXPECT_NEAR(tau[1], 0.5, 1e-14);
  EXPECT_NEAR(system.reaction(0), tau[0] - 0.5, 1e-13);
  EXPECT_EQ(system.reaction(1), 0);

  options.prescribed.velocities = {true, false};
  options.prescribed.motion = [](double, Reference& r) { r.a[0] = 3; };
  System driven(model, push, options);
  ASSERT_TRUE(driven.act(x));
  EXPECT_EQ(driven.a()[0], 3);
  EXPECT_NEAR(driven.tau()[0], evaluator.inverse_dynamics(x.q, x.v, driven.a())[0], 1e-13);
  EXPECT_EQ(driven.tau()[1], 0.5);
}

TEST(System, ImpulseResponseIsAColumnOfTheInverse) {
  const Model model = double_pendulum();
  const Controller idle = no_torque();
  const SimulationOptions options;
  System system(model, idle, options);
  Evaluator evaluator(model);
  const State x{0, Vector::Constant(2, 0.4), Vector::Constant(2, 1.5)};
  const Matrix inverse = evaluator.mass_matrix_inverse(x.q);
  EXPECT_TRUE(close(system.impulse_response(x, 1), inverse.col(1), 1e-12));
}

TEST(System, WhatIsNotFiniteSaysSo) {
  const Model model = slider();
  const Controller broken = [](const State& x, Eigen::Ref<Vector> tau) {
    tau[0] = x.q[0] > 1 ? std::nan("") : 0;
  };
  const SimulationOptions options;
  System system(model, broken, options);
  EXPECT_TRUE(system.act({0, one(0), one(0)}));
  EXPECT_FALSE(system.act({0, one(2), one(0)}));
  Vector y = Vector::Zero(system.size()), rate(system.size());
  y[0] = std::numeric_limits<double>::infinity();
  system.rate(0, y, rate);
  EXPECT_FALSE(rate.allFinite());
}

TEST(System, RefusesWhatItCannotMove) {
  Model massless;
  massless.add(make_link("air", JointType::revolute, Vector3::UnitZ(), {}));
  const Controller idle = no_torque();
  SimulationOptions options;
  EXPECT_TRUE(contains(message_of<ModelError>([&] { System(massless, idle, options); }), "'air'"));
  const Model model = slider();
  options.prescribed.velocities = {true, false};
  EXPECT_THROW(System(model, idle, options), UsageError);
  options.prescribed.velocities = {true};
  EXPECT_THROW(System(model, idle, options), UsageError);  // no trajectory
}

}  // namespace
}  // namespace kinetree::testing
