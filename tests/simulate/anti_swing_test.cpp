// Controllers on robots with passive joints, and the one that stops a swing.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "kinetree/io.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing::anti_swing_test {
namespace {

const Driven arm{"link1", "link2"};

Gains gains(double kp, double kd) { return {Vector::Constant(2, kp), Vector::Constant(2, kd)}; }

State hanging(const Model& model, double swing = 0) {
  const Vector3 q(-1.2, 0.6, -M_PI / 2 + 0.6 + swing);
  return {0, q, Vector::Zero(model.nv())};
}

/// Accelerations that a controller makes.
Vector acceleration(const Model& model, const Controller& controller, const State& x) {
  Vector tau = Vector::Zero(model.nv());
  controller(x, tau);
  EXPECT_EQ(tau[2], 0);
  return Evaluator(model).forward_dynamics(x.q, x.v, tau);
}

TEST(PassiveJoints, DrivenOnesHaveTheAccelerationsThatComputedTorqueAsksFor) {
  const Model model = *robot("pelican3");
  const Controller controller =
      computed_torque(model, hold(Eigen::Vector2d(-1, 0.4)), gains(30, 5), {}, arm);
  const State x{0, Vector3(-0.8, 0.1, 0.3), Vector3(0.5, -0.7, 2)};
  const Vector a = acceleration(model, controller, x);
  EXPECT_NEAR(a[0], 30 * -0.2 - 5 * 0.5, 1e-11);
  EXPECT_NEAR(a[1], 30 * 0.3 + 5 * 0.7, 1e-11);
}

TEST(PassiveJoints, FeedforwardFollowsWhereTheRobotIsOnItsWay) {
  const Model model = *robot("pelican3");
  const Trajectory way =
      cosine(Eigen::Vector2d(-1, 0), Eigen::Vector2d(0.2, 0.3), Eigen::Vector2d(2, 3));
  Reference r;
  way(0.4, r);
  const State x{0.4, Vector3(r.q[0], r.q[1], 0.9), Vector3(r.v[0], r.v[1], -1)};
  const Vector a = acceleration(model, feedforward(model, way, {}, arm), x);
  EXPECT_NEAR(a[0], r.a[0], 1e-11);
  EXPECT_NEAR(a[1], r.a[1], 1e-11);
}

TEST(PassiveJoints, GravityIsThatOfTheDrivenOnes) {
  const Model model = *robot("pelican3");
  const State x = hanging(model);
  const Controller controller = pd_gravity(model, hold(x.q.head(2)), gains(10, 1), {}, arm);
  EXPECT_LT(acceleration(model, controller, x).norm(), 1e-12);
}

TEST(PassiveJoints, PassivityLeavesThemAlone) {
  const Model model = *robot("pelican3");
  const State x = hanging(model);
  const Vector two = Vector::Constant(2, 5);
  const Controller controller = passivity(model, hold(x.q.head(2)), two, two, {}, arm);
  EXPECT_LT(acceleration(model, controller, x).norm(), 1e-12);
  SimulationOptions options;
  options.duration = 6;
  State moved = x;
  moved.q[0] += 0.1;
  const auto run = simulate(model, moved, controller, options);
  EXPECT_LT((run.samples.back().q - x.q).head(2).norm(), 2e-3);
}

TEST(PassiveJoints, WhereAllAreDrivenNothingIsNew) {
  const Model model = *robot("pelican2");
  const State x{0, Eigen::Vector2d(0.3, 0.8), Eigen::Vector2d(1, -1)};
  const Trajectory way = hold(Eigen::Vector2d(0, 0));
  Vector plain = Vector::Zero(2), named = plain, swing = plain;
  computed_torque(model, way, gains(30, 5))(x, plain);
  computed_torque(model, way, gains(30, 5), {}, arm)(x, named);
  anti_swing(model, way, gains(30, 5), {}, arm)(x, swing);
  EXPECT_EQ(plain, named);
  EXPECT_EQ(plain, swing);
}

TEST(PassiveJoints, NamesThatTheRobotDoesNotHaveArePassedOver) {
  const Model model = *robot("pelican3");
  const State x = hanging(model);
  const Gains three{Vector::Constant(3, 10), Vector::Constant(3, 1)};
  const Controller controller = computed_torque(model, hold(Vector3(x.q[0], 7, x.q[1])), three, {},
                                                {"link1", "nothing", "link2"});
  EXPECT_LT(acceleration(model, controller, x).norm(), 1e-12);
  EXPECT_THROW(computed_torque(model, hold(Vector3(0, 0, 0)), three, {}, arm), UsageError);
  EXPECT_THROW(computed_torque(model, hold(Eigen::Vector2d(0, 0)), three, {}, arm), UsageError);
}

// The poles are where the formulas say, whether the arm is slower or faster than the pendulum.
TEST(AntiSwing, PlacesThePolesOfArmAndPendulum) {
  const Model model = *robot("pelican3");
  const State x = hanging(model);
  const double omega = std::sqrt(1.5 * 9.81 * 0.11 / (0.02 + 1.5 * 0.11 * 0.11));
  for (const double kp : {10.0, omega * omega, 200.0}) {
    const double kd = 2.5 * std::sqrt(kp);
    const Controller controller = anti_swing(model, hold(x.q.head(2)), gains(kp, kd), {}, arm);
    const double growth = growth_rate(model, x, controller);
    // All in one pair, twice; and along the other direction of the arm s² + kd s + kp.
    const double Omega = std::sqrt(omega * std::sqrt(kp));
    const double zeta = kd * std::sqrt(omega) / (4 * std::pow(kp, 0.75));
    const auto slowest = [](double b, double c) {
      return b * b >= 4 * c ? (-b + std::sqrt(b * b - 4 * c)) / 2 : -b / 2;
    };
    const double expected = std::max(slowest(2 * zeta * Omega, Omega * Omega), slowest(kd, kp));
    EXPECT_LT(growth, 0) << kp;
    // A double pole feels the damping of w⁺ by its square root.
    EXPECT_NEAR(growth, expected, 0.12 * std::abs(expected)) << kp;
  }
}

TEST(AntiSwing, BringsASwingToRestThatTrackingLeaves) {
  const Model model = *robot("pelican3");
  const State x = hanging(model, 0.5);
  SimulationOptions options;
  options.duration = 4;
  const auto swing = [&](const Controller& controller) {
    const auto run = simulate(model, x, controller, options);
    double most = 0;
    for (const Sample& s : run.samples) {
      if (s.t > 3) most = std::max(most, std::abs(s.q.sum() + M_PI / 2));
    }
    return most;
  };
  const Trajectory stay = hold(x.q.head(2));
  EXPECT_LT(swing(anti_swing(model, stay, gains(100, 20), {}, arm)), 0.01);
  EXPECT_NEAR(swing(computed_torque(model, stay, gains(100, 20), {}, arm)), 0.5, 1e-3);
}

}  // namespace
}  // namespace kinetree::testing::anti_swing_test
