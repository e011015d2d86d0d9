// Analytic derivatives against dual numbers, relative to the derivatives themselves.
#pragma once
#include "evaluate/dual_derivative.hpp"
#include "support/close.hpp"

namespace kinetree::testing {

/// 1e-10 of the largest entry; where a derivative happens to vanish, of a thousandth of what
/// cancels in it.
inline void expect_dual_derivatives(Evaluator& e, const Model& model, const RandomState& x,
                                    bool singular) {
  constexpr double tolerance = 1e-10;
  double natural = largest(e.inverse_dynamics(x.q, x.v, x.a)) + largest(e.gravity(x.q));
  const auto expect = [&](const Matrix& ours, Quantity quantity, const char* name,
                          Variable variable) {
    const Matrix dual = dual_derivative(model, x, find_method(quantity, name), variable);
    EXPECT_TRUE(close(ours, dual, tolerance, std::max(largest(dual), 1e-3 * natural)))
        << name << " by variable " << static_cast<int>(variable);
  };
  const InverseDynamicsDerivatives& d = e.inverse_dynamics_derivatives(x.q, x.v, x.a);
  expect(d.dq, Quantity::inverse_dynamics, "rnea", Variable::q);
  expect(d.dv, Quantity::inverse_dynamics, "rnea", Variable::v);
  expect(d.da, Quantity::inverse_dynamics, "rnea", Variable::a);
  if (singular) {
    EXPECT_THROW(e.forward_dynamics_derivatives(x.q, x.v, x.tau), ModelError);
    return;
  }
  natural *= largest(e.mass_matrix_inverse(x.q));
  const ForwardDynamicsDerivatives& f = e.forward_dynamics_derivatives(x.q, x.v, x.tau);
  expect(f.dq, Quantity::forward_dynamics, "aba", Variable::q);
  expect(f.dv, Quantity::forward_dynamics, "aba", Variable::v);
  expect(f.dtau, Quantity::forward_dynamics, "aba", Variable::tau);
}

}  // namespace kinetree::testing
