// A screw: turning by q advances it by p q along its axis.
//
// With the centre of mass on the axis, T = ½ I q̇² + ½ m (p q̇)², so the effective inertia is
// I + m p². On a vertical screw U = m g p q: gravity is the constant torque m g p. Off the axis by
// r the centre of mass circles as well: I + m (r² + p²).
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/evaluator.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::helical_test {
namespace {

constexpr double m = 2.3, I = 0.04, p = 0.15, G = 9.81;

Evaluator screw(const Vector3& com) {
  Model model;
  Link nut = make_link("nut", JointType::helical, {0, 0, 1}, {m, com, I * Matrix3::Identity()});
  nut.joint.pitch = p;
  model.add(nut);
  model.set_gravity({0, 0, -G});
  return Evaluator(model);
}

Vector one(double x) { return Vector::Constant(1, x); }

TEST(Helical, EffectiveInertiaIsThatOfTurningAndAdvancing) {
  Evaluator e = screw({0, 0, 0.3});
  for (const double q : {-4.0, 0.0, 1.7}) {
    EXPECT_NEAR(e.mass_matrix(one(q))(0, 0), I + m * p * p, 1e-15);
    EXPECT_NEAR(e.gravity(one(q))[0], m * G * p, 1e-14);
    EXPECT_NEAR(e.bias(one(q), one(2.5))[0], m * G * p, 1e-14);
    EXPECT_NEAR(e.forward_dynamics(one(q), one(2.5), one(1.0))[0],
                (1 - m * G * p) / (I + m * p * p), 1e-12);
  }
}

TEST(Helical, AMassOffTheAxisCirclesAsWell) {
  const double r = 0.2;
  Evaluator e = screw({r, 0, 0.3});
  EXPECT_NEAR(e.mass_matrix(one(0.9))(0, 0), I + m * (r * r + p * p), 1e-15);
  EXPECT_NEAR(e.bias(one(0.9), one(2.5))[0], m * G * p, 1e-14) << "circling needs no torque";
}

TEST(Helical, PoseAndVelocityOfThePointOnTheAxis) {
  Evaluator e = screw({0, 0, 0.3});
  const double q = 1.7, v = -0.6;
  const Pose X = e.poses(one(q))[0];
  EXPECT_TRUE(close(X.p, Vector3(0, 0, p * q), 1e-15));
  EXPECT_NEAR(X.R(0, 0), std::cos(q), 1e-15);
  EXPECT_NEAR(X.R(1, 0), std::sin(q), 1e-15);
  Vector column(6);
  column << 0, 0, p, 0, 0, 1;
  EXPECT_TRUE(close(e.jacobian(one(q), LinkId{0}), column, 1e-15));
  EXPECT_NEAR(e.kinetic_energy(one(q), one(v)), 0.5 * (I + m * p * p) * v * v, 1e-16);
}

}  // namespace
}  // namespace kinetree::testing::helical_test
