// A point on a massless rod, and a compound pendulum: the first page of every book.
//
// The pendulum turns by q about y and hangs down at q = 0, with its centre of mass at distance l
// below the pivot; turning about +y takes (0, 0, -l) to (-l sin q, 0, -l cos q). So
//
//     T = ½ (I + m l²) q̇²,   U = -m g l cos q
//     (I + m l²) q̈ + m g l sin q = τ
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/evaluator.hpp"
#include "model/links.hpp"

namespace kinetree::testing::pendulum_test {
namespace {

constexpr double m = 1.7, l = 0.6, I = 0.12, G = 9.81;

Model pendulum(double inertia) {
  Model model;
  model.add(make_link("bob", JointType::revolute, {0, 1, 0},
                      {m, Vector3(0, 0, -l), inertia * Matrix3::Identity()}));
  model.set_gravity({0, 0, -G});
  return model;
}

Vector one(double x) { return Vector::Constant(1, x); }

TEST(Pendulum, EquationOfMotion) {
  for (const double inertia : {0.0, I}) {
    Evaluator e(pendulum(inertia));
    const double J = inertia + m * l * l;
    for (const double q : {-2.0, 0.0, 0.3, 1.5, 3.0}) {
      const double v = 1.3, a = -0.7, tau = 0.4;
      EXPECT_NEAR(e.mass_matrix(one(q))(0, 0), J, 1e-15);
      EXPECT_NEAR(e.gravity(one(q))[0], m * G * l * std::sin(q), 1e-14);
      EXPECT_NEAR(e.bias(one(q), one(v))[0], m * G * l * std::sin(q), 1e-14);
      EXPECT_NEAR(e.inverse_dynamics(one(q), one(v), one(a))[0], J * a + m * G * l * std::sin(q),
                  2e-14);
      EXPECT_NEAR(e.forward_dynamics(one(q), one(v), one(tau))[0],
                  (tau - m * G * l * std::sin(q)) / J, 1e-13);
    }
  }
}

TEST(Pendulum, EnergiesAndPosition) {
  Evaluator e(pendulum(I));
  const double q = 0.8, v = -1.1;
  EXPECT_NEAR(e.kinetic_energy(one(q), one(v)), 0.5 * (I + m * l * l) * v * v, 1e-15);
  EXPECT_NEAR(e.potential_energy(one(q)), -m * G * l * std::cos(q), 1e-14);
  EXPECT_NEAR(e.center_of_mass(one(q)).x(), -l * std::sin(q), 1e-15);
  EXPECT_NEAR(e.center_of_mass(one(q)).z(), -l * std::cos(q), 1e-15);
  EXPECT_NEAR(e.momentum(one(q), one(v))[0], (I + m * l * l) * v, 1e-15);
}

// The bob's acceleration without q̈ points to the pivot: l q̇² along (sin q, 0, cos q).
TEST(Pendulum, CentripetalAcceleration) {
  Evaluator e(pendulum(I));
  const double q = 0.8, v = -1.1;
  const SpatialVector rest = e.jacobian_dot_v(one(q), one(v), LinkId{0}, {0, 0, -l});
  EXPECT_NEAR(rest.linear().x(), l * v * v * std::sin(q), 1e-15);
  EXPECT_NEAR(rest.linear().z(), l * v * v * std::cos(q), 1e-15);
  EXPECT_NEAR(rest.angular().norm(), 0, 1e-15);
}

}  // namespace
}  // namespace kinetree::testing::pendulum_test
