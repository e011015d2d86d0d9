// Step by step: records, breakpoints, events.
#include "simulate/driver.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/verify.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

TEST(Driver, RecordsOnItsGridAndAtTheEnd) {
  SimulationOptions options;
  options.duration = 0.25;
  options.record_every = 0.1;
  const auto run = simulate(pendulum(), at_rest(pendulum(), one(1)), no_torque(), options);
  ASSERT_EQ(run.samples.size(), 4U);
  EXPECT_EQ(run.samples[1].t, 0.1);
  EXPECT_EQ(run.samples[2].t, 0.2);
  EXPECT_EQ(run.samples[3].t, 0.25);
  options.duration = 0.3;  // 3 · 0.1 is not 0.3, but it is the end
  EXPECT_EQ(simulate(pendulum(), at_rest(pendulum(), one(1)), no_torque(), options).samples.size(),
            4U);
}

TEST(Driver, RecordsEveryStepWhereAskedTo) {
  SimulationOptions options;
  options.record_every = 0;
  const auto run = simulate(pendulum(), at_rest(pendulum(), one(1)), no_torque(), options);
  EXPECT_EQ(static_cast<long>(run.samples.size()), run.audit.steps + 1);
}

TEST(Driver, ARecorderTakesTheSamples) {
  std::vector<double> times;
  SimulationOptions options;
  const auto run = simulate(pendulum(), at_rest(pendulum(), one(1)), no_torque(), options,
                            [&](const Sample& sample) { times.push_back(sample.t); });
  EXPECT_TRUE(run.samples.empty());
  EXPECT_EQ(times.size(), 101U);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

TEST(Driver, SamplesAreConsistent) {
  const Model model = satellite();
  const RandomState x = random_state(model, 7);
  const auto run = simulate(model, {0, x.q, x.v}, constant_torque(0.1 * x.tau));
  Evaluator evaluator(model);
  for (const Sample& s : run.samples) {
    EXPECT_TRUE(close(s.a, evaluator.forward_dynamics(s.q, s.v, s.tau), 1e-12));
    EXPECT_NEAR(s.T, evaluator.kinetic_energy(s.q, s.v), 1e-12 * s.T);
  }
}

TEST(Driver, StepsEndAtBreakpoints) {
  SimulationOptions options;
  options.record_every = 0;
  options.breakpoints = {0.123, 0.5};
  const auto run = simulate(slider(), at_rest(slider(), one(0)), no_torque(), options);
  for (const double t : options.breakpoints) {
    EXPECT_TRUE(std::any_of(run.samples.begin(), run.samples.end(), [&](const Sample& s) {
      return s.t == t;
    })) << t;
  }
}

TEST(Driver, EventsAreMetExactly) {
  const Model model = slider();
  for (const IntegratorInfo& method : integrators()) {
    if (method.order < 2) continue;
    SCOPED_TRACE(method.name);
    SimulationOptions options;
    options.integrator.method = method.name;
    options.integrator.step = 0.01;
    options.events = {{"floor", [](const State& x) { return x.q[0] + 1; }, Event::falling, true}};
    const auto run = simulate(model, at_rest(model, one(0)), no_torque(), options);
    EXPECT_EQ(run.stop, Stop::event);
    EXPECT_NEAR(run.t, std::sqrt(2 / G), 1e-12);
    EXPECT_NEAR(run.samples.back().q[0], -1, 1e-12);
    ASSERT_EQ(run.happenings.size(), 1U);
    EXPECT_EQ(run.happenings[0].name, "floor");
    EXPECT_EQ(run.happenings[0].action, "stop");
  }
}

TEST(Driver, SwingsAreCounted) {
  const Model model = pendulum();
  SimulationOptions options;
  options.duration = 10;
  options.integrator.rtol = options.integrator.atol = 1e-10;
  options.events = {{"down", [](const State& x) { return x.q[0]; }}};
  const double amplitude = 0.5;
  const auto run = simulate(model, at_rest(model, one(amplitude)), no_torque(), options);
  // Twice a period; the period by the arithmetic-geometric mean.
  double a = 1, g = std::cos(amplitude / 2);
  for (int i = 0; i < 6; ++i) {
    const double mean = (a + g) / 2;
    g = std::sqrt(a * g);
    a = mean;
  }
  const double period = 2 * M_PI * std::sqrt(0.5 / G) / a;
  ASSERT_EQ(run.happenings.size(), static_cast<std::size_t>(10 / period * 2 + 0.5));
  for (std::size_t i = 0; i < run.happenings.size(); ++i) {
    EXPECT_NEAR(run.happenings[i].t, (static_cast<double>(i) + 0.5) * period / 2, 1e-7);
  }
}

TEST(Driver, ATimeIsAnEventToo) {
  SimulationOptions options;
  options.events = {at_time("half", 0.5)};
  options.breakpoints = {0.5};
  const auto run = simulate(slider(), at_rest(slider(), one(0)), no_torque(), options);
  ASSERT_EQ(run.happenings.size(), 1U);
  EXPECT_NEAR(run.happenings[0].t, 0.5, 1e-15);
}

TEST(Driver, SaysWhereItCannotGoOn) {
  const Model model = slider();
  const Controller wall = [](const State& x, Eigen::Ref<Vector> tau) {
    tau[0] = x.t > 0.3 ? std::nan("") : 0;
  };
  const auto run = simulate(model, at_rest(model, one(0)), wall);
  EXPECT_EQ(run.stop, Stop::not_finite);
  EXPECT_NEAR(run.t, 0.3, 1e-6);
  EXPECT_TRUE(run.samples.back().q.allFinite());
  EXPECT_TRUE(contains(run.stop_text, "the controller gave joint 'mass'")) << run.stop_text;
  EXPECT_FALSE(run.audit.instability);
}

// a = 1 / (t - 0.5)² has no integral: the robot is not at fault, and neither is NaN.
TEST(Driver, SaysWhereNoStepIsSmallEnough) {
  const Controller pole = [](const State& x, Eigen::Ref<Vector> tau) {
    tau[0] = 1 / ((x.t - 0.5) * (x.t - 0.5) + 1e-300);
  };
  const auto run = simulate(slider(), at_rest(slider(), one(0)), pole);
  EXPECT_EQ(run.stop, Stop::step_too_small);
  EXPECT_NEAR(run.t, 0.5, 1e-3);
  EXPECT_TRUE(run.audit.instability);
}

// Whatever ends with the run is on to its end.
TEST(Driver, AForceThatEndsWithTheRunActsInItsLastStep) {
  for (const IntegratorInfo& method : integrators()) {
    SimulationOptions options;
    options.integrator.method = method.name;
    options.integrator.step = 0.1;
    AppliedForce force{slider().at("mass"), Vector3::Zero(), {0, 0, 50}};
    force.to = 1;
    options.forces = {force};
    const auto run = simulate(slider(2), at_rest(slider(), one(0)), no_torque(), options);
    EXPECT_NEAR(run.samples.back().v[0], 25 - G, 1e-10) << method.name;
    EXPECT_EQ(run.audit.rejected, 0) << method.name;
  }
}

TEST(Driver, TheEndIsRecordedOnce) {
  SimulationOptions options;
  options.record_every = 0.1;
  options.events = {at_time("half", 0.5)};
  options.events[0].stops = true;
  options.breakpoints = {0.5};
  const auto run = simulate(slider(), at_rest(slider(), one(0)), no_torque(), options);
  ASSERT_EQ(run.samples.size(), 6U);
  EXPECT_EQ(run.samples.back().t, 0.5);
  EXPECT_EQ(run.stop, Stop::event);
}

// With e = 1 in nothing at all the event happens again and again at one time: the run must end.
TEST(Driver, EventsWithoutEndEndTheRun) {
  SimulationOptions options;
  options.events = {{"again", [](const State& x) { return x.q[0] + 0.5; }, Event::both, false,
                     [](State& x) { x.q[0] = x.q[0] < -0.5 ? -0.5 + 1e-15 : -0.5 - 1e-15; }}};
  const auto run = simulate(slider(), at_rest(slider(), one(0)), no_torque(), options);
  EXPECT_TRUE(run.stop == Stop::step_too_small || run.stop == Stop::reached_end);
  EXPECT_LE(run.happenings.size(), 2000U);
}

TEST(Driver, TheSameInputGivesTheSameBits) {
  const Model model = satellite();
  const RandomState x = random_state(model, 9);
  const auto last = [&] {
    return simulate(model, {0, x.q, x.v}, constant_torque(0.1 * x.tau)).samples.back().q;
  };
  EXPECT_EQ(last(), last());
}

TEST(Driver, AnotherPlantTakesTheTorques) {
  SimulationOptions options;
  options.plant = [](const State&, const Vector& tau, Eigen::Ref<Vector> a) { a = tau / 4; };
  const auto run = simulate(slider(), at_rest(slider(), one(0)), constant_torque(one(8)), options);
  EXPECT_NEAR(run.samples.back().q[0], 1, 1e-13);
}

}  // namespace
}  // namespace kinetree::testing
