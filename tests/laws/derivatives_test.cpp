// Analytic derivatives are those of dual numbers run through the kernels; the regressor is τ's.
#include "evaluate/dual_derivative.hpp"
#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

/// Dual numbers run a method once a velocity.
std::vector<Case> moderate_cases() {
  std::vector<Case> cases;
  for (Case& robot : law_cases()) {
    if (robot.model.nv() <= 60) cases.push_back(std::move(robot));
  }
  return cases;
}

TEST(Derivatives, OfInverseDynamicsAreThoseOfDualNumbers) {
  KINETREE_FOR_EACH(robot, moderate_cases()) {
    const RandomState& x = robot.state;
    Evaluator e(robot.model);
    const auto& d = e.inverse_dynamics_derivatives(x.q, x.v, x.a);
    // What cancels in the derivatives of a single joint.
    const double size = largest(d.dq) + largest(d.da) * (largest(x.v) + largest(x.a));
    for (const char* name : {"rnea", "denoc"}) {
      const Method& method = find_method(Quantity::inverse_dynamics, name);
      EXPECT_TRUE(close(d.dq, dual_derivative(robot.model, x, method, Variable::q), 1e-11, size));
      EXPECT_TRUE(close(d.dv, dual_derivative(robot.model, x, method, Variable::v), 1e-11, size));
      EXPECT_TRUE(close(d.da, dual_derivative(robot.model, x, method, Variable::a), 1e-12));
    }
  }
}

TEST(Derivatives, OfForwardDynamicsAreThoseOfDualNumbers) {
  KINETREE_FOR_EACH(robot, moderate_cases()) {
    const RandomState& x = robot.state;
    Evaluator e(robot.model);
    const ForwardDynamicsDerivatives& d = e.forward_dynamics_derivatives(x.q, x.v, x.tau);
    const double condition = e.mass_matrix(x.q).norm() * e.mass_matrix_inverse(x.q).norm();
    const double tolerance = 1e-11 + 100 * condition * eps;
    const Method method = candidates(robot.model, Quantity::forward_dynamics).front().method;
    const Matrix dq = dual_derivative(robot.model, x, method, Variable::q);
    const Matrix dv = dual_derivative(robot.model, x, method, Variable::v);
    EXPECT_TRUE(close(d.dq, dq, tolerance, largest(dq) + largest(x.v)));
    EXPECT_TRUE(close(d.dv, dv, tolerance, largest(dv) + largest(x.v)));  // zero of a single joint
    EXPECT_TRUE(close(d.dtau, dual_derivative(robot.model, x, method, Variable::tau), tolerance));
  }
}

TEST(Derivatives, OfTheMassMatrixAreThoseOfDualNumbers) {
  KINETREE_FOR_EACH(robot, moderate_cases()) {
    const RandomState& x = robot.state;
    const int n = robot.model.nv();
    Evaluator e(robot.model);
    const Method& crba = find_method(Quantity::mass_matrix, "crba");
    const Matrix M = e.mass_matrix(x.q), &dM = e.mass_matrix_derivative(x.q);
    const double size = largest(M) + largest(dM);
    EXPECT_TRUE(close(dM.reshaped(n * n, n), dual_derivative(robot.model, x, crba, Variable::q),
                      1e-12, size));
    EXPECT_TRUE(close(e.mass_matrix_rate(x.q, x.v), dual_rate(robot.model, x, crba), 1e-12,
                      size * x.v.cwiseAbs().sum()));
  }
}

TEST(Derivatives, WithFrictionHaveDamping) {
  const Model model = random_tree(3, {.links = 8, .mimics = true});
  const RandomState x = random_state(model, 3);
  Options options;
  options.include.friction = true;
  Evaluator with(model, options), without(model);
  const Matrix more = with.inverse_dynamics_derivatives(x.q, x.v, x.a).dv -
                      without.inverse_dynamics_derivatives(x.q, x.v, x.a).dv;
  // Dry friction does not depend on the speed, so all of the rest is damping times v.
  Vector faster =
      with.inverse_dynamics(x.q, 2 * x.v, x.a) - without.inverse_dynamics(x.q, 2 * x.v, x.a);
  faster -= with.inverse_dynamics(x.q, x.v, x.a) - without.inverse_dynamics(x.q, x.v, x.a);
  EXPECT_TRUE(close(more * x.v, faster, 1e-12));
}

TEST(Regressor, TimesParametersIsInverseDynamics) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    for (const bool extras : {false, true}) {
      Options options;
      options.include = {.armature = extras, .friction = extras};
      options.regressor = {.friction = extras, .armature = extras};
      Evaluator e(robot.model, options);
      const Matrix& Y = e.regressor(x.q, x.v, x.a);
      const Vector parameters = e.regressor_parameters();
      ASSERT_EQ(Y.cols(), parameters.size());
      ASSERT_EQ(e.regressor_names().size(), static_cast<std::size_t>(Y.cols()));
      const double size = (Y.cwiseAbs() * parameters.cwiseAbs()).maxCoeff();
      EXPECT_TRUE(close(Y * parameters, e.inverse_dynamics(x.q, x.v, x.a), 1e-13, size));
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
