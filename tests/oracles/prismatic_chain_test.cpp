// Two bodies on slides, the second on the first, their directions at an angle β.
//
// v₁ = q̇₁ e₁ and v₂ = q̇₁ e₁ + q̇₂ e₂ with e₁ · e₂ = cos β, so
//
//     M = [ m₁ + m₂   m₂ cos β ;  m₂ cos β   m₂ ],   C = 0,
//     g = -( (m₁ + m₂) e₁ · g,  m₂ e₂ · g ).
//
// Inertias do not matter: nothing turns.
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/evaluator.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::prismatic_chain_test {
namespace {

constexpr double m1 = 3.5, m2 = 1.2, beta = 0.9;

TEST(PrismaticChain, MatchesItsClosedForm) {
  const Vector3 e1(1, 0, 0), e2(std::cos(beta), 0, std::sin(beta)), gravity(0.5, 1, -9.81);
  Model model;
  model.add(
      make_link("sled", JointType::prismatic, e1, {m1, Vector3(0.3, 0.1, 0), ball().inertia}));
  model.add(placed(make_link("drawer", JointType::prismatic, e2,
                             {m2, Vector3(0, 0.7, 0), ball().inertia}),
                   {0.2, 0.4, 0.1}),
            LinkId{0});
  model.set_gravity(gravity);
  Evaluator e(model);
  Matrix M(2, 2);
  M << m1 + m2, m2 * std::cos(beta), m2 * std::cos(beta), m2;
  const Vector g = Eigen::Vector2d(-(m1 + m2) * e1.dot(gravity), -m2 * e2.dot(gravity));
  const Vector v = Eigen::Vector2d(2, -3), tau = Eigen::Vector2d(5, 7);
  for (const Vector& q : {Vector(Eigen::Vector2d(0, 0)), Vector(Eigen::Vector2d(-0.7, 2.4))}) {
    EXPECT_TRUE(close(e.mass_matrix(q), M, 1e-15));
    EXPECT_TRUE(close(e.gravity(q), g, 1e-14));
    EXPECT_TRUE(close(e.bias(q, v), g, 1e-14)) << "no force depends on the rates";
    EXPECT_NEAR(e.kinetic_energy(q, v), 0.5 * v.dot(M * v), 1e-14);
    const Vector a = e.forward_dynamics(q, v, tau);
    EXPECT_TRUE(close(M * a, tau - g, 1e-14, 20));
    EXPECT_TRUE(close(e.poses(q)[1].p, Vector3(0.2, 0.4, 0.1) + q[0] * e1 + q[1] * e2, 1e-15));
  }
}

}  // namespace
}  // namespace kinetree::testing::prismatic_chain_test
