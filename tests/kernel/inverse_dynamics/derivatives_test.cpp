#include "kernel/inverse_dynamics/derivatives.hpp"

#include <gtest/gtest.h>

#include "kinetree/kinetree.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

// Central differences of the recursion: they know nothing of how the derivatives were derived.
TEST(InverseDynamicsDerivatives, AreTheSlopesOfTheForces) {
  constexpr double step = 1e-5;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 7, .mimics = seed > 4});
    const int n = model.nv();
    const RandomState x = random_state(model, seed);
    Evaluator e(model);
    const InverseDynamicsDerivatives d = e.inverse_dynamics_derivatives(x.q, x.v, x.a);
    Matrix dq(n, n), dv(n, n);
    for (int k = 0; k < n; ++k) {
      const Vector move = step * Vector::Unit(n, k);
      const Vector up = e.inverse_dynamics(displace(model, x.q, move), x.v, x.a);
      dq.col(k) = (up - e.inverse_dynamics(displace(model, x.q, -move), x.v, x.a)) / (2 * step);
      const Vector faster = e.inverse_dynamics(x.q, x.v + move, x.a);
      dv.col(k) = (faster - e.inverse_dynamics(x.q, x.v - move, x.a)) / (2 * step);
    }
    EXPECT_TRUE(close(d.dq, dq, 1e-7));
    EXPECT_TRUE(close(d.dv, dv, 1e-7));
    EXPECT_EQ(d.da, e.mass_matrix(x.q));
  }
}

// By v, a quadratic form: ∂τ/∂v v = 2 (h - g).
TEST(InverseDynamicsDerivatives, ByVelocityAreLinearInIt) {
  const Model model = random_tree(9, {.links = 15});
  const RandomState x = random_state(model, 9);
  Evaluator e(model);
  const Vector twice = e.inverse_dynamics_derivatives(x.q, x.v, x.a).dv * x.v;
  const Vector h = e.bias(x.q, x.v), g = e.gravity(x.q);
  EXPECT_TRUE(close(twice, 2 * (h - g), 1e-13));
}

}  // namespace
}  // namespace kinetree::testing
