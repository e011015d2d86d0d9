// What every integrator must keep: its order, on a robot with every kind of manifold, and its ends.
#include "simulate/stepper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kinetree/verify.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

using simulation::Stepper;
using simulation::System;

/// The state after `steps` steps of a stepper over 0.4 s, and the worst interpolated middle.
State integrate(const std::string& method, const Model& model, const State& start, int steps) {
  const Controller controller = [](const State& x, Eigen::Ref<Vector> tau) {
    tau = -0.3 * x.v;
    tau[tau.size() - 1] += std::sin(3 * x.t);
  };
  const SimulationOptions options;
  System system(model, controller, options);
  const auto stepper = simulation::find_stepper(method).make();
  Vector y = Vector::Zero(system.size()), rate(system.size());
  State x = start;
  system.pack(x, y);
  system.rate(0, y, rate);
  stepper->restart(system, x, y);
  const double h = 0.4 / steps;
  for (int i = 0; i < steps; ++i) {
    stepper->step(system, i * h, h, y, rate);
    y = stepper->end();
    system.unpack((i + 1) * h, y, x);
    system.pack(x, y);
    system.rate(x.t, y, rate);
  }
  return x;
}

double distance(const State& a, const State& b) {
  return std::max(largest(a.q - b.q), largest(a.v - b.v));
}

class Integrator : public ::testing::TestWithParam<std::string> {};

TEST_P(Integrator, ErrorsFallAsItsOrderSays) {
  const Model model = satellite();
  const RandomState random = random_state(model, 5);
  const State start{0, random.q, random.v};
  const State exact = integrate("dopri5", model, start, 2000);
  const int order = simulation::find_stepper(GetParam()).info.order;
  const int steps = order >= 4 ? 40 : 100;
  const double coarse = distance(integrate(GetParam(), model, start, steps), exact);
  const double fine = distance(integrate(GetParam(), model, start, 2 * steps), exact);
  EXPECT_GT(fine, 1e-13) << "nothing to measure";
  EXPECT_NEAR(std::log2(coarse / fine), order, 0.35) << coarse << " and " << fine;
}

TEST_P(Integrator, InterpolatesBetweenItsEnds) {
  const Model model = double_pendulum();
  const SimulationOptions options;
  const Controller idle = no_torque();
  System system(model, idle, options);
  const State x{0, Vector::Constant(2, 0.7), Vector::Constant(2, -1.1)};
  Vector y = Vector::Zero(system.size()), rate(system.size()), at(system.size());
  system.pack(x, y);
  system.rate(0, y, rate);
  const auto stepper = simulation::find_stepper(GetParam()).make();
  stepper->restart(system, x, y);
  const double h = 0.01;
  stepper->step(system, 0, h, y, rate);
  stepper->between(0, at);
  EXPECT_TRUE(close(at, y, 1e-15, 1));
  stepper->between(1, at);
  EXPECT_TRUE(close(at, stepper->end(), 1e-15, 1));
  // In the middle it is as good as half a step, but for what a cubic cannot follow.
  stepper->between(0.5, at);
  const Vector end = stepper->end();
  stepper->step(system, 0, 0.5 * h, y, rate);
  const double missed =
      std::pow(10, -0.5 - std::min(4, simulation::find_stepper(GetParam()).info.order));
  EXPECT_TRUE(close(at, stepper->end(), missed, largest(end - y)));
}

// Between its steps dopri5 has a polynomial of its own: errors fall by sixteen where steps halve.
TEST(Integrators, TheInterpolantOfDopri5IsOfFourthOrder) {
  const Model model = pendulum();
  const SimulationOptions options;
  const Controller idle = no_torque();
  System system(model, idle, options);
  Vector y = Vector::Zero(system.size()), rate(system.size()), at(system.size());
  system.pack({0, one(1.2), one(-1.1)}, y);
  system.rate(0, y, rate);
  const auto stepper = simulation::make_dopri5();
  const auto error = [&](double h) {
    stepper->step(system, 0, h, y, rate);
    stepper->between(0.5, at);
    stepper->step(system, 0, 0.5 * h, y, rate);
    return largest((at - stepper->end()).head(2));
  };
  EXPECT_GT(std::log2(error(0.1) / error(0.05)), 4.8);  // of one step: one order more
}

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const IntegratorInfo& info : integrators()) list.emplace_back(info.name);
  return list;
}
INSTANTIATE_TEST_SUITE_P(All, Integrator, ::testing::ValuesIn(names()),
                         [](const auto& tested) { return tested.param; });

TEST(Steppers, AMisspeltNameGetsTheNearest) {
  const std::string message = message_of<UsageError>([] { simulation::find_stepper("dopri4"); });
  EXPECT_TRUE(contains(message, "did you mean 'dopri5'?")) << message;
}

}  // namespace
}  // namespace kinetree::testing
