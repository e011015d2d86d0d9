// Planar 3R arm: the corrected closed form of Wang & Ju, sec. 7.1.
//
// Relative angles φ, link lengths l, distances s from joint to centre of mass. Every entry is a sum
// over the bodies that both joints move, m (lever of one · lever of the other) + I. The printed
// formulas take s for l, miss a factor of 2 and read the cosines as those of absolute angles.
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/evaluator.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::planar_3r_test {
namespace {

constexpr double m1 = 2.1, m2 = 1.6, m3 = 0.9, I1 = 0.11, I2 = 0.07, I3 = 0.03;
constexpr double l1 = 0.8, l2 = 0.6, s1 = 0.35, s2 = 0.25, s3 = 0.2;

Model planar_3r() {
  Model model;
  const auto link = [](const char* name, double mass, double com, double inertia) {
    return make_link(name, JointType::revolute, {0, 0, 1},
                     {mass, Vector3(com, 0, 0), inertia * Matrix3::Identity()});
  };
  model.add(link("one", m1, s1, I1));
  model.add(placed(link("two", m2, s2, I2), {l1, 0, 0}), LinkId{0});
  model.add(placed(link("three", m3, s3, I3), {l2, 0, 0}), LinkId{1});
  return model;
}

Matrix closed_form(const Vector& q) {
  const double C2 = std::cos(q[1]), C3 = std::cos(q[2]), C23 = std::cos(q[1] + q[2]);
  const double m11 =
      I1 + I2 + I3 + m1 * s1 * s1 + m2 * (l1 * l1 + s2 * s2 + 2 * l1 * s2 * C2) +
      m3 * (l1 * l1 + l2 * l2 + s3 * s3 + 2 * l1 * l2 * C2 + 2 * l1 * s3 * C23 + 2 * l2 * s3 * C3);
  const double m12 = I2 + I3 + m2 * (s2 * s2 + l1 * s2 * C2) +
                     m3 * (l2 * l2 + s3 * s3 + l1 * l2 * C2 + l1 * s3 * C23 + 2 * l2 * s3 * C3);
  const double m13 = I3 + m3 * (s3 * s3 + l1 * s3 * C23 + l2 * s3 * C3);
  const double m22 = I2 + I3 + m2 * s2 * s2 + m3 * (l2 * l2 + s3 * s3 + 2 * l2 * s3 * C3);
  const double m23 = I3 + m3 * (s3 * s3 + l2 * s3 * C3);
  const double m33 = I3 + m3 * s3 * s3;
  Matrix M(3, 3);
  M << m11, m12, m13, m12, m22, m23, m13, m23, m33;
  return M;
}

TEST(Planar3R, MassMatrixMatchesItsClosedForm) {
  const Model model = planar_3r();
  Evaluator e(model);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Vector q = random_state(model, seed).q;
    EXPECT_TRUE(close(e.mass_matrix(q), closed_form(q), 1e-14));
  }
}

// Christoffel symbols of the closed form by central differences: h without gravity is C v.
TEST(Planar3R, VelocityForcesAreTheChristoffelSymbolsOfTheClosedForm) {
  Model model = planar_3r();
  model.set_gravity(Vector3::Zero());
  Evaluator e(model);
  constexpr double step = 1e-5;
  const RandomState x = random_state(model, 4);
  Vector h = Vector::Zero(3);
  for (int k = 0; k < 3; ++k) {
    const Vector move = step * Vector::Unit(3, k);
    const Matrix dM = (closed_form(x.q + move) - closed_form(x.q - move)) / (2 * step);
    h += x.v[k] * (dM * x.v);
    h[k] -= 0.5 * x.v.dot(dM * x.v);
  }
  EXPECT_TRUE(close(e.bias(x.q, x.v), h, 1e-9));
}

}  // namespace
}  // namespace kinetree::testing::planar_3r_test
