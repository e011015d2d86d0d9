// The same objects as dense Eigen matrices, order (angular, linear): slow, and obviously right.
#pragma once
#include <Eigen/Dense>
#include <cstdint>
#include <random>

#include "spatial/inertia.hpp"

namespace kinetree::testing {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

Eigen::Vector3d dense(const spatial::Vec3<double>& a);
Eigen::Matrix3d dense(const spatial::Mat3<double>& A);
Eigen::Matrix3d dense(const spatial::Sym3<double>& A);
Vector6 dense(const spatial::Motion<double>& m);
Vector6 dense(const spatial::Force<double>& f);

/// [a] b = a × b
Eigen::Matrix3d skew(const Eigen::Vector3d& a);

Matrix6 blocks(const Eigen::Matrix3d& a, const Eigen::Matrix3d& b, const Eigen::Matrix3d& c,
               const Eigen::Matrix3d& d);

/// Takes motions of frame B to frame A: [ R 0 ; [p]R R ].
Matrix6 motion_transform(const spatial::Pose<double>& X);
/// Takes forces of frame B to frame A: [ R [p]R ; 0 R ].
Matrix6 force_transform(const spatial::Pose<double>& X);
/// v × as a matrix on motions; on forces it is minus the transpose.
Matrix6 motion_cross(const Vector6& v);
Matrix6 dense(const spatial::Inertia<double>& body);
Matrix6 dense(const spatial::ArticulatedInertia<double>& I);

/// Random numbers in [-1, 1] and what is made of them.
class RandomSpatial {
 public:
  explicit RandomSpatial(std::uint64_t seed) : engine_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  spatial::Vec3<double> vec() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  spatial::Mat3<double> mat() {
    const auto x = vec(), y = vec(), z = vec();
    return {x, y, z};
  }
  spatial::Sym3<double> sym() {
    const auto a = vec(), b = vec();
    return {a.x, a.y, a.z, b.x, b.y, b.z};
  }
  spatial::Motion<double> motion() {
    const auto angular = vec(), linear = vec();
    return {angular, linear};
  }
  spatial::Force<double> force() {
    const auto angular = vec(), linear = vec();
    return {angular, linear};
  }
  spatial::Pose<double> pose();
  spatial::Inertia<double> inertia() {
    const double mass = 1.5 + number();
    const auto h = vec();
    return {mass, h, sym()};
  }
  spatial::ArticulatedInertia<double> articulated() {
    const auto A = sym();
    const auto B = mat();
    return {A, B, sym()};
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace kinetree::testing
