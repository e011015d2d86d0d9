// A pole hinged to a cart on a rail: one slide, one hinge.
//
// The cart slides by x along the x axis; the pole turns by q about y and stands upright at q = 0,
// its centre of mass at (x + l sin q, l cos q) in the plane x, z. With velocity
// (ẋ + l cos q q̇, -l sin q q̇):
//
//     T = ½ (M + m) ẋ² + m l cos q ẋ q̇ + ½ (I + m l²) q̇²,   U = m g l cos q
//     (M + m) ẍ + m l cos q q̈ - m l sin q q̇² = F
//     m l cos q ẍ + (I + m l²) q̈ - m g l sin q = τ
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/evaluator.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::cart_pole_test {
namespace {

constexpr double cart_mass = 3.2, m = 0.9, l = 0.55, I = 0.08, G = 9.81;

Model cart_pole() {
  Model model;
  model.add(make_link("cart", JointType::prismatic, {1, 0, 0},
                      {cart_mass, Vector3::Zero(), 0.1 * Matrix3::Identity()}));
  model.add(make_link("pole", JointType::revolute, {0, 1, 0},
                      {m, Vector3(0, 0, l), I * Matrix3::Identity()}),
            LinkId{0});
  model.set_gravity({0, 0, -G});
  return model;
}

TEST(CartPole, MatchesItsClosedForm) {
  Evaluator e(cart_pole());
  const Vector v = Eigen::Vector2d(0.8, -2.1), a = Eigen::Vector2d(1.5, 0.7);
  for (const double angle : {-2.5, -0.4, 0.0, 0.9, 3.0}) {
    const Vector q = Eigen::Vector2d(0.37, angle);
    const double S = std::sin(angle), C = std::cos(angle);
    Matrix M(2, 2);
    M << cart_mass + m, m * l * C, m * l * C, I + m * l * l;
    const Vector h = Eigen::Vector2d(-m * l * S * v[1] * v[1], -m * G * l * S);
    EXPECT_TRUE(close(e.mass_matrix(q), M, 1e-15));
    EXPECT_TRUE(close(e.bias(q, v), h, 1e-14, 10));
    EXPECT_TRUE(close(e.gravity(q), Eigen::Vector2d(0, -m * G * l * S), 1e-14, 10));
    EXPECT_TRUE(close(e.inverse_dynamics(q, v, a), M * a + h, 1e-14, 10));
    EXPECT_NEAR(e.potential_energy(q), m * G * l * C, 1e-14);
  }
}

// The upright pole falls: linearised, q̈ = (M + m) m g l q / ((M + m)(I + m l²) - m² l²).
TEST(CartPole, FallsAtTheRateOfItsLinearisation) {
  Evaluator e(cart_pole());
  const double q = 1e-8;
  const double det = (cart_mass + m) * (I + m * l * l) - m * m * l * l;
  const Vector a = e.forward_dynamics(Eigen::Vector2d(0, q), Vector::Zero(2), Vector::Zero(2));
  EXPECT_NEAR(a[1], (cart_mass + m) * m * G * l * q / det, 1e-20);
  EXPECT_NEAR(a[0], -m * l * m * G * l * q / det, 1e-20);
}

}  // namespace
}  // namespace kinetree::testing::cart_pole_test
