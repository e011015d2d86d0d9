#include "evaluate/dual_derivative.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

/// Central differences of a quantity along each velocity, or each entry of v, a or tau.
Matrix slopes(const Model& model, const RandomState& x, Quantity quantity, Variable variable) {
  constexpr double step = 1e-5;
  Evaluator e(model);
  const int n = model.nv();
  const auto at = [&](int k, double t) -> Vector {
    RandomState y = x;
    const Vector move = t * Vector::Unit(n, k);
    if (variable == Variable::q) y.q = displace(model, x.q, move);
    if (variable == Variable::v) y.v += move;
    if (variable == Variable::a) y.a += move;
    if (variable == Variable::tau) y.tau += move;
    return evaluate(e, quantity, y).reshaped();
  };
  Matrix result(at(0, 0).size(), n);
  for (int k = 0; k < n; ++k) result.col(k) = (at(k, step) - at(k, -step)) / (2 * step);
  return result;
}

// Floating and spherical joints are among the links: their quaternions turn along velocities.
TEST(DualDerivative, IsTheSlopeOfEveryQuantityByEveryVariable) {
  for (const bool mimics : {false, true}) {
    const Model model = random_tree(7, {.links = 6, .mimics = mimics});
    const RandomState x = random_state(model, 7);
    for (const Quantity quantity : quantities()) {
      const Method method = Evaluator(model).method(quantity);
      for (const Variable variable : {Variable::q, Variable::v, Variable::a, Variable::tau}) {
        const Matrix expected = slopes(model, x, quantity, variable);
        EXPECT_TRUE(close(dual_derivative(model, x, method, variable), expected, 1e-6,
                          largest(expected) + 1))
            << to_string(quantity) << " by variable " << static_cast<int>(variable);
      }
    }
  }
}

TEST(DualDerivative, EveryMethodHasTheSame) {
  const Model model = random_tree(8, {.links = 6});
  const RandomState x = random_state(model, 8);
  for (const Quantity quantity : quantities()) {
    Matrix first;
    for (const Method& method : methods()) {
      if (method.quantity != quantity) continue;
      const Matrix derivative = dual_derivative(model, x, method, Variable::q);
      if (first.size() == 0) first = derivative;
      EXPECT_TRUE(close(derivative, first, 1e-10)) << method.name;
    }
  }
}

TEST(DualRate, IsTheDerivativeAlongTheMotion) {
  const Model model = random_tree(9, {.links = 6});
  const RandomState x = random_state(model, 9);
  const Method& crba = find_method(Quantity::mass_matrix, "crba");
  const Vector rate = dual_derivative(model, x, crba, Variable::q) * x.v;
  EXPECT_TRUE(close(dual_rate(model, x, crba).reshaped(), rate, 1e-13));
}

}  // namespace
}  // namespace kinetree::testing
