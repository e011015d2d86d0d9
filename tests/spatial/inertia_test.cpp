#include "spatial/inertia.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing::inertia_test {
namespace {

constexpr double rounding_of_a_few_terms = 5e-14;  // entries are of order 1

class RandomInertias : public ::testing::TestWithParam<int> {
 protected:
  RandomSpatial random{static_cast<std::uint64_t>(GetParam())};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  const spatial::Inertia<double> body = random.inertia(), other = random.inertia();
  const spatial::ArticulatedInertia<double> IA = random.articulated(), IB = random.articulated();
  const spatial::Pose<double> X = random.pose();
  const spatial::Motion<double> m = random.motion();
  const spatial::Force<double> U = random.force();

  static ::testing::AssertionResult same(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return close(x, y, rounding_of_a_few_terms, 1);
  }
};

using Inertia = RandomInertias;
using ArticulatedInertia = RandomInertias;
INSTANTIATE_TEST_SUITE_P(Seeds, Inertia, ::testing::Range(1, 6));
INSTANTIATE_TEST_SUITE_P(Seeds, ArticulatedInertia, ::testing::Range(1, 6));

TEST_P(Inertia, AddsByEntry) { EXPECT_TRUE(same(dense(body + other), dense(body) + dense(other))); }

TEST_P(Inertia, TimesMotionIsTheDenseProduct) {
  EXPECT_TRUE(same(dense(body * m), dense(body) * dense(m)));
}

TEST_P(Inertia, ParallelAxisIsMinusTwoProductsOfSkewMatrices) {
  const auto p = random.vec(), h = random.vec();
  const Eigen::Matrix3d P = skew(dense(p)), H = skew(dense(h));
  EXPECT_TRUE(same(dense(parallel_axis(p, h)), -P * H - H * P));
}

TEST_P(Inertia, SeenFromElsewhereIsTheDenseCongruence) {
  const Matrix6 T = force_transform(X);
  EXPECT_TRUE(same(dense(X * body), T * dense(body) * T.transpose()));
}

TEST_P(Inertia, KineticEnergyDoesNotDependOnTheFrame) {
  const double here = dot(X.inverse_times(m), body * X.inverse_times(m));
  EXPECT_NEAR(dot(m, (X * body) * m), here, rounding_of_a_few_terms);
}

TEST_P(Inertia, PointMassHasTheInertiaOfSteiner) {
  const auto p = random.vec();
  const spatial::Pose<double> shift{spatial::identity3<double>(), p};
  const spatial::Inertia<double> moved = shift * spatial::Inertia<double>{3.0, {}, {}};
  const Eigen::Vector3d c = dense(p);
  const Eigen::Matrix3d steiner =
      3.0 * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
  EXPECT_EQ(moved.mass, 3.0);
  EXPECT_TRUE(same(dense(moved.h), 3.0 * c));
  EXPECT_TRUE(same(dense(moved.I), steiner));
}

TEST_P(ArticulatedInertia, OfARigidBodyIsItsInertia) {
  EXPECT_EQ(dense(articulated(body)), dense(body));
}

TEST_P(ArticulatedInertia, AddsByEntry) {
  EXPECT_TRUE(same(dense(IA + IB), dense(IA) + dense(IB)));
}

TEST_P(ArticulatedInertia, TimesMotionIsTheDenseProduct) {
  EXPECT_TRUE(same(dense(IA * m), dense(IA) * dense(m)));
}

TEST_P(ArticulatedInertia, SeenFromElsewhereIsTheDenseCongruence) {
  const Matrix6 T = force_transform(X);
  EXPECT_TRUE(same(dense(X * IA), T * dense(IA) * T.transpose()));
}

TEST_P(ArticulatedInertia, TransformOfARigidBodyAgreesWithTheRigidOne) {
  EXPECT_TRUE(same(dense(X * articulated(body)), dense(X * body)));
}

TEST_P(ArticulatedInertia, DowndateTakesAwayTheOuterProduct) {
  const double s = random.number();
  const Vector6 u = dense(U);
  EXPECT_TRUE(same(dense(downdate(IA, U, s)), dense(IA) - s * u * u.transpose()));
}

TEST_P(ArticulatedInertia, DowndateAlongAMotionLeavesNoInertiaThere) {
  const spatial::Force<double> along = articulated(body) * m;
  const double d = dot(m, along);
  const auto left = downdate(articulated(body), along, 1 / d);
  // Rounding is amplified where the random inertia is nearly singular along m.
  const double scale = 1 + dense(along).squaredNorm() / std::abs(d);
  EXPECT_TRUE(close(dense(left * m), Vector6::Zero(), rounding_of_a_few_terms, scale));
}

TEST_P(Inertia, OfAPointIsMinusTheSquareOfItsSkewMatrix) {
  const auto c = random.vec();
  const double mass = 2.5;
  EXPECT_TRUE(
      same(dense(full(point_inertia(c, mass * c))), -mass * skew(dense(c)) * skew(dense(c))));
}

}  // namespace
}  // namespace kinetree::testing::inertia_test
