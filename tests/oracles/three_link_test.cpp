// The three-link arm of Truc et al.: M (64), (65), C (67), U (68), g (69) in closed form.
//
// q1 turns a column, q2 and q3 bend in its plane. Link lengths l, distances r from joint to centre,
// principal moments in the axes of the Denavit–Hartenberg frames. All of it is right as printed; in
// (70), which says the same once more, I_3zz stands for I_3xx.
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/kinetree.hpp"
#include "support/close.hpp"

namespace kinetree::testing::three_link_test {
namespace {

// (71), in kg, m and kg m².
constexpr double l1 = 0.190, r1 = 0.088, r2 = 0.080, m2 = 2.412, m3 = 1.577, g0 = 9.807;
constexpr double I1yy = 30.4e-3, I2xx = 15.9e-3, I2yy = 40.5e-3, I2zz = 40.5e-3;
constexpr double I3xx = 7.9e-3, I3yy = 20.2e-3, I3zz = 20.2e-3;

struct Angles {
  explicit Angles(const Vector& q)
      : c2(std::cos(q[1])),
        s2(std::sin(q[1])),
        c3(std::cos(q[2])),
        s3(std::sin(q[2])),
        c23(std::cos(q[1] + q[2])),
        s23(std::sin(q[1] + q[2])) {}
  double c2, s2, c3, s3, c23, s23;
};

/// (64), (65)
Matrix mass_matrix(const Vector& q) {
  const Angles a(q);
  const double reach = r2 * a.c23 + l1 * a.c2;
  Matrix M = Matrix::Zero(3, 3);
  M(0, 0) = I3yy * a.c23 * a.c23 + I3xx * a.s23 * a.s23 + I2xx * a.s2 * a.s2 + I1yy +
            (m2 * r1 * r1 + I2yy) * a.c2 * a.c2 + m3 * reach * reach;
  M(1, 1) = 2 * l1 * m3 * r2 * a.c3 + (l1 * l1 + r2 * r2) * m3 + m2 * r1 * r1 + I3zz + I2zz;
  M(2, 2) = m3 * r2 * r2 + I3zz;
  M(1, 2) = M(2, 1) = l1 * m3 * r2 * a.c3 + m3 * r2 * r2 + I3zz;
  return M;
}

/// (67)
Matrix coriolis(const Vector& q, const Vector& v) {
  const Angles a(q);
  const double A = m3 * r2 * r2 + I3yy - I3xx, L = l1 * m3 * r2;
  const double B = l1 * l1 * m3 + m2 * r1 * r1 - I2xx + I2yy;
  Matrix C = Matrix::Zero(3, 3);
  C(0, 0) = -(A * (v[1] + v[2]) * a.s23 + L * (2 * v[1] + v[2]) * a.s2) * a.c23 -
            B * a.c2 * a.s2 * v[1] - L * a.s3 * (v[1] + v[2]);
  const double by_2 = (A * a.s23 + 2 * L * a.s2) * a.c23 + B * a.c2 * a.s2 + L * a.s3;
  const double by_3 = (A * a.s23 + L * a.s2) * a.c23 + L * a.s3;
  C(0, 1) = -by_2 * v[0];
  C(0, 2) = -by_3 * v[0];
  C(1, 0) = by_2 * v[0];
  C(1, 1) = -L * a.s3 * v[2];
  C(1, 2) = -L * a.s3 * (v[1] + v[2]);
  C(2, 0) = by_3 * v[0];
  C(2, 1) = L * a.s3 * v[1];
  return C;
}

/// (69)
Vector gravity(const Vector& q) {
  const Angles a(q);
  const double tip = m3 * r2 * g0 * a.c23;
  return Vector{{0, -(l1 * m3 + m2 * r1) * g0 * a.c2 - tip, -tip}};
}

/// (68) without the constant g (l0 (m2 + m3) + m1 r0)
double potential(const Vector& q) {
  const Angles a(q);
  return -g0 * ((l1 * m3 + m2 * r1) * a.s2 + m3 * r2 * a.s23);
}

class ThreeLinkArm : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, ThreeLinkArm,
                         ::testing::Values("recursive", "kronecker", "christoffel", "progressive"));

TEST_P(ThreeLinkArm, MatchesItsClosedForms) {
  const Model model = load_model("three_link");
  Options options;
  options.methods.coriolis = GetParam();
  options.methods.gravity = "progressive";
  Evaluator e(model, options);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomState x = random_state(model, seed);
    const Matrix M = mass_matrix(x.q), C = coriolis(x.q, x.v);
    EXPECT_TRUE(close(e.mass_matrix(x.q), M, 1e-14));
    EXPECT_TRUE(close(e.coriolis(x.q, x.v), C, 1e-14, largest(M) * largest(x.v)));
    EXPECT_TRUE(
        close(e.mass_matrix_rate(x.q, x.v), C + C.transpose(), 1e-14, largest(M) * largest(x.v)));
    EXPECT_TRUE(close(e.gravity(x.q), gravity(x.q), 1e-14));
    const Vector other = random_state(model, seed + 100).q;
    EXPECT_NEAR(e.potential_energy(x.q) - e.potential_energy(other),
                potential(x.q) - potential(other), 1e-13);
  }
}

// (70) as printed would not be skew: its I_3zz where (67) gives I_3xx.
TEST(ThreeLink, SkewElementsHaveTheMomentAboutX) {
  const Vector q{{0.3, 0.7, -0.4}}, v{{1.1, -0.6, 0.9}};
  const Angles a(q);
  const auto element = [&](double moment) {
    return 2 *
           (((m3 * r2 * r2 + I3yy - moment) * a.s23 + 2 * l1 * a.s2 * m3 * r2) * a.c23 +
            (l1 * l1 * m3 + m2 * r1 * r1 - I2xx + I2yy) * a.c2 * a.s2 + l1 * m3 * r2 * a.s3) *
           v[0];
  };
  Evaluator e(load_model("three_link"));
  const double ours = (e.mass_matrix_rate(q, v) - 2 * e.coriolis(q, v))(0, 1);
  EXPECT_NEAR(ours, element(I3xx), 1e-15);
  EXPECT_GT(std::abs(ours - element(I3zz)), 1e-3);
}

}  // namespace
}  // namespace kinetree::testing::three_link_test
