// Rotations as files write them.
#include "io/rotation.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "support.hpp"

namespace kinetree::testing {
namespace {

constexpr double quarter = std::numbers::pi / 2;

double rebuilt_error(const Matrix3& R) { return (from_rpy(to_rpy(R)) - R).cwiseAbs().maxCoeff(); }

TEST(Rotation, RollPitchYawTurnAboutFixedAxes) {
  const Matrix3 R = from_rpy({0.1, 0.2, 0.3});
  const auto [sr, cr] = as_written(0.1);
  const auto [sp, cp] = as_written(0.2);
  const auto [sy, cy] = as_written(0.3);
  EXPECT_NEAR(R(2, 0), -sp, 1e-16);
  EXPECT_NEAR(R(0, 0), cy * cp, 1e-16);
  EXPECT_NEAR(R(2, 1), cp * sr, 1e-16);
  EXPECT_NEAR(R(0, 1), cy * sp * sr - sy * cr, 1e-16);
}

TEST(Rotation, AnglesComeBackFromEveryMatrix) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
  for (int i = 0; i < 10000; ++i) {
    const Matrix3 R = from_rpy({angle(random), angle(random), angle(random)});
    EXPECT_LT(rebuilt_error(R), 2e-15);
  }
}

TEST(Rotation, AnglesComeBackNearGimbalLock) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
  for (const double off : {0.0, 1e-17, 1e-16, 1e-12, 1e-9, 1e-8, 1e-6, 1e-3}) {
    for (const double sign : {-1.0, 1.0}) {
      const Matrix3 R = from_rpy({angle(random), sign * (quarter - off), angle(random)});
      EXPECT_LT(rebuilt_error(R), 2e-15) << off;
    }
  }
  const Matrix3 exact{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
  EXPECT_LT(rebuilt_error(exact), 2e-16);
}

TEST(Rotation, RightAnglesOfTablesAreExact) {
  for (const int turns : {-5, -2, -1, 0, 1, 2, 3, 4, 7}) {
    const auto [sine, cosine] = right_angles(turns * quarter);
    EXPECT_EQ(std::abs(sine) + std::abs(cosine), 1) << turns;
    EXPECT_NEAR(sine, std::sin(turns * quarter), 1e-15);
    EXPECT_NEAR(cosine, std::cos(turns * quarter), 1e-15);
  }
  EXPECT_EQ(right_angles(1.5708).cosine, std::cos(1.5708)) << "not a right angle";
}

TEST(Rotation, QuaternionsNeedNotBeUnit) {
  const Matrix3 R = from_quaternion({0, 0, 2, 2});
  EXPECT_LT((R - about_z(right_angles(quarter))).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Rotation, ErrorTellsRotationsFromOtherMatrices) {
  EXPECT_LT(rotation_error(from_rpy({1, 2, 3})), 1e-15);
  EXPECT_TRUE(std::isinf(rotation_error(-Matrix3::Identity())));
  EXPECT_NEAR(rotation_error(1.001 * Matrix3::Identity()), 0.002, 1e-5);
}

}  // namespace
}  // namespace kinetree::testing
