#include "spatial/turned_pose.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing {
namespace {

class TurnedPoses : public ::testing::TestWithParam<int> {
 protected:
  RandomSpatial random{static_cast<std::uint64_t>(GetParam())};
  const double angle = 0.7 * GetParam();
  const spatial::TurnedPose<double> X{{std::sin(angle), std::cos(angle)}, random.pose()};
  const spatial::Pose<double> all = whole(X);  // the same as one matrix

  static ::testing::AssertionResult same(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return close(x, y, 5e-14, 1);
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, TurnedPoses, ::testing::Range(1, 6));

TEST_P(TurnedPoses, MoveWhatThePoseMoves) {
  const auto f = random.force();
  EXPECT_TRUE(same(dense(X * f), dense(all * f)));
  const auto m = random.motion();
  EXPECT_TRUE(same(dense(X.inverse_times(m)), dense(all.inverse_times(m))));
}

TEST_P(TurnedPoses, MoveInertias) {
  const auto body = random.inertia();
  EXPECT_TRUE(same(dense(X * body), dense(all * body)));
  const auto I = random.articulated();
  EXPECT_TRUE(same(dense(X * I), dense(all * I)));
}

TEST_P(TurnedPoses, TurnVectorsAndMatricesForthAndBack) {
  const auto v = random.vec();
  EXPECT_TRUE(same(dense(turn(X, v)), dense(turn(all, v))));
  EXPECT_TRUE(same(dense(turn_back(X, v)), dense(turn_back(all, v))));
  EXPECT_TRUE(same(dense(turn_back(X, turn(X, v))), dense(v)));
  const auto A = random.articulated().B;
  EXPECT_TRUE(same(dense(turn(X, A)), dense(turn(all, A))));
  EXPECT_TRUE(same(dense(origin(X)), dense(origin(all))));
}

}  // namespace
}  // namespace kinetree::testing
