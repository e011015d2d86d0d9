// The pose that each kind of joint gives its link.
#pragma once
#include "model/tree.hpp"
#include "spatial/functions.hpp"
#include "spatial/screw_pose.hpp"
#include "spatial/turned_pose.hpp"

namespace kinetree {

/// How the pose of a joint is kept: as one matrix, or with its turn apart. That is up to the
/// scalar.
template <class S>
struct JointPoseOf {
  using Type = spatial::Pose<S>;
};

/// Sine and cosine of a coordinate, computed when they are asked for. Whoever has them already
/// gives something else that is called so.
template <class S>
struct SinesOf {
  View<const S> q;
  void operator()(int k, S& sine, S& cosine) const {
    using spatial::sin_cos;
    sin_cos(q[k], sine, cosine);
  }
};

/// R Rz(angle): two columns turn, the third stays.
template <class S>
spatial::Mat3<S> turn_z(const spatial::Mat3<S>& R, const S& sine, const S& cosine) {
  return {cosine * R.x + sine * R.y, cosine * R.y - sine * R.x, R.z};
}

/// Rotation of a quaternion x y z w of any length: scaling it does not turn it.
template <class S>
spatial::Mat3<S> quaternion_rotation(View<const S> q, int first) {
  const S &x = q[first], &y = q[first + 1], &z = q[first + 2], &w = q[first + 3];
  const S s = S(2.0) / (x * x + y * y + z * z + w * w);
  const S sx = s * x, sy = s * y, sz = s * z;
  const S xx = sx * x, yy = sy * y, zz = sz * z;
  const S xy = sx * y, xz = sx * z, yz = sy * z, wx = sx * w, wy = sy * w, wz = sz * w;
  const S one(1.0);
  return {{one - (yy + zz), xy + wz, xz - wy},
          {xy - wz, one - (xx + zz), yz + wx},
          {xz + wy, yz - wx, one - (xx + yy)}};
}

/// Pose of link i in its parent.
template <class S, class Sines>
spatial::Pose<S> joint_pose(const Tree<S>& tree, int i, View<const S> q, const Sines& sines) {
  const spatial::Pose<S>& X = tree.placement[i];
  const int k = tree.first_q[i];
  const auto turned = [&] {
    S sine(0.0), cosine(0.0);
    sines(k, sine, cosine);
    return turn_z(X.R, sine, cosine);
  };
  switch (tree.kind[i]) {
    case JointKind::revolute:
      return {turned(), X.p};
    case JointKind::prismatic:
      return {X.R, X.p + q[k] * X.R.z};
    case JointKind::helical:
      return {turned(), X.p + (tree.pitch[i] * q[k]) * X.R.z};
    case JointKind::spherical:
      return {X.R * quaternion_rotation(q, k), X.p};
    case JointKind::floating:
      return {X.R * quaternion_rotation(q, k + 3),
              X.p + X.R * spatial::Vec3<S>{q[k], q[k + 1], q[k + 2]}};
  }
  return X;
}
template <class S>
spatial::Pose<S> joint_pose(const Tree<S>& tree, int i, View<const S> q) {
  return joint_pose(tree, i, q, SinesOf<S>{q});
}

template <class S, class Sines>
void set_joint_pose(const Tree<S>& tree, int i, View<const S> q, const Sines& sines,
                    spatial::Pose<S>& X) {
  X = joint_pose(tree, i, q, sines);
}
/// The same with its turn kept apart, where there is one about z.
template <class S, class Sines>
void set_joint_pose(const Tree<S>& tree, int i, View<const S> q, const Sines& sines,
                    spatial::TurnedPose<S>& X) {
  const int k = tree.first_q[i];
  if (tree.kind[i] == JointKind::revolute || tree.kind[i] == JointKind::helical) {
    X.fixed = tree.placement[i];
    if (tree.kind[i] == JointKind::helical) {
      X.fixed.p = X.fixed.p + (tree.pitch[i] * q[k]) * X.fixed.R.z;
    }
    sines(k, X.sine, X.cosine);
  } else {
    X = {{S(0.0), S(1.0)}, joint_pose(tree, i, q, sines)};
  }
}
/// The same by screws, of which all that does not move is there already (model/screw_tree.hpp).
template <class S, class Sines>
void set_joint_pose(const Tree<S>& tree, int i, View<const S> q, const Sines& sines,
                    spatial::ScrewPose<S>& X) {
  const int k = tree.first_q[i];
  if (X.form == spatial::ScrewPose<S>::Form::matrix) {
    const spatial::Pose<S> pose = joint_pose(tree, i, q, sines);
    X.R = pose.R;
    X.p = pose.p;
    return;
  }
  if (tree.kind[i] == JointKind::revolute) {
    sines(k, X.joint.sine, X.joint.cosine);
    if (X.quarters != 0) X.joint.advance(X.quarters);
  } else {  // prismatic
    X.joint.length = q[k];
    X.p = tree.placement[i].p + q[k] * tree.placement[i].R.z;
  }
}

}  // namespace kinetree
