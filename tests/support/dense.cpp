#include "support/dense.hpp"

namespace kinetree::testing {

Eigen::Vector3d dense(const spatial::Vec3<double>& a) { return {a.x, a.y, a.z}; }
Eigen::Matrix3d dense(const spatial::Mat3<double>& A) {
  Eigen::Matrix3d result;
  result << dense(A.x), dense(A.y), dense(A.z);
  return result;
}
Eigen::Matrix3d dense(const spatial::Sym3<double>& A) {
  Eigen::Matrix3d result;
  result << A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz;
  return result;
}
Vector6 dense(const spatial::Motion<double>& m) {
  return (Vector6() << dense(m.angular), dense(m.linear)).finished();
}
Vector6 dense(const spatial::Force<double>& f) {
  return (Vector6() << dense(f.angular), dense(f.linear)).finished();
}

Eigen::Matrix3d skew(const Eigen::Vector3d& a) {
  Eigen::Matrix3d result;
  result << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return result;
}

Matrix6 blocks(const Eigen::Matrix3d& a, const Eigen::Matrix3d& b, const Eigen::Matrix3d& c,
               const Eigen::Matrix3d& d) {
  return (Matrix6() << a, b, c, d).finished();
}

Matrix6 motion_transform(const spatial::Pose<double>& X) {
  const Eigen::Matrix3d R = dense(X.R);
  return blocks(R, Eigen::Matrix3d::Zero(), skew(dense(X.p)) * R, R);
}
Matrix6 force_transform(const spatial::Pose<double>& X) {
  const Eigen::Matrix3d R = dense(X.R);
  return blocks(R, skew(dense(X.p)) * R, Eigen::Matrix3d::Zero(), R);
}
Matrix6 motion_cross(const Vector6& v) {
  const Eigen::Matrix3d w = skew(v.head<3>());
  return blocks(w, Eigen::Matrix3d::Zero(), skew(v.tail<3>()), w);
}
Matrix6 dense(const spatial::Inertia<double>& body) {
  const Eigen::Matrix3d h = skew(dense(body.h));
  return blocks(dense(body.I), h, -h, body.mass * Eigen::Matrix3d::Identity());
}
Matrix6 dense(const spatial::ArticulatedInertia<double>& I) {
  return blocks(dense(I.A), dense(I.B), dense(I.B).transpose(), dense(I.D));
}

spatial::Pose<double> RandomSpatial::pose() {
  const auto v = vec();
  const Eigen::Matrix3d R =
      Eigen::Quaterniond(number(), v.x, v.y, v.z).normalized().toRotationMatrix();
  return {{{R(0, 0), R(1, 0), R(2, 0)}, {R(0, 1), R(1, 1), R(2, 1)}, {R(0, 2), R(1, 2), R(2, 2)}},
          vec()};
}

}  // namespace kinetree::testing
