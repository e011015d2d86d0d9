// A rigid pendulum on a ball joint: Euler's equations about the pivot.
//
// The body's inertia about the pivot is J = I + m (l² 1 - c cᵀ) with c = (0, 0, -l) its centre of
// mass. In body axes: J ω̇ + ω × J ω = c × m Rᵀ g + n, so
//
//     M = J,   h = ω × J ω - c × m Rᵀ g
//
// Conical motion: leaning by θ, a point mass with ω vertical circles steadily, without any torque,
// where ω² = g / (l cos θ).
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "kinetree/evaluator.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::spherical_pendulum_test {
namespace {

constexpr double m = 1.4, l = 0.8, G = 9.81;
const Vector3 c(0, 0, -l);

Model pendulum(const Matrix3& inertia) {
  Model model;
  model.add(make_link("bob", JointType::spherical, Vector3::UnitZ(), {m, c, inertia}));
  model.set_gravity({0, 0, -G});
  return model;
}

TEST(SphericalPendulum, MatchesEulersEquationsAboutThePivot) {
  const Matrix3 I = Vector3(0.2, 0.3, 0.4).asDiagonal();
  const Matrix3 J = I + m * (l * l * Matrix3::Identity() - c * c.transpose());
  const Model model = pendulum(I);
  Evaluator e(model);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomState x = random_state(model, seed);
    const Matrix3 R = Eigen::Quaterniond(x.q[3], x.q[0], x.q[1], x.q[2]).toRotationMatrix();
    const Vector3 w = x.v;
    const Vector3 gravity = -c.cross(Vector3(m * R.transpose() * model.gravity()));
    EXPECT_TRUE(close(e.mass_matrix(x.q), J, 1e-15));
    EXPECT_TRUE(close(e.gravity(x.q), gravity, 1e-14, 15));
    EXPECT_TRUE(close(e.bias(x.q, x.v), gravity + w.cross(J * w), 1e-14, 15));
    EXPECT_TRUE(close(e.forward_dynamics(x.q, x.v, x.tau),
                      J.inverse() * (x.tau - gravity - w.cross(J * w)), 1e-13, 30));
  }
}

TEST(SphericalPendulum, CirclesSteadilyAsACone) {
  Evaluator e(pendulum(Matrix3::Zero()));
  for (const double lean : {0.2, 0.7, 1.2}) {
    const Eigen::Quaterniond R(Eigen::AngleAxisd(lean, Vector3::UnitY()));
    const Vector w = R.conjugate() * Vector3(0, 0, std::sqrt(G / (l * std::cos(lean))));
    EXPECT_TRUE(close(e.bias(R.coeffs(), w), Vector3::Zero(), 1e-14, 15)) << lean;
  }
}

}  // namespace
}  // namespace kinetree::testing::spherical_pendulum_test
