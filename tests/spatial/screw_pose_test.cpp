#include "spatial/screw_pose.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing {
namespace {

using Screws = spatial::ScrewPose<double>;

spatial::Screw<double> screw(double angle, double length) {
  return {{std::sin(angle), std::cos(angle)}, length};
}

/// The same pose by products of matrices, written down independently.
spatial::Pose<double> product(double gamma, double b, double alpha, double a, double theta,
                              double d) {
  const auto about_z = [](double t, double l) {
    const double s = std::sin(t), c = std::cos(t);
    return spatial::Pose<double>{{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}, {0, 0, l}};
  };
  const double s = std::sin(alpha), c = std::cos(alpha);
  const spatial::Pose<double> about_x{{{1, 0, 0}, {0, c, s}, {0, -s, c}}, {a, 0, 0}};
  return about_z(gamma, b) * about_x * about_z(theta, d);
}

class ScrewPoses : public ::testing::TestWithParam<std::tuple<int, Screws::Form>> {
 protected:
  void SetUp() override {
    const double gamma = form == Screws::Form::two ? 0 : 0.4 * seed;
    const double b = form == Screws::Form::two ? 0 : 0.3;
    X = {form, 0, screw(0.7 * seed, -0.2), screw(-1.1 * seed, 0.5), screw(gamma, b), {}, {}};
    all = product(gamma, b, -1.1 * seed, 0.5, 0.7 * seed, -0.2);
    X.p = all.p;
    if (form == Screws::Form::matrix) X.R = all.R;
  }
  const int seed = std::get<0>(GetParam());
  const Screws::Form form = std::get<1>(GetParam());
  RandomSpatial random{static_cast<std::uint64_t>(seed)};
  Screws X;
  spatial::Pose<double> all;

  static ::testing::AssertionResult same(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return close(x, y, 5e-14, 1);
  }
};
INSTANTIATE_TEST_SUITE_P(SeedsAndForms, ScrewPoses,
                         ::testing::Combine(::testing::Range(1, 5),
                                            ::testing::Values(Screws::Form::two,
                                                              Screws::Form::three,
                                                              Screws::Form::matrix)));

TEST_P(ScrewPoses, MoveWhatThePoseMoves) {
  const auto f = random.force();
  EXPECT_TRUE(same(dense(X * f), dense(all * f)));
  const auto m = random.motion();
  EXPECT_TRUE(same(dense(X.inverse_times(m)), dense(all.inverse_times(m))));
  EXPECT_TRUE(same(dense(whole(X).R.x), dense(all.R.x)));
  EXPECT_TRUE(same(dense(whole(X).R.z), dense(all.R.z)));
}

TEST_P(ScrewPoses, MoveInertias) {
  const auto body = random.inertia();
  EXPECT_TRUE(same(dense(X * body), dense(all * body)));
  const auto I = random.articulated();
  EXPECT_TRUE(same(dense(X * I), dense(all * I)));
}

TEST_P(ScrewPoses, TurnVectorsAndMatricesForthAndBack) {
  const auto v = random.vec();
  EXPECT_TRUE(same(dense(turn(X, v)), dense(turn(all, v))));
  EXPECT_TRUE(same(dense(turn_back(X, v)), dense(turn_back(all, v))));
  const auto A = random.articulated().B;
  EXPECT_TRUE(same(dense(turn(X, A)), dense(turn(all, A))));
}

TEST(Turn, AdvancesByQuartersExactly) {
  for (int quarters = 0; quarters < 4; ++quarters) {
    spatial::Turn<double> turn{0.6, 0.8};
    turn.advance(quarters);
    const double angle = std::atan2(0.6, 0.8) + quarters * std::acos(0.0);
    EXPECT_NEAR(turn.sine, std::sin(angle), 1e-15);
    EXPECT_NEAR(turn.cosine, std::cos(angle), 1e-15);
    EXPECT_TRUE(std::abs(turn.sine) == 0.6 || std::abs(turn.sine) == 0.8);
  }
}

}  // namespace
}  // namespace kinetree::testing
