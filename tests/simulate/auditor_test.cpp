// The books of a run: what the audit says is what happened.
#include "simulate/auditor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

TEST(Audit, EnergyOfAFallIsKept) {
  const Model model = satellite();
  const RandomState x = random_state(model, 1);
  SimulationOptions options;
  options.integrator.rtol = options.integrator.atol = 1e-11;
  const auto run = simulate(model, {0, x.q, x.v}, no_torque(), options);
  EXPECT_EQ(run.stop, Stop::reached_end);
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-8);
  EXPECT_NEAR(run.audit.final_energy, run.audit.initial_energy, 1e-8);
  EXPECT_EQ(run.audit.work.norm(), 0);
}

TEST(Audit, MomentumOfAFloatingRobotFollowsGravity) {
  const Model model = satellite();
  const RandomState x = random_state(model, 4);
  SimulationOptions options;
  options.integrator.rtol = options.integrator.atol = 1e-11;
  const Controller inside = [](const State& s, Eigen::Ref<Vector> tau) {
    tau.tail(4).setConstant(std::sin(5 * s.t));  // joints, not the base
  };
  const auto run = simulate(model, {0, x.q, x.v}, inside, options);
  ASSERT_TRUE(run.audit.linear_drift && run.audit.angular_drift);
  EXPECT_LT(run.audit.linear_drift->value, 1e-8);
  EXPECT_LT(run.audit.angular_drift->value, 1e-8);
  // Whoever holds the base changes momentum, and so does a force.
  EXPECT_FALSE(simulate(model, {0, x.q, x.v}, constant_torque(Vector::Ones(10)), options)
                   .audit.linear_drift);
  options.forces = {{model.at("hull"), Vector3::Zero(), {1, 0, 0}}};
  EXPECT_FALSE(simulate(model, {0, x.q, x.v}, inside, options).audit.linear_drift);
  EXPECT_FALSE(simulate(pendulum(), at_rest(pendulum(), one(1)), no_torque()).audit.linear_drift);
}

TEST(Audit, WorkOfEachTorqueIsItsIntegral) {
  const Model model = double_pendulum();
  SimulationOptions options;
  options.integrator.rtol = options.integrator.atol = 1e-10;
  const Vector tau = Eigen::Vector2d(1.5, -0.4);
  const State start = at_rest(model, Vector::Constant(2, 0.2));
  const auto run = simulate(model, start, constant_torque(tau), options);
  // A constant torque does τ (q1 - q0).
  const Vector moved = run.samples.back().q - start.q;
  EXPECT_TRUE(close(run.audit.work, tau.cwiseProduct(moved), 1e-9));
  EXPECT_NEAR(run.audit.final_energy - run.audit.initial_energy, run.audit.work.sum(), 1e-9);
}

TEST(Audit, FrictionTakesWhatIsLost) {
  const Model model = sled(2, 3);
  SimulationOptions options;
  const auto run = simulate(model, {0, one(0), one(4)}, no_torque(), options);
  EXPECT_NEAR(run.samples.back().v[0], 4 * std::exp(-1.5), 1e-7);
  EXPECT_NEAR(run.audit.friction_work, -16 * (1 - std::exp(-3)), 1e-6);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-8);
}

TEST(Audit, ForcesOnLinksDoWork) {
  const Model model = slider(2);
  SimulationOptions options;
  options.forces = {{model.at("mass"), Vector3::Zero(), {0, 0, 50}}};
  options.forces[0].from = 0.25;
  options.forces[0].to = 0.75;
  const auto run = simulate(model, at_rest(model, one(0)), no_torque(), options);
  double q = 0, v = 0, work = 0;
  for (const auto& [time, force] : {std::pair{0.25, 0.0}, {0.5, 50.0}, {0.25, 0.0}}) {
    const double a = force / 2 - G, moved = v * time + 0.5 * a * time * time;
    q += moved;
    v += a * time;
    work += force * moved;
  }
  EXPECT_NEAR(run.samples.back().q[0], q, 1e-12);
  EXPECT_NEAR(run.audit.external_work, work, 1e-10);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-10);
}

TEST(Audit, ConditionOfMIsThatOfItsEigenvalues) {
  const Model model = double_pendulum();
  const auto run = simulate(model, at_rest(model, Eigen::Vector2d(0, 1.5)), no_torque());
  const Eigen::JacobiSVD<Matrix> svd(Evaluator(model).mass_matrix(Eigen::Vector2d(0, 1.5)));
  EXPECT_NEAR(run.audit.initial_condition, svd.singularValues()[0] / svd.singularValues()[1],
              1e-9 * run.audit.initial_condition);
  EXPECT_GE(run.audit.largest_condition.value, run.audit.initial_condition);
}

// Large robots: power iterations, which cannot overshoot.
TEST(Audit, ConditionOfLargeRobotsIsEstimated) {
  const Model snake = *robot("snake:80");
  SimulationOptions options;
  options.duration = 1e-4;
  const auto run = simulate(snake, at_rest(snake, snake.neutral()), no_torque(), options);
  const Eigen::JacobiSVD<Matrix> svd(Evaluator(snake).mass_matrix(snake.neutral()));
  const double exact = svd.singularValues()[0] / svd.singularValues()[79];
  EXPECT_LT(run.audit.initial_condition, 1.001 * exact);
  EXPECT_GT(run.audit.initial_condition, 0.5 * exact);
}

TEST(Audit, ABreakdownOfTheIntegratorIsNotBlamedOnTheRobot) {
  const Model model = sled(1, 1e4);
  SimulationOptions options;
  options.duration = 100;
  options.integrator.method = "rk4";
  options.integrator.step = 1e-2;
  const auto run = simulate(model, {0, one(0), one(1)}, no_torque(), options);
  EXPECT_EQ(run.stop, Stop::not_finite);
  ASSERT_TRUE(run.audit.instability);
  EXPECT_EQ(run.audit.instability->joint, "mass");
  EXPECT_TRUE(contains(run.audit.instability->text, "the integrator is at fault"));
}

TEST(Audit, AnErrorOfTheControllerIsNoInstability) {
  const Model model = pendulum();
  SimulationOptions options;
  options.desired = hold(one(1));
  const auto run =
      simulate(model, at_rest(model, one(1)), pd(hold(one(1)), {one(20), one(8)}), options);
  EXPECT_FALSE(run.audit.instability);
  ASSERT_EQ(run.audit.remarks.size(), 1U);
  EXPECT_EQ(run.audit.departures.size(), 1U);
  EXPECT_EQ(run.audit.tracking_joint, "bob");
}

TEST(Audit, ARunThatStartsOffItsReferenceIsJudgedByItsGrowth) {
  const Model model = pendulum();
  SimulationOptions options;
  options.duration = 3;
  options.desired = hold(one(M_PI));
  const auto run = simulate(model, at_rest(model, one(M_PI + 0.002)), no_torque(), options);
  ASSERT_TRUE(run.audit.instability);
  EXPECT_NEAR(*run.audit.instability->growth, std::sqrt(G / 0.5), 0.2);
}

TEST(Audit, MomentumIsNotClaimedAfterAKickOrWithAGroundedBase) {
  Model model = satellite();
  const RandomState x = random_state(model, 4);
  SimulationOptions options;
  options.events = {at_time("kick", 0.5)};
  options.events[0].change = [](State& s) { s.v[0] += 1; };
  options.breakpoints = {0.5};
  EXPECT_FALSE(simulate(model, {0, x.q, x.v}, no_torque(), options).audit.linear_drift);
}

TEST(Audit, LimitsThatWerePassedAreNamed) {
  Model model;
  Link mass = make_link("mass", JointType::prismatic);
  mass.joint.limits.lower = -1;
  model.add(mass);
  const auto run = simulate(model, at_rest(model, one(0)), no_torque());
  ASSERT_EQ(run.audit.limits.size(), 1U);
  EXPECT_EQ(run.audit.limits[0].joint, "mass");
  EXPECT_FALSE(run.audit.limits[0].upper);
  EXPECT_NEAR(run.audit.limits[0].t, std::sqrt(2 / G), 0.011);  // seen at the next sample
}

}  // namespace
}  // namespace kinetree::testing
