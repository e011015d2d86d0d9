// The same objects as dense Eigen matrices, order (angular, linear): slow, and obviously right.
#pragma once
#include <Eigen/Dense>
#include <cstdint>
#include <random>

#include "spatial/inertia.hpp"

namespace kinetree::testing {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

inline Eigen::Vector3d dense(const spatial::Vec3<double>& a) { return {a.x, a.y, a.z}; }
inline Eigen::Matrix3d dense(const spatial::Mat3<double>& A) {
  Eigen::Matrix3d result;
  result << dense(A.x), dense(A.y), dense(A.z);
  return result;
}
inline Eigen::Matrix3d dense(const spatial::Sym3<double>& A) {
  Eigen::Matrix3d result;
  result << A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz;
  return result;
}
inline Vector6 dense(const spatial::Motion<double>& m) {
  return (Vector6() << dense(m.angular), dense(m.linear)).finished();
}
inline Vector6 dense(const spatial::Force<double>& f) {
  return (Vector6() << dense(f.angular), dense(f.linear)).finished();
}

/// [a] b = a × b
inline Eigen::Matrix3d skew(const Eigen::Vector3d& a) {
  Eigen::Matrix3d result;
  result << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return result;
}

inline Matrix6 blocks(const Eigen::Matrix3d& a, const Eigen::Matrix3d& b, const Eigen::Matrix3d& c,
                      const Eigen::Matrix3d& d) {
  return (Matrix6() << a, b, c, d).finished();
}

/// Takes motions of frame B to frame A: [ R 0 ; [p]R R ].
inline Matrix6 motion_transform(const spatial::Pose<double>& X) {
  const Eigen::Matrix3d R = dense(X.R);
  return blocks(R, Eigen::Matrix3d::Zero(), skew(dense(X.p)) * R, R);
}
/// Takes forces of frame B to frame A: [ R [p]R ; 0 R ].
inline Matrix6 force_transform(const spatial::Pose<double>& X) {
  const Eigen::Matrix3d R = dense(X.R);
  return blocks(R, skew(dense(X.p)) * R, Eigen::Matrix3d::Zero(), R);
}
/// v × as a matrix on motions; on forces it is minus the transpose.
inline Matrix6 motion_cross(const Vector6& v) {
  const Eigen::Matrix3d w = skew(v.head<3>());
  return blocks(w, Eigen::Matrix3d::Zero(), skew(v.tail<3>()), w);
}
inline Matrix6 dense(const spatial::Inertia<double>& body) {
  const Eigen::Matrix3d h = skew(dense(body.h));
  return blocks(dense(body.I), h, -h, body.mass * Eigen::Matrix3d::Identity());
}
inline Matrix6 dense(const spatial::ArticulatedInertia<double>& I) {
  return blocks(dense(I.A), dense(I.B), dense(I.B).transpose(), dense(I.D));
}

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
  spatial::Pose<double> pose() {
    const auto v = vec();
    const Eigen::Matrix3d R =
        Eigen::Quaterniond(number(), v.x, v.y, v.z).normalized().toRotationMatrix();
    return {{{R(0, 0), R(1, 0), R(2, 0)}, {R(0, 1), R(1, 1), R(2, 1)}, {R(0, 2), R(1, 2), R(2, 2)}},
            vec()};
  }
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
