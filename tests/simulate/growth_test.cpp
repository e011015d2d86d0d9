#include "simulate/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinetree/io.hpp"
#include "simulate/robots.hpp"

namespace kinetree::testing {
namespace {

TEST(Growth, InvertedPendulumFallsAsTheBookSays) {
  const double length = 0.5;
  const Model model = pendulum(length);
  const State up = at_rest(model, one(std::numbers::pi)), down = at_rest(model, one(0));
  EXPECT_NEAR(growth_rate(model, up, no_torque()), std::sqrt(G / length), 1e-7);
  EXPECT_NEAR(growth_rate(model, down, no_torque()), 0, 1e-7);
}

TEST(Growth, AControllerCanHoldItUp) {
  const Model model = pendulum();
  const State up = at_rest(model, one(std::numbers::pi));
  EXPECT_LT(growth_rate(model, up, pd(hold(up.q), {one(50), one(10)})), -1);
}

TEST(Growth, DampingDecays) {
  Model model;
  Link mass = make_link("mass", JointType::prismatic);
  mass.joint.damping = 6;
  model.add(mass);
  // Position is free: zero is an eigenvalue, and the other is -d/m.
  EXPECT_NEAR(growth_rate(model, at_rest(model, one(0)), no_torque()), 0, 1e-8);
}

// REPRODUCTION of [mohan_saha2007]: largest real parts along the desired motion of the PUMA.
TEST(Growth, PumaAlongItsTrajectory) {
  const Model puma = *robot("puma6");
  const Trajectory desired = cycloid(Vector::Zero(6), Vector::Constant(6, std::numbers::pi), 10);
  const Controller controller = feedforward(puma, desired);
  const double times[] = {1, 4, 5, 5.25, 5.5, 5.75, 6, 7};
  const double expected[] = {0, 1.1, 2.5, 15, 22, 26, 30, 31};
  for (std::size_t i = 0; i < 8; ++i) {
    Reference x;
    desired(times[i], x);
    EXPECT_NEAR(growth_rate(puma, {times[i], x.q, x.v}, controller), expected[i], 0.6) << times[i];
  }
}

TEST(Growth, DoesNotDisturbTheSystem) {
  const Model model = satellite();
  const Controller idle = no_torque();
  const SimulationOptions options;
  simulation::System system(model, idle, options);
  const Vector origin = system.chart().origin();
  const long evaluations = system.evaluations;
  simulation::growth(system, at_rest(model, model.neutral()));
  EXPECT_EQ(system.chart().origin(), origin);
  EXPECT_EQ(system.evaluations, evaluations);
}

}  // namespace
}  // namespace kinetree::testing
