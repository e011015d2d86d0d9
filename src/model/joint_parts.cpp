#include "model/joint_parts.hpp"

#include "model/joint_pose.hpp"

namespace kinetree {

spatial::Vec3<double> to_spatial(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

spatial::Pose<double> to_spatial(const Pose& X) {
  return {{to_spatial(Vector3(X.R.col(0))), to_spatial(Vector3(X.R.col(1))),
           to_spatial(Vector3(X.R.col(2)))},
          to_spatial(X.p)};
}

Pose to_public(const spatial::Pose<double>& X) {
  Pose result;
  result.R << X.R.x.x, X.R.y.x, X.R.z.x, X.R.x.y, X.R.y.y, X.R.z.y, X.R.x.z, X.R.y.z, X.R.z.z;
  result.p << X.p.x, X.p.y, X.p.z;
  return result;
}

Vector3 to_public(const spatial::Vec3<double>& v) { return {v.x, v.y, v.z}; }

namespace {

/// A rotation that takes z to the axis: the shortest one in the upper half space, and after half a
/// turn about x in the lower. Exact for axes along x, y or z.
Matrix3 frame_of_axis(const Vector3& axis) {
  Vector3 a = axis.normalized();
  Matrix3 turned = Matrix3::Identity();
  if (a.z() < 0) {
    turned.diagonal() << 1, -1, -1;
    a = turned * a;
  }
  const double x = a.x(), y = a.y(), z = a.z(), s = 1 / (1 + z);
  Matrix3 R;
  R << 1 - x * x * s, -x * y * s, x, -x * y * s, 1 - y * y * s, y, -x, -y, z;
  return turned * R;
}

spatial::Pose<double> turn(const Matrix3& R) { return to_spatial(Pose{R, Vector3::Zero()}); }

JointParts parts_of_plane(const Matrix3& plane) {
  const Matrix3 x = frame_of_axis(Vector3::UnitX()), y = frame_of_axis(Vector3::UnitY());
  return {{JointPart{JointKind::prismatic, turn(plane * x)},
           JointPart{JointKind::prismatic, turn(x.transpose() * y)},
           JointPart{JointKind::revolute, turn(y.transpose())}},
          3,
          turn(plane.transpose())};
}

}  // namespace

JointParts joint_parts(const Joint& joint) {
  switch (joint.type) {
    case JointType::fixed:
      return {};
    case JointType::spherical:
      return {{JointPart{JointKind::spherical, {}, 4, 3}}, 1, {}};
    case JointType::floating:
      return {{JointPart{JointKind::floating, {}, 7, 6}}, 1, {}};
    case JointType::planar:
      return parts_of_plane(frame_of_axis(joint.axis));
    default:
      break;
  }
  const Matrix3 R = frame_of_axis(joint.axis);
  const JointKind kind = joint.type == JointType::prismatic ? JointKind::prismatic
                         : joint.type == JointType::helical ? JointKind::helical
                                                            : JointKind::revolute;
  return {{JointPart{kind, turn(R)}}, 1, turn(R.transpose())};
}

spatial::Pose<double> joint_displacement(const Joint& joint, const double* q) {
  const JointParts parts = joint_parts(joint);
  spatial::Pose<double> X;
  const int zero = 0;
  for (int k = 0, at = 0; k < parts.count; at += parts.part[static_cast<std::size_t>(k++)].nq) {
    // A tree of this one part: the switch on the kind of a joint stands in joints.hpp alone.
    const JointPart& part = parts.part[static_cast<std::size_t>(k)];
    Tree<double> tree;
    tree.kind = {&part.kind, 1};
    tree.first_q = {&zero, 1};
    tree.placement = {&part.placement, 1};
    tree.pitch = {&joint.pitch, 1};
    X = X * joint_pose<double>(tree, 0, {q + at, part.nq});
  }
  return X * parts.frame;
}

}  // namespace kinetree
