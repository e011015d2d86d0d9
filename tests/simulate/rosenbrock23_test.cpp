// The method for stiff robots.
#include <gtest/gtest.h>

#include <cmath>

#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

Run brake(const std::string& method, double damping) {
  const Model model = sled(1, damping);
  SimulationOptions options;
  options.duration = 1;
  options.integrator.method = method;
  options.integrator.rtol = options.integrator.atol = 1e-4;
  const Controller pull = [](const State& x, Eigen::Ref<Vector> tau) { tau[0] = std::cos(x.t); };
  return simulate(model, {0, one(0), one(1)}, pull, options);
}

// v' = cos t - d v: after the first moment v = (d cos t + sin t) / (d² + 1).
TEST(Rosenbrock23, StiffDampingTakesNoSmallSteps) {
  const double d = 1e6;
  const auto stiff = brake("rosenbrock23", d);
  EXPECT_NEAR(stiff.samples.back().v[0], (d * std::cos(1) + std::sin(1)) / (d * d + 1), 1e-9);
  EXPECT_LT(stiff.audit.steps, 200);
  EXPECT_GT(brake("dopri5", 1e4).audit.steps, 1000);
}

TEST(Rosenbrock23, WorksAreIntegratedWithTheMotion) {
  const auto run = brake("rosenbrock23", 5);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-3);  // at a tolerance of 1e-4
  EXPECT_LT(run.audit.friction_work, -0.05);
}

}  // namespace
}  // namespace kinetree::testing
