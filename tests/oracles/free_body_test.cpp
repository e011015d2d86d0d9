// A free rigid body: Euler's equations, with the centre of mass at the link's origin.
//
// Velocities are those of the body in its own axes: v = (u, ω), u = Rᵀ ṗ. Newton in the moving
// frame: m (u̇ + ω × u) = f + m Rᵀ g. Euler: I ω̇ + ω × I ω = n. With the generalised force (f, n)
//
//     M = diag(m, m, m, I₁, I₂, I₃),   h = (m ω × u - m Rᵀ g, ω × I ω)
//
// Acceleration of the origin in the world with u̇ = ω̇ = 0: R (ω × u), and no angular one.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "kinetree/evaluator.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::free_body_test {
namespace {

constexpr double m = 2.5;
const Vector3 moments(0.3, 0.5, 0.7);

class FreeBody : public ::testing::TestWithParam<int> {
 protected:
  static Model make() {
    Model model;
    model.add(make_link("top", JointType::floating, Vector3::UnitZ(),
                        {m, Vector3::Zero(), moments.asDiagonal().toDenseMatrix()}));
    model.set_gravity({1, -2, -9});
    return model;
  }
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  Model model = make();
  Evaluator e{model};
  RandomState x = random_state(model, static_cast<std::uint64_t>(GetParam()));
  Matrix3 R = Eigen::Quaterniond(x.q[6], x.q[3], x.q[4], x.q[5]).toRotationMatrix();
  Vector3 u = x.v.head<3>(), w = x.v.tail<3>(), Iw = moments.cwiseProduct(w);

  Vector bias() const {
    Vector h(6);
    h << m * w.cross(u) - m * R.transpose() * model.gravity(), w.cross(Iw);
    return h;
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, FreeBody, ::testing::Range(1, 6));

TEST_P(FreeBody, MassMatrixIsConstantAndDiagonal) {
  Vector diagonal(6);
  diagonal << m, m, m, moments;
  EXPECT_TRUE(close(e.mass_matrix(x.q), diagonal.asDiagonal().toDenseMatrix(), 1e-15));
}

TEST_P(FreeBody, BiasIsThatOfNewtonAndEuler) {
  EXPECT_TRUE(close(e.bias(x.q, x.v), bias(), 1e-14, 30));
}

TEST_P(FreeBody, SpinsByEulersEquations) {
  const Vector a = e.forward_dynamics(x.q, x.v, Vector::Zero(6));
  const Vector3 spin = -w.cross(Iw).cwiseQuotient(moments);
  EXPECT_TRUE(close(a.tail<3>(), spin, 1e-13, 10));
  EXPECT_TRUE(close(a.head<3>(), R.transpose() * model.gravity() - w.cross(u), 1e-13, 10));
}

TEST_P(FreeBody, JacobianDotVIsTheTurningOfTheVelocity) {
  const SpatialVector origin = e.jacobian_dot_v(x.q, x.v, LinkId{0});
  EXPECT_TRUE(close(origin.linear(), R * w.cross(u), 1e-14, 10));
  EXPECT_TRUE(close(origin.angular(), Vector3::Zero(), 1e-15, 10));
  const Vector3 point(0.3, -0.1, 0.6);
  const SpatialVector elsewhere = e.jacobian_dot_v(x.q, x.v, LinkId{0}, point);
  EXPECT_TRUE(close(elsewhere.linear(), R * (w.cross(u) + w.cross(w.cross(point))), 1e-14, 10));
}

TEST_P(FreeBody, MomentumInTheWorldIsThatOfTheBodyTurned) {
  const SpatialVector momentum = e.centroidal_momentum(x.q, x.v);
  EXPECT_TRUE(close(momentum.linear(), m * R * u, 1e-14, 10));
  EXPECT_TRUE(close(momentum.angular(), R * Iw, 1e-14, 10));
  EXPECT_NEAR(e.kinetic_energy(x.q, x.v), 0.5 * m * u.squaredNorm() + 0.5 * w.dot(Iw), 1e-13);
}

// Steady spin about a principal axis stays; the torque-free body does not move otherwise.
TEST_P(FreeBody, KeepsSpinningAboutAPrincipalAxis) {
  model.set_gravity(Vector3::Zero());
  e.sync(model);
  for (int axis = 0; axis < 3; ++axis) {
    Vector v = Vector::Zero(6);
    v[3 + axis] = 4;
    EXPECT_TRUE(close(e.forward_dynamics(x.q, v, Vector::Zero(6)), Vector::Zero(6), 1e-14, 1));
  }
}

}  // namespace
}  // namespace kinetree::testing::free_body_test
