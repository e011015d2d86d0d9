// Impacts, holds and changes of state.
#include <gtest/gtest.h>

#include <cmath>

#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

Model over_a_floor() {
  Model model;
  Link mass = make_link("mass", JointType::prismatic, Vector3::UnitZ(),
                        {2, Vector3::Zero(), Matrix3::Identity()});
  mass.joint.limits.lower = 0;
  model.add(mass);
  return model;
}

SimulationOptions at_limits(LimitOptions::Rule rule, double duration = 1) {
  SimulationOptions options;
  options.duration = duration;
  options.limits.rule = rule;
  return options;
}

TEST(Limits, CanEndTheRun) {
  const Model model = over_a_floor();
  const auto run =
      simulate(model, at_rest(model, one(1)), no_torque(), at_limits(LimitOptions::stop));
  EXPECT_EQ(run.stop, Stop::limit);
  EXPECT_NEAR(run.t, std::sqrt(2 / G), 1e-12);
  EXPECT_TRUE(run.audit.limits.empty());
}

TEST(Limits, BouncesComeWhenTheyShould) {
  const Model model = over_a_floor();
  SimulationOptions options = at_limits(LimitOptions::bounce, 2);
  options.limits.restitution = 0.5;
  const auto run = simulate(model, at_rest(model, one(1)), no_torque(), options);
  double t = std::sqrt(2 / G), speed = std::sqrt(2 * G);
  int bounces = 0;
  for (const Happening& happening : run.happenings) {
    if (happening.action != "bounce") break;
    EXPECT_NEAR(happening.t, t, 1e-9);
    speed *= 0.5;
    t += 2 * speed / G;
    ++bounces;
  }
  EXPECT_GE(bounces, 10);
  // Then it lies still, and the limit has taken all its energy.
  EXPECT_EQ(run.happenings.back().action, "hold");
  EXPECT_EQ(run.samples.back().q[0], 0);
  EXPECT_EQ(run.samples.back().v[0], 0);
  EXPECT_NEAR(run.audit.limit_work, -2 * G, 1e-9);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-9);
}

TEST(Limits, LetGoWhereTheyWouldHaveToPull) {
  const Model model = over_a_floor();
  SimulationOptions options = at_limits(LimitOptions::bounce, 3);
  const Controller lift = [](const State& x, Eigen::Ref<Vector> tau) { tau[0] = 10 * x.t; };
  const auto run = simulate(model, at_rest(model, one(0.1)), lift, options);
  ASSERT_EQ(run.happenings.size(), 2U);
  EXPECT_EQ(run.happenings[0].action, "hold");
  EXPECT_EQ(run.happenings[1].action, "release");
  EXPECT_NEAR(run.happenings[1].t, 2 * G / 10, 1e-9);
  // From then on v' = 5 (t - t0).
  const double since = 3 - 2 * G / 10;
  EXPECT_NEAR(run.samples.back().q[0], 5 * since * since * since / 6, 1e-8);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-8);
}

// The lower arm of a double pendulum hits its stop: the upper one feels it, angular momentum about
// the pivot does not, and energy falls.
TEST(Limits, AnImpactIsFeltByTheWholeRobot) {
  Model model = pendulum();
  Link lower = placed(make_link("lower", JointType::revolute, Vector3::UnitY(),
                                {1, Vector3(0, 0, -0.4), 0.01 * Matrix3::Identity()}),
                      Vector3(0, 0, -0.5));
  lower.joint.limits.upper = 0.5;
  model.add(lower, model.at("bob"));
  model.set_gravity(Vector3::Zero());
  SimulationOptions options = at_limits(LimitOptions::bounce, 1);
  options.limits.restitution = 0.7;
  options.integrator.rtol = options.integrator.atol = 1e-11;
  const State start{0, Vector::Zero(2), Eigen::Vector2d(0.3, 2)};
  const auto run = simulate(model, start, no_torque(), options);
  EXPECT_EQ(run.happenings.at(0).action, "bounce");
  Evaluator evaluator(model);
  const double before = evaluator.momentum(start.q, start.v)[0];
  const Sample& last = run.samples.back();
  EXPECT_NEAR(evaluator.momentum(last.q, last.v)[0], before, 1e-9);
  EXPECT_LT(run.audit.limit_work, -0.01);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-9);
}

TEST(Limits, PenaltiesPushBack) {
  const Model model = over_a_floor();
  SimulationOptions options = at_limits(LimitOptions::penalty, 5);
  options.limits.stiffness = 1e5;
  options.limits.damping = 300;
  const auto run = simulate(model, at_rest(model, one(0.5)), no_torque(), options);
  EXPECT_NEAR(run.samples.back().q[0], -2 * G / 1e5, 1e-6);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-5);
}

TEST(Limits, AStartBeyondThemIsRefused) {
  const Model model = over_a_floor();
  const std::string message = message_of<UsageError>([&] {
    simulate(model, at_rest(model, one(-1)), no_torque(), at_limits(LimitOptions::bounce));
  });
  EXPECT_TRUE(contains(message, "'mass' starts at -1 outside its limits")) << message;
}

TEST(Events, CanChangeTheState) {
  SimulationOptions options;
  options.events = {{"kick", [](const State& x) { return x.q[0] + 1; }, Event::falling, false,
                     [](State& x) { x.v[0] = 5; }}};
  const auto run = simulate(slider(2), at_rest(slider(), one(0)), no_torque(), options);
  const double hit = std::sqrt(2 / G), left = 1 - hit;
  EXPECT_NEAR(run.samples.back().q[0], -1 + 5 * left - 0.5 * G * left * left, 1e-10);
  EXPECT_NEAR(run.audit.event_work, 25 - 2 * G, 1e-9);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-9);
  EXPECT_EQ(run.happenings.at(0).action, "change");
}

}  // namespace
}  // namespace kinetree::testing
