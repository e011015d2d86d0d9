// Derivatives against dual numbers; the regressor and the operational space against dynamics.
#include <fmt/format.h>

#include <array>

#include "evaluate/choose.hpp"
#include "evaluate/dual_derivative.hpp"
#include "evaluate/verify_ledger.hpp"

namespace kinetree {
namespace {

// One run of a method a direction; forward dynamics with mimics takes n³ a run.
constexpr int most_directions = 500;
constexpr double derivative_bound = 1e-10;
// A law that may be broken by more says nothing.
constexpr double weakest_bound = 1e-4;

/// As a plan has them, if there is one, and by plain kernels.
using BothWays = std::array<Evaluator*, 2>;

void verify_inverse(const Verified& s, const BothWays& evaluators, Ledger& ledger) {
  const Method& rnea = find_method(Quantity::inverse_dynamics, "rnea");
  const Matrix dq = dual_derivative(s.model, s.x, rnea, Variable::q);
  const Matrix dv = dual_derivative(s.model, s.x, rnea, Variable::v);
  const double size = largest(s.M) * (largest(s.x.v) + largest(s.x.a));
  const Matrix da = dual_derivative(s.model, s.x, rnea, Variable::a);
  const auto compare = [&](const char* name, const MatrixMap& ours, const Matrix& dual,
                           double more) {
    ledger.record(name, relative(ours, dual, largest(dual) + more), derivative_bound);
  };
  for (Evaluator* const evaluator : evaluators) {
    const auto& d = evaluator->inverse_dynamics_derivatives(s.x.q, s.x.v, s.x.a);
    compare("∂τ/∂q = dual numbers", d.dq, dq, size);
    compare("∂τ/∂v = dual numbers", d.dv, dv, size);
    compare("∂τ/∂a = dual numbers", d.da, da, 0);
  }
}

void verify_forward(const Verified& s, const BothWays& evaluators, Ledger& ledger) {
  constexpr std::array names{"∂a/∂q = dual numbers", "∂a/∂v = dual numbers",
                             "∂a/∂τ = dual numbers"};
  if (!s.singular.empty()) {
    for (const char* name : names) ledger.skip(name, s.singular);
    return;
  }
  const Method& method = find_method(Quantity::forward_dynamics, s.mimics() ? "cholesky" : "aba");
  const double bound = derivative_bound + 100 * s.condition * eps;
  const std::array variables{Variable::q, Variable::v, Variable::tau};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Matrix dual = dual_derivative(s.model, s.x, method, variables[i]);
    // ∂a/∂v of a single joint is zero: M⁻¹ C is of the size of v.
    const double size = variables[i] == Variable::tau ? 0 : largest(s.x.v);
    for (Evaluator* const evaluator : evaluators) {
      const auto& d = evaluator->forward_dynamics_derivatives(s.x.q, s.x.v, s.x.tau);
      const std::array ours{&d.dq, &d.dv, &d.dtau};
      ledger.record(names[i], relative(*ours[i], dual, largest(dual) + size), bound);
    }
  }
}

}  // namespace

void verify_derivatives(const Verified& s, Ledger& ledger) {
  if (s.model.nv() > most_directions) {
    return ledger.skip("derivatives and regressor", "n runs, or 10 n² numbers: up to n = 500");
  }
  Options plain;
  plain.methods = plain_methods(s.model);
  Evaluator by_plain_kernels(s.model, plain);
  const BothWays evaluators{&s.evaluator, &by_plain_kernels};
  verify_inverse(s, evaluators, ledger);
  verify_forward(s, evaluators, ledger);
  Options options;
  options.include.friction = true;
  options.regressor = {.friction = true, .armature = true};
  Evaluator with_friction(s.model, options);
  const Vector tau = with_friction.inverse_dynamics(s.x.q, s.x.v, s.x.a);
  const Matrix& Y = with_friction.regressor(s.x.q, s.x.v, s.x.a);
  const Vector parameters = with_friction.regressor_parameters();
  const double size = (Y.cwiseAbs() * parameters.cwiseAbs()).maxCoeff();
  ledger.record("τ = Y π", relative(Y * parameters, tau, size), s.rounding);
}

/// F = Λ ẍ + μ + p, with the forces Jᵀ F at the joints, at the last link.
void verify_operational_space(const Verified& s, Ledger& ledger) {
  const std::string name = "F = Λ ẍ + μ + p", matrix = "μ = C ẋ of the task",
                    rate = "J̇ v of the point";
  const auto link = static_cast<LinkId>(s.model.size() - 1);
  const Vector3 point(0.1, -0.2, 0.3);
  const SpatialVector drift = s.evaluator.jacobian_dot_v(s.x.q, s.x.v, link, point);
  Vector Jdot_v(6);
  Jdot_v << drift.linear(), drift.angular();
  const Matrix& Jdot = s.evaluator.jacobian_rate(s.x.q, s.x.v, link, point);
  ledger.record(rate,
                relative(Jdot * s.x.v, Jdot_v, (Jdot.cwiseAbs() * s.x.v.cwiseAbs()).maxCoeff()),
                s.rounding);
  if (!s.singular.empty()) {
    for (const std::string& each : {name, matrix}) ledger.skip(each, s.singular);
    return;
  }
  for (const TaskRows rows : {TaskRows::pose, TaskRows::position, TaskRows::orientation}) {
    const OperationalSpace task = s.evaluator.operational_space(s.x.q, s.x.v, link, point, {rows});
    if (task.damped > 0) {
      for (const std::string& each : {name, matrix}) {
        ledger.skip(each, "the last link cannot move in every direction");
      }
      continue;
    }
    const auto m = task.J.rows();
    const Vector F = Vector::LinSpaced(m, -3, 4);
    const Vector a = s.evaluator.forward_dynamics(s.x.q, s.x.v, task.J.transpose() * F);
    const Vector acceleration =
        task.J * a + Jdot_v.segment(rows == TaskRows::orientation ? 3 : 0, m);
    const Vector push = task.inertia * acceleration;
    const double size = largest(push) + largest(task.bias) + largest(task.gravity) + largest(F);
    const double condition = s.condition * task.mobility[m - 1] / task.mobility[0];
    const double bound = 1e-11 + 100 * condition * eps;
    if (bound > weakest_bound) {
      for (const std::string& each : {name, matrix}) ledger.skip(each, "conditioned too badly");
      continue;
    }
    ledger.record(name, relative(push + task.bias + task.gravity, F, size), bound);

    const Vector v = task.Jbar * F;  // a motion of the task alone, ẋ = F
    const OperationalSpace& moving = s.evaluator.operational_space(s.x.q, v, link, point, {rows});
    const double force = largest(moving.C) * largest(F) + largest(moving.bias);
    ledger.record(matrix, relative(moving.C * F, moving.bias, force), bound);
  }
}

}  // namespace kinetree
