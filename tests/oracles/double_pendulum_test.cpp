// Planar 2R arm in a vertical plane, relative angles.
//
// Links along x of their frames, joints about z, gravity along -y. With absolute angles θ₁ = q₁,
// θ₂ = q₁ + q₂ the centres of mass are
//
//     x₁ = c₁ (cos θ₁, sin θ₁),   x₂ = l₁ (cos θ₁, sin θ₁) + c₂ (cos θ₂, sin θ₂)
//
// so |ẋ₁|² = c₁² θ̇₁² and |ẋ₂|² = l₁² θ̇₁² + c₂² θ̇₂² + 2 l₁ c₂ cos(q₂) θ̇₁ θ̇₂. Collecting
// T = ½ Σ mᵢ|ẋᵢ|² + Iᵢ θ̇ᵢ² in q̇ gives M below. Only cos q₂ depends on q, so with
// b = m₂ l₁ c₂ sin q₂ Lagrange's equations leave
//
//     h₁ = -b (2 q̇₁ q̇₂ + q̇₂²) + g₁,   h₂ = b q̇₁² + g₂
//     g₁ = (m₁ c₁ + m₂ l₁) G cos θ₁ + m₂ c₂ G cos θ₂,   g₂ = m₂ c₂ G cos θ₂
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/evaluator.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::double_pendulum_test {
namespace {

constexpr double m1 = 2.1, m2 = 1.3, l1 = 0.7, c1 = 0.4, c2 = 0.3, I1 = 0.15, I2 = 0.06, G = 9.81;

Model double_pendulum() {
  Model model;
  model.add(make_link("upper", JointType::revolute, {0, 0, 1},
                      {m1, Vector3(c1, 0, 0), I1 * Matrix3::Identity()}));
  model.add(placed(make_link("lower", JointType::revolute, {0, 0, 1},
                             {m2, Vector3(c2, 0, 0), I2 * Matrix3::Identity()}),
                   {l1, 0, 0}),
            LinkId{0});
  model.set_gravity({0, -G, 0});
  return model;
}

struct ClosedForm {
  ClosedForm(const Vector& q, const Vector& v) {
    const double C = std::cos(q[1]), b = m2 * l1 * c2 * std::sin(q[1]);
    const double m12 = I2 + m2 * (c2 * c2 + l1 * c2 * C), m22 = I2 + m2 * c2 * c2;
    M.resize(2, 2);
    M << I1 + m1 * c1 * c1 + I2 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * C), m12, m12, m22;
    const double g2 = m2 * c2 * G * std::cos(q[0] + q[1]);
    g = Eigen::Vector2d((m1 * c1 + m2 * l1) * G * std::cos(q[0]) + g2, g2);
    h = g + Vector(Eigen::Vector2d(-b * (2 * v[0] * v[1] + v[1] * v[1]), b * v[0] * v[0]));
  }
  Matrix M;
  Vector g, h;
};

TEST(DoublePendulum, MatchesItsClosedForm) {
  Evaluator e(double_pendulum());
  const Vector v = Eigen::Vector2d(1.2, -2.3), a = Eigen::Vector2d(-0.4, 0.9);
  for (const double q1 : {-2.0, 0.1, 1.4}) {
    for (const double q2 : {-2.7, 0.0, 0.6, 3.1}) {
      const Vector q = Eigen::Vector2d(q1, q2);
      const ClosedForm truth(q, v);
      EXPECT_TRUE(close(e.mass_matrix(q), truth.M, 1e-14));
      EXPECT_TRUE(close(e.gravity(q), truth.g, 1e-14, 30));
      EXPECT_TRUE(close(e.bias(q, v), truth.h, 1e-14, 30));
      EXPECT_TRUE(close(e.inverse_dynamics(q, v, a), truth.M * a + truth.h, 1e-14, 30));
      EXPECT_NEAR(e.kinetic_energy(q, v), 0.5 * v.dot(truth.M * v), 1e-14);
    }
  }
}

TEST(DoublePendulum, ForwardDynamicsByCramersRule) {
  const Vector q = Eigen::Vector2d(0.3, 1.1), v = Eigen::Vector2d(1.2, -2.3);
  const Vector tau = Eigen::Vector2d(3, -1);
  const ClosedForm truth(q, v);
  const Vector f = tau - truth.h;
  const double det = truth.M(0, 0) * truth.M(1, 1) - truth.M(0, 1) * truth.M(0, 1);
  const Vector a = Eigen::Vector2d(truth.M(1, 1) * f[0] - truth.M(0, 1) * f[1],
                                   truth.M(0, 0) * f[1] - truth.M(0, 1) * f[0]) /
                   det;
  for (const char* method : {"aba", "cholesky", "ltdl", "denoc"}) {
    Options options;
    options.methods.forward_dynamics = method;
    Evaluator e(double_pendulum(), options);
    EXPECT_TRUE(close(e.forward_dynamics(q, v, tau), a, 1e-13)) << method;
  }
}

}  // namespace
}  // namespace kinetree::testing::double_pendulum_test
