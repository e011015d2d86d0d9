#include "spatial/motion.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing::motion_test {
namespace {

constexpr double rounding_of_a_few_terms = 2e-14;  // entries are at most 1

class RandomMotions : public ::testing::TestWithParam<int> {
 protected:
  RandomSpatial random{static_cast<std::uint64_t>(GetParam())};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  const spatial::Motion<double> v = random.motion(), m = random.motion();
  const spatial::Force<double> f = random.force(), g = random.force();
  const spatial::Pose<double> X = random.pose(), Y = random.pose();

  static ::testing::AssertionResult same(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return close(x, y, rounding_of_a_few_terms, 1);
  }
};

using Motion = RandomMotions;
using Force = RandomMotions;
using Pose = RandomMotions;
INSTANTIATE_TEST_SUITE_P(Seeds, Motion, ::testing::Range(1, 6));
INSTANTIATE_TEST_SUITE_P(Seeds, Force, ::testing::Range(1, 6));
INSTANTIATE_TEST_SUITE_P(Seeds, Pose, ::testing::Range(1, 6));

TEST_P(Motion, AddsByEntry) { EXPECT_TRUE(same(dense(v + m), dense(v) + dense(m))); }

TEST_P(Motion, CrossIsTheDenseOne) {
  EXPECT_TRUE(same(dense(cross(v, m)), motion_cross(dense(v)) * dense(m)));
}

TEST_P(Motion, CrossWithItselfVanishes) { EXPECT_TRUE(same(dense(cross(v, v)), Vector6::Zero())); }

TEST_P(Force, AddsAndScalesByEntry) {
  const double s = random.number();
  EXPECT_TRUE(same(dense(f + g), dense(f) + dense(g)));
  EXPECT_TRUE(same(dense(s * f), s * dense(f)));
}

TEST_P(Force, CrossIsMinusTheTransposeOfTheMotionCross) {
  EXPECT_TRUE(same(dense(cross(v, f)), -motion_cross(dense(v)).transpose() * dense(f)));
}

TEST_P(Force, CrossIsDualToTheMotionCross) {
  EXPECT_NEAR(dot(cross(v, m), f), -dot(m, cross(v, f)), rounding_of_a_few_terms);
}

TEST_P(Force, PowerIsTheDotProduct) {
  EXPECT_NEAR(dot(v, f), dense(v).dot(dense(f)), rounding_of_a_few_terms);
}

TEST_P(Pose, DefaultsToTheIdentity) {
  const spatial::Pose<double> identity;
  EXPECT_EQ(dense(identity.R), Eigen::Matrix3d(Eigen::Matrix3d::Identity()));
  EXPECT_EQ(dense(identity.p), Eigen::Vector3d(Eigen::Vector3d::Zero()));
}

TEST_P(Pose, ProductMapsPointsInTurn) {
  const spatial::Pose<double> XY = X * Y;
  const Eigen::Vector3d x = dense(random.vec());
  const auto map = [](const spatial::Pose<double>& T, const Eigen::Vector3d& point) {
    return Eigen::Vector3d(dense(T.R) * point + dense(T.p));
  };
  EXPECT_TRUE(same(map(XY, x), map(X, map(Y, x))));
  EXPECT_TRUE(same(motion_transform(XY), motion_transform(X) * motion_transform(Y)));
}

TEST_P(Pose, TimesForceIsTheDenseTransform) {
  EXPECT_TRUE(same(dense(X * f), force_transform(X) * dense(f)));
}

TEST_P(Pose, InverseTimesMotionIsTheInverseOfTheDenseTransform) {
  EXPECT_TRUE(same(dense(X.inverse_times(v)), motion_transform(X).inverse() * dense(v)));
}

TEST_P(Pose, MovingBothLeavesThePowerAlone) {
  EXPECT_NEAR(dot(X.inverse_times(v), f), dot(v, X * f), rounding_of_a_few_terms);
}

}  // namespace
}  // namespace kinetree::testing::motion_test
