// Desired motions: v and a are the derivatives of q, and ends are where they should be.
#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/control.hpp"
#include "support/close.hpp"

namespace kinetree::testing::trajectories_test {
namespace {

const Vector from = Eigen::Vector2d(-0.5, 1), to = Eigen::Vector2d(2, 0.25);

void expect_derivatives(const Trajectory& motion, double t) {
  const double h = 1e-5;
  Reference before, x, after;
  motion(t - h, before);
  motion(t, x);
  motion(t + h, after);
  EXPECT_TRUE(close(x.v, (after.q - before.q) / (2 * h), 1e-8, 10)) << t;
  EXPECT_TRUE(close(x.a, (after.v - before.v) / (2 * h), 1e-8, 50)) << t;
}

void expect_rest(const Trajectory& motion, double t, const Vector& q) {
  Reference x;
  motion(t, x);
  EXPECT_TRUE(close(x.q, q, 1e-14)) << t;
  EXPECT_LT(x.v.norm(), 1e-14) << t;
}

TEST(Trajectories, DerivativesAreDerivatives) {
  Matrix q(2, 4);
  q << 0, 1, -1, 0.5, 0, 0.2, 0.3, 2;
  const std::vector<double> t{0, 0.5, 1.5, 2};
  for (const Trajectory& motion :
       {cycloid(from, to, 2), quintic(from, to, 2), cosine(from, to, Eigen::Vector2d(2, 3)),
        spline(t, q), hold(from)}) {
    for (const double at : {0.1, 0.4999, 0.7, 1.3, 1.9}) expect_derivatives(motion, at);
  }
}

TEST(Trajectories, RestBeforeAndAfter) {
  for (const Trajectory& motion : {cycloid(from, to, 2), quintic(from, to, 2)}) {
    for (const double t : {-1.0, 0.0}) expect_rest(motion, t, from);
    for (const double t : {2.0, 5.0}) expect_rest(motion, t, to);
    Reference x;
    motion(1, x);
    EXPECT_TRUE(close(x.q, 0.5 * (from + to), 1e-14));
  }
}

TEST(Trajectories, SplinesMeetTheirRowsSmoothly) {
  Matrix q(1, 5);
  q << 0, 1, -1, 0.5, 0.2;
  const std::vector<double> t{0, 0.5, 1.5, 2, 3};
  const Trajectory motion = spline(t, q);
  for (std::size_t i = 0; i < t.size(); ++i) {
    Reference before, x, after;
    motion(t[i], x);
    EXPECT_NEAR(x.q[0], q(0, static_cast<Eigen::Index>(i)), 1e-14);
    if (i == 0 || i + 1 == t.size()) continue;
    motion(t[i] - 1e-9, before);
    motion(t[i] + 1e-9, after);
    EXPECT_NEAR(before.a[0], after.a[0], 1e-6);
  }
  expect_rest(motion, 0, q.col(0));
  expect_rest(motion, 3, q.col(4));
  expect_rest(motion, 9, q.col(4));
  // A cubic through its own points, at rest at both ends, is itself.
  const auto cubic = [](double u) { return u * u * (3 - 2 * u); };
  Matrix points(1, 3);
  points << cubic(0), cubic(0.3), cubic(1);
  Reference x;
  spline({0, 0.3, 1}, points)(0.6, x);
  EXPECT_NEAR(x.q[0], cubic(0.6), 1e-14);
}

TEST(Trajectories, RefuseWhatMakesNoSense) {
  EXPECT_THROW(cycloid(from, to, 0), UsageError);
  EXPECT_THROW(quintic(from, Vector::Zero(3), 1), UsageError);
  EXPECT_THROW(spline({0}, Matrix::Zero(2, 1)), UsageError);
  EXPECT_THROW(spline({0, 0}, Matrix::Zero(2, 2)), UsageError);
  EXPECT_THROW(spline({0, 1}, Matrix::Zero(2, 3)), UsageError);
}

}  // namespace
}  // namespace kinetree::testing::trajectories_test
