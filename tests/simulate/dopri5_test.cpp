// Dormand–Prince with the step control of ode45.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinetree/io.hpp"
#include "simulate/robots.hpp"
#include "simulate/stepper.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

// x' = v, v' = -g: a polynomial of second degree, so nothing is lost but rounding.
TEST(Dopri5, FallsExactly) {
  SimulationOptions options;
  options.duration = 2;
  const auto run = simulate(slider(), at_rest(slider(), one(0)), no_torque(), options);
  const Sample& last = run.samples.back();
  EXPECT_EQ(last.t, 2);
  EXPECT_NEAR(last.q[0], -0.5 * G * 4, 1e-13);
  EXPECT_NEAR(last.v[0], -G * 2, 1e-13);
}

TEST(Dopri5, TheEstimateOfTheErrorIsItsSize) {
  const Model model = pendulum();
  const SimulationOptions options;
  const Controller idle = no_torque();
  simulation::System system(model, idle, options);
  Vector y = Vector::Zero(system.size()), rate(system.size());
  system.pack({0, one(1.2), one(0.5)}, y);
  system.rate(0, y, rate);
  const auto stepper = simulation::make_dopri5();
  const auto fine = simulation::make_dopri5();
  const double h = 0.1;
  Vector exact = y, f = rate;
  for (int i = 0; i < 100; ++i) {
    fine->step(system, i * h / 100, h / 100, exact, f);
    exact = fine->end();
    f = fine->end_rate();
  }
  stepper->step(system, 0, h, y, rate);
  // The estimate is that of the fourth-order result, so the fifth-order one is better than it.
  const double truth = largest((stepper->end() - exact).head(2));
  const double estimate = largest(stepper->error()->head(2));
  EXPECT_LT(truth, estimate);
  EXPECT_GT(truth, estimate / 100);
}

// The steps of ode45 for an oscillator were counted in the same arithmetic by hand: what matters is
// that tolerances mean what they mean there.
TEST(Dopri5, ErrorsFollowTheTolerance) {
  const Model model = pendulum();
  SimulationOptions exact_options;
  exact_options.duration = 3;
  exact_options.integrator.rtol = exact_options.integrator.atol = 1e-13;
  const State start = at_rest(model, one(2));
  const double exact = simulate(model, start, no_torque(), exact_options).samples.back().q[0];
  double previous = 1;
  long steps = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    SimulationOptions options = exact_options;
    options.integrator.rtol = options.integrator.atol = tolerance;
    const auto run = simulate(model, start, no_torque(), options);
    const double error = std::abs(run.samples.back().q[0] - exact);
    EXPECT_LT(error, 100 * tolerance);
    EXPECT_LT(error, previous);
    EXPECT_GT(run.audit.steps, steps);
    // Six evaluations a step, tried or taken, and the first.
    EXPECT_EQ(run.audit.evaluations, 6 * (run.audit.steps + run.audit.rejected) + 1);
    previous = error;
    steps = run.audit.steps;
  }
}

// [mohan_saha2007] 4.2 with their tolerance: figures 5 and 6, and REPRODUCTION of their table 3.
TEST(Dopri5, PumaLeavesItsTrajectoryWhereTheInvertedPendulumTakesIt) {
  const Model puma = *robot("puma6");
  const Trajectory desired = cycloid(Vector::Zero(6), Vector::Constant(6, std::numbers::pi), 10);
  SimulationOptions options;
  options.duration = 6.5;
  options.integrator = {.method = "dopri5", .rtol = 1e-8, .atol = 1e-8, .max_step = 1};
  options.desired = desired;
  std::vector<double> times;
  for (const char* method : {"denoc", "cholesky"}) {
    SCOPED_TRACE(method);
    options.methods.forward_dynamics = method;
    const auto run =
        simulate(puma, at_rest(puma, Vector::Zero(6)), feedforward(puma, desired), options);
    std::vector<std::string> order;
    for (const Audit::Departure& departure : run.audit.departures) {
      order.push_back(departure.joint);
    }
    const std::vector<std::string> expected{"link3", "link6", "link5", "link4", "link2", "link1"};
    EXPECT_EQ(order, expected);
    const double first[] = {5.777, 5.784, 5.803, 5.938, 5.946, 6.016};
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(run.audit.departures[i].t, first[i], 0.1);
      times.push_back(run.audit.departures[i].t);
    }
    for (const Sample& sample : run.samples) {
      if (sample.t > 5) break;
      EXPECT_LT(std::abs(sample.balance), 1e-8) << sample.t;
      EXPECT_LT(largest(sample.q - sample.q_desired), 1e-7) << sample.t;
    }
    ASSERT_TRUE(run.audit.instability);
    EXPECT_EQ(run.audit.instability->joint, "link3");
    EXPECT_NEAR(*run.audit.instability->growth, 27, 2);
  }
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(times[i], times[i + 6], 0.01);
}

// [truc2020] (72), (73).
TEST(Dopri5, ThreeLinkArmFollowsItsFeedforward) {
  const Model arm = *robot("three_link");
  const Trajectory desired =
      cosine(Vector::Zero(3), Vector3(1, 0.75, 0.5), Vector::Constant(3, 2 * std::numbers::pi));
  SimulationOptions options;
  options.duration = 2;
  options.integrator.rtol = options.integrator.atol = 1e-13;
  options.desired = desired;
  for (const char* method : {"denoc", "ltdl", "aba", "cholesky"}) {
    options.methods.forward_dynamics = method;
    const auto run =
        simulate(arm, at_rest(arm, Vector::Zero(3)), feedforward(arm, desired), options);
    EXPECT_LE(run.audit.tracking_error->value, 1e-12) << method;
    EXPECT_TRUE(run.audit.departures.empty());
  }
}

}  // namespace
}  // namespace kinetree::testing
