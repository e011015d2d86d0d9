// All methods of a quantity are the same quantity.
#include <cmath>

#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

/// 1e-13 + 50 n eps, as verify() allows.
double allowed(int n) { return 1e-13 + 50 * n * eps; }

TEST(Agreement, EveryMassMatrixIsThatOfCompositeBodies) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    Evaluator reference(robot.model);
    const Matrix M = reference.mass_matrix(robot.state.q);
    const int n = robot.model.nv();
    for (Candidate& c : candidates(robot.model, Quantity::mass_matrix)) {
      const Matrix other = c.evaluator.mass_matrix(robot.state.q);
      EXPECT_TRUE(close(other, M, allowed(n))) << c.method.name;
      EXPECT_LT(summed_difference(other, M), 2e-15 * n * n) << c.method.name;
    }
  }
}

TEST(Agreement, EveryBiasAndInverseDynamicsIsThatOfNewtonAndEuler) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    Evaluator reference(robot.model);
    const Vector h = reference.bias(x.q, x.v);
    const Vector tau = reference.inverse_dynamics(x.q, x.v, x.a);
    for (Candidate& c : candidates(robot.model, Quantity::bias)) {
      EXPECT_TRUE(close(c.evaluator.bias(x.q, x.v), h, allowed(robot.model.nv()))) << c.method.name;
    }
    for (Candidate& c : candidates(robot.model, Quantity::inverse_dynamics)) {
      EXPECT_TRUE(close(c.evaluator.inverse_dynamics(x.q, x.v, x.a), tau, allowed(robot.model.nv()),
                        largest(tau) + largest(h)))
          << c.method.name;
    }
  }
}

// Fig. 6 of Wang & Ju: all joints of the rocker arm follow 5 sin(t) for 10 s.
TEST(Agreement, RockerArmFollowingASineDiffersInTheEighteenthDigit) {
  for (const char* name : {"rocker5_printed", "rocker5"}) {
    const Model model = load_model(name);
    Options options;
    options.methods.mass_matrix = "explicit";
    Evaluator proposed(model, options);
    options.methods.mass_matrix = "momentum";
    Evaluator momentum(model, options);
    double worst = 0, largest_value = 0;
    for (int step = 0; step <= 1000; ++step) {
      const Vector q = Vector::Constant(5, 5 * std::sin(0.01 * step));
      const double M21 = proposed.mass_matrix(q)(1, 0);
      worst = std::max(worst, std::abs(M21 - momentum.mass_matrix(q)(1, 0)));
      largest_value = std::max(largest_value, std::abs(M21));
    }
    EXPECT_LT(worst, 5e-18) << name;
    EXPECT_GT(largest_value, 1e-3) << name;
  }
}

}  // namespace
}  // namespace kinetree::testing
