// Elementary rotations, and roll-pitch-yaw back from a matrix.
//
// At a pitch of ±π/2 roll and yaw turn about the same line and only their sum is known. So roll is
// chosen first, from whatever the last row says, and yaw and pitch are what that choice leaves:
//
//     R Rx(−roll) = Rz(yaw) Ry(pitch),   whose second column is (−sin yaw, cos yaw, 0)
//
// That column has length one at every pitch, hence no division and no threshold.
#include "io/rotation.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

namespace kinetree {

SineCosine as_written(double angle) noexcept { return {std::sin(angle), std::cos(angle)}; }

SineCosine right_angles(double angle) noexcept {
  constexpr double quarter = std::numbers::pi / 2;
  const double turns = std::round(angle / quarter);
  if (std::abs(angle - turns * quarter) > 1e-12) return as_written(angle);
  switch (static_cast<int>(std::fmod(turns, 4) + 4) % 4) {
    case 1:
      return {1, 0};
    case 2:
      return {0, -1};
    case 3:
      return {-1, 0};
    default:
      return {0, 1};
  }
}

Matrix3 about_x(SineCosine angle) {
  const auto [s, c] = angle;
  return Matrix3{{1, 0, 0}, {0, c, -s}, {0, s, c}};
}

Matrix3 about_y(SineCosine angle) {
  const auto [s, c] = angle;
  return Matrix3{{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
}

Matrix3 about_z(SineCosine angle) {
  const auto [s, c] = angle;
  return Matrix3{{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
}

Matrix3 from_rpy(const Vector3& rpy) {
  return about_z(as_written(rpy[2])) * about_y(as_written(rpy[1])) * about_x(as_written(rpy[0]));
}

Vector3 to_rpy(const Matrix3& R) {
  const double roll = std::atan2(R(2, 1), R(2, 2));
  const Vector3 second = std::cos(roll) * R.col(1) - std::sin(roll) * R.col(2);
  const double yaw = std::atan2(-second[0], second[1]);
  const double pitch = std::atan2(-R(2, 0), std::cos(yaw) * R(0, 0) + std::sin(yaw) * R(1, 0));
  return {roll, pitch, yaw};
}

Matrix3 from_quaternion(const Eigen::Vector4d& xyzw) {
  const Eigen::Vector4d unit = xyzw.normalized();
  const double x = unit[0], y = unit[1], z = unit[2], w = unit[3];
  return Matrix3{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                 {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                 {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
}

double rotation_error(const Matrix3& R) {
  if (!(R.determinant() > 0)) return std::numeric_limits<double>::infinity();
  return (R * R.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
}

Pose operator*(const Pose& X_AB, const Pose& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}

}  // namespace kinetree
