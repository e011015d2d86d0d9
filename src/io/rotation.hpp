// Rotations as files write them.
//
// URDF and kinetree-model/1 give roll, pitch, yaw about fixed axes x, y, z: R = Rz Ry Rx (REP-103).
// Angles are taken as written: 1.5708 is not a right angle, and every other tool agrees. Tables of
// Denavit and Hartenberg are different, see right_angles.
#pragma once
#include "kinetree/link.hpp"

namespace kinetree {

struct SineCosine {
  double sine, cosine;
};
SineCosine as_written(double angle) noexcept;

/// A twist in a Denavit-Hartenberg table is a right angle far more often than almost one: multiples
/// of π/2 to within 1e-12 give exact zeros and ones, anything else its sine and cosine.
SineCosine right_angles(double angle) noexcept;

Matrix3 about_x(SineCosine angle);
Matrix3 about_y(SineCosine angle);
Matrix3 about_z(SineCosine angle);

Matrix3 from_rpy(const Vector3& rpy);

/// Angles from which from_rpy() rebuilds `R` to rounding, at any pitch. `R` must be orthonormal.
Vector3 to_rpy(const Matrix3& R);

/// `x y z w`, any length but zero.
Matrix3 from_quaternion(const Eigen::Vector4d& xyzw);

/// How far from a rotation: the largest entry of R Rᵀ − 1, infinite for a mirror.
double rotation_error(const Matrix3& R);

/// "B in A" times "C in B".
Pose operator*(const Pose& X_AB, const Pose& X_BC);

}  // namespace kinetree
