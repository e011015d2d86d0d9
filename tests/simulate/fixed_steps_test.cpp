// Methods of fixed steps: their grid, and what they promise beyond their order.
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/io.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

Run swing(const std::string& method, double step, double duration) {
  const Model arm = *robot("three_link");
  SimulationOptions options;
  options.duration = duration;
  options.integrator.method = method;
  options.integrator.step = step;
  options.record_every = 0.1;
  return simulate(arm, {0, Vector3(0, 0.4, -0.8), Vector3(1, 0.5, 0)}, no_torque(), options);
}

TEST(Rk4Energy, KeepsTheEnergyThatRk4Loses) {
  const double kept = std::abs(swing("rk4_energy", 5e-3, 20).audit.largest_balance.value);
  const double lost = std::abs(swing("rk4", 5e-3, 20).audit.largest_balance.value);
  EXPECT_LT(kept, 1e-9);
  EXPECT_GT(lost, 1e3 * kept);
}

TEST(Rk4Energy, FollowsTheWorkOfATorque) {
  const Model model = double_pendulum();
  SimulationOptions options;
  options.duration = 3;
  options.integrator.method = "rk4_energy";
  options.integrator.step = 2e-3;
  const auto run = simulate(model, at_rest(model, Vector::Constant(2, 0.3)),
                            constant_torque(Vector::Constant(2, 2.5)), options);
  EXPECT_GT(run.audit.work.cwiseAbs().maxCoeff(), 0.1);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-10);
}

// The energy of the oscillator swings, but does not leave: that is what the method is for.
TEST(SemiImplicitEuler, EnergyDoesNotDriftAway) {
  const Model model = pendulum();
  SimulationOptions options;
  options.duration = 200;
  options.integrator.method = "semi_implicit_euler";
  options.integrator.step = 1e-2;
  const auto run = simulate(model, at_rest(model, one(0.1)), no_torque(), options);
  double early = 0, late = 0;
  for (const Sample& s : run.samples) {
    (s.t < 100 ? early : late) = std::max(s.t < 100 ? early : late, std::abs(s.balance));
  }
  EXPECT_LT(late, 1.05 * early);
}

TEST(FixedSteps, EndOnTheGridAndAtTheEnd) {
  const auto run = swing("rk4", 3e-3, 0.1);  // does not divide the duration
  EXPECT_EQ(run.audit.steps, 34);
  EXPECT_EQ(run.samples.back().t, 0.1);
  EXPECT_NEAR(run.audit.largest_step, 3e-3, 1e-15);
  EXPECT_NEAR(run.audit.smallest_step, 1e-3, 1e-12);
  EXPECT_EQ(run.audit.rejected, 0);
}

// A thousand steps of a thousandth are a thousand, not a thousand and one.
TEST(FixedSteps, RoundingMakesNoStepOfItsOwn) {
  EXPECT_EQ(swing("rk4", 1e-3, 1).audit.steps, 1000);
  EXPECT_EQ(swing("semi_implicit_euler", 0.1, 0.3).audit.steps, 3);
}

}  // namespace
}  // namespace kinetree::testing
