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

// Two masses over one floor, let go from heights that meet it at the same time but for rounding.
TEST(Limits, NoneIsLostWhereSeveralAreMetAtOnce) {
  Model model;
  for (const char* name : {"left", "right"}) {
    Link mass = make_link(name, JointType::prismatic, Vector3::UnitZ(),
                          {2, Vector3::Zero(), Matrix3::Identity()});
    mass.joint.limits.lower = 0;
    model.add(mass);
  }
  for (const char* method : {"dopri5", "rk4", "rosenbrock23", "semi_implicit_euler"}) {
    for (int i = 1; i <= 20; ++i) {
      SimulationOptions options = at_limits(LimitOptions::bounce, 1);
      options.integrator.method = method;
      options.limits.restitution = i % 2 == 0 ? 0.5 : 0;
      const Vector height = Vector::Constant(2, 0.013 * i);
      const auto run = simulate(model, at_rest(model, height), no_torque(), options);
      EXPECT_GE(run.samples.back().q.minCoeff(), -1e-9) << method << " " << i;
      EXPECT_EQ(run.stop, Stop::reached_end) << method << " " << i << ": " << run.stop_text;
    }
  }
}

TEST(Limits, RestingOnOneUnpressedIsNothing) {
  Model model = over_a_floor();
  model.set_gravity(Vector3::Zero());
  for (const auto rule : {LimitOptions::stop, LimitOptions::bounce}) {
    const auto run = simulate(model, at_rest(model, one(0)), no_torque(), at_limits(rule));
    EXPECT_EQ(run.stop, Stop::reached_end);
    EXPECT_TRUE(run.happenings.empty());
  }
  // Arriving without bounce and without weight: it stays.
  const auto run =
      simulate(model, {0, one(0.1), one(-1)}, no_torque(), at_limits(LimitOptions::bounce));
  EXPECT_EQ(run.stop, Stop::reached_end);
  EXPECT_EQ(run.samples.back().q[0], 0);
  // A controller that keeps it there.
  const auto kept = simulate(model, {0, one(0.1), one(-1)}, pd(hold(one(0)), {one(50), one(5)}),
                             at_limits(LimitOptions::bounce, 3));
  EXPECT_EQ(kept.stop, Stop::reached_end);
  EXPECT_NEAR(kept.samples.back().q[0], 0, 1e-6);
}

TEST(Limits, AHeldJointThatIsKickedFlies) {
  const Model model = over_a_floor();
  SimulationOptions options = at_limits(LimitOptions::bounce, 1.5);
  options.events = {at_time("kick", 1)};
  options.events[0].change = [](State& x) { x.v[0] = 5; };
  options.breakpoints = {1};
  const auto run = simulate(model, at_rest(model, one(0.1)), no_torque(), options);
  EXPECT_NEAR(run.samples.back().q[0], 5 * 0.5 - 0.5 * G * 0.25, 1e-9);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-9);
}

/// A cart that runs into its stop, with a puck against a wall on it.
Model cart_and_puck() {
  Model model;
  model.set_gravity(Vector3::Zero());
  Link cart = make_link("cart", JointType::prismatic, Vector3::UnitX(),
                        {10, Vector3::Zero(), Matrix3::Identity()});
  cart.joint.limits.upper = 1;
  model.add(cart);
  Link puck = make_link("puck", JointType::prismatic, Vector3::UnitX(),
                        {1, Vector3::Zero(), Matrix3::Identity()});
  puck.joint.limits.lower = 0;
  model.add(puck, model.at("cart"));
  return model;
}

// The wall cannot pull the puck: it flies on where the cart stops.
TEST(Limits, AnImpactElsewhereLetsGoOfWhatWasHeld) {
  const Model model = cart_and_puck();
  const auto run =
      simulate(model, {0, Eigen::Vector2d(0.5, 0), Eigen::Vector2d(1, 0)},
               constant_torque(Eigen::Vector2d(0, -1e-3)), at_limits(LimitOptions::bounce, 1));
  EXPECT_EQ(run.samples.back().q[0], 1);
  EXPECT_NEAR(run.samples.back().q[1], 0.5, 1e-3);
  EXPECT_NEAR(run.samples.back().v[1], 1, 2e-3);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-9);
}

// While the cart is pushed, the puck is pressed against the wall; where the cart rests, a small
// force moves it away.
TEST(Limits, WhatPressedMayEndWithAnImpact) {
  const Model model = cart_and_puck();
  const auto run =
      simulate(model, at_rest(model, Eigen::Vector2d(0.9, 0)),
               constant_torque(Eigen::Vector2d(1, 0.05)), at_limits(LimitOptions::bounce, 6));
  EXPECT_EQ(run.samples.back().q[0], 1);
  EXPECT_GT(run.samples.back().q[1], 0.1);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-8);
}

TEST(Limits, OfAMimickingJointAreThoseOfItsLeader) {
  Model model;
  model.add(make_link("leader", JointType::prismatic));
  Link follower = mimicking(make_link("follower", JointType::prismatic), "leader", -2, 0.1);
  follower.joint.limits.lower = -0.5;
  model.add(follower);
  const auto run =
      simulate(model, at_rest(model, one(0)), no_torque(), at_limits(LimitOptions::stop, 2));
  EXPECT_EQ(run.stop, Stop::limit);
  EXPECT_NEAR(run.samples.back().q[0], 0.3, 1e-12);
  EXPECT_EQ(run.happenings.at(0).name, "limit follower");
}

TEST(Limits, AnEventMustNotPutAJointBeyondThem) {
  SimulationOptions options = at_limits(LimitOptions::bounce);
  options.events = {at_time("jump", 0.1)};
  options.events[0].change = [](State& x) { x.q[0] = -1; };
  options.breakpoints = {0.1};
  const Model model = over_a_floor();
  const auto run = simulate(model, at_rest(model, one(1)), no_torque(), options);
  EXPECT_EQ(run.stop, Stop::limit);
  EXPECT_TRUE(contains(run.stop_text, "'jump'")) << run.stop_text;
}

TEST(Limits, AStartBeyondThemIsRefused) {
  const Model model = over_a_floor();
  const std::string message = message_of<UsageError>([&] {
    simulate(model, at_rest(model, one(-1)), no_torque(), at_limits(LimitOptions::bounce));
  });
  EXPECT_TRUE(contains(message, "'mass' starts at -1 outside its limits")) << message;
}

TEST(Events, ThatLeaveNoStateEndTheRun) {
  SimulationOptions options;
  options.events = {{"lost", [](const State& x) { return x.q[0] + 1; }, Event::falling, false,
                     [](State& x) { x.v[0] = std::nan(""); }}};
  const auto run = simulate(slider(2), at_rest(slider(), one(0)), no_torque(), options);
  EXPECT_EQ(run.stop, Stop::not_finite);
  EXPECT_TRUE(contains(run.stop_text, "'lost'")) << run.stop_text;
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
