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
    X.form = form;
    X.joint = screw(0.7 * seed, -0.2);
    X.twist = screw(-1.1 * seed, 0.5);
    X.branch = screw(gamma, b);
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

/// All that may be known of twists and branches, and of whether the joint slides.
class KnownScrews : public ::testing::TestWithParam<std::tuple<int, int, int, bool>> {};
INSTANTIATE_TEST_SUITE_P(Kinds, KnownScrews,
                         ::testing::Combine(::testing::Range(0, 5), ::testing::Range(0, 5),
                                            ::testing::Range(0, 2), ::testing::Bool()));

/// No screw at all, or one of which so much is known.
spatial::Screw<double> screw_of(int which) {
  if (which == 0) return screw(0.4, 0.3);
  return {{which < 3 ? 0.0 : 1.0, which < 3 ? 1.0 : 0.0}, which % 2 == 0 ? 0.0 : 0.7};
}

TEST_P(KnownScrews, DoWhatUnknownOnesDo) {
  const auto [twist, branch, three, slides] = GetParam();
  Screws X;
  X.form = three != 0 ? Screws::Form::three : Screws::Form::two;
  X.joint = screw(0.7, slides ? -0.2 : 0.0);
  X.slides = slides;
  X.twist = screw_of(twist);
  X.twist_kind = kind_of(X.twist);
  X.branch = screw_of(branch);
  X.branch_kind = kind_of(X.branch);
  const auto about = [](const spatial::Screw<double>& x) { return std::atan2(x.sine, x.cosine); };
  const spatial::Screw<double> outer = three != 0 ? X.branch : spatial::Screw<double>{};
  const auto all =
      product(about(outer), outer.length, about(X.twist), X.twist.length, 0.7, X.joint.length);
  RandomSpatial random{7};
  const auto force = random.force();
  const auto body = random.inertia();
  const auto v = random.vec();
  auto moved_force = force;
  auto moved_body = body;
  with_screws(X, [&](const auto& screws) {
    moved_force = screws * moved_force;
    moved_body = screws * moved_body;
  });
  auto back = v;
  with_screws_outwards(X, [&](const auto& screws) { back = turn_back(screws, back); });
  EXPECT_TRUE(close(dense(moved_force), dense(all * force), 1e-15, 4));
  EXPECT_TRUE(close(dense(moved_body), dense(all * body), 1e-15, 4));
  EXPECT_TRUE(close(dense(back), dense(turn_back(all, v)), 1e-15, 4));
}

TEST(KnownScrews, SayWhatTheyKnow) {
  using spatial::ScrewKind;
  const ScrewKind expected[] = {ScrewKind::any, ScrewKind::slide, ScrewKind::slide,
                                ScrewKind::quarter, ScrewKind::quarter_turn};
  for (int which = 0; which < 5; ++which) {
    EXPECT_EQ(kind_of(screw_of(which)), expected[which]) << which;
  }
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
