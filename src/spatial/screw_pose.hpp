// A pose by screws: X = Z(γ, b) · X(α, a) · Z(θ, d), about z, x and z again.
//
// Any pose has this form ([khalil_kleinfinger1986]); the first screw is nothing where a link's
// frame was chosen for the joint that follows (model/canonical.hpp). Nearly parallel axes have a
// common normal that is far away, so d and b would be large: such a pose stays a matrix, and so do
// those of joints that turn about more than one axis. Interchangeable with Pose in the kernels that
// work in the links' own frames.
#pragma once
#include "spatial/screw.hpp"
#include "spatial/turned_pose.hpp"

namespace kinetree::spatial {

template <class S>
struct ScrewPose {
  enum class Form : unsigned char { two, three, matrix };
  Form form = Form::matrix;
  unsigned char quarters = 0;     ///< turns that the joint's angle is ahead of its coordinate
  Screw<S> joint, twist, branch;  ///< Z(θ, d), X(α, a), Z(γ, b)
  Vec3<S> p;                      ///< where the frame is, in every form
  Mat3<S> R;                      ///< of a matrix

  /// Outwards, from the parent's frame to ours.
  Motion<S> inverse_times(const Motion<S>& m) const {
    if (form == Form::matrix) return Pose<S>{R, p}.inverse_times(m);
    const Motion<S> before = form == Form::three ? branch.inverse_times(m) : m;
    return joint.inverse_times(uncycle(twist.inverse_times(cycle(before))));
  }
};

/// Force, Inertia or ArticulatedInertia: inwards.
template <class S, class T>
inline T carry(const ScrewPose<S>& X, const T& x) {
  if (X.form == ScrewPose<S>::Form::matrix) return Pose<S>{X.R, X.p} * x;
  T twisted = uncycle(X.twist * cycle(X.joint * x));
  if (X.form == ScrewPose<S>::Form::three) return X.branch * twisted;
  return twisted;
}
template <class S>
Force<S> operator*(const ScrewPose<S>& X, const Force<S>& f) {
  return carry(X, f);
}
template <class S>
Inertia<S> operator*(const ScrewPose<S>& X, const Inertia<S>& body) {
  return carry(X, body);
}
template <class S>
ArticulatedInertia<S> operator*(const ScrewPose<S>& X, const ArticulatedInertia<S>& I) {
  return carry(X, I);
}

template <class S>
const Vec3<S>& origin(const ScrewPose<S>& X) {
  return X.p;
}
/// R v, or R A Rᵀ
template <class S, class T>
T turned(const ScrewPose<S>& X, const T& x) {
  if (X.form == ScrewPose<S>::Form::matrix) return turn(Pose<S>{X.R, X.p}, x);
  T twisted = uncycle(X.twist.turn(cycle(X.joint.turn(x))));
  if (X.form == ScrewPose<S>::Form::three) return X.branch.turn(twisted);
  return twisted;
}
template <class S>
Vec3<S> turn(const ScrewPose<S>& X, const Vec3<S>& v) {
  return turned(X, v);
}
template <class S>
Mat3<S> turn(const ScrewPose<S>& X, const Mat3<S>& A) {
  return turned(X, A);
}
template <class S>
Vec3<S> turn_back(const ScrewPose<S>& X, const Vec3<S>& v) {
  if (X.form == ScrewPose<S>::Form::matrix) return transpose_times(X.R, v);
  const Vec3<S> before = X.form == ScrewPose<S>::Form::three ? X.branch.turn_back(v) : v;
  return X.joint.turn_back(uncycle(X.twist.turn_back(cycle(before))));
}
/// As one matrix.
template <class S>
Pose<S> whole(const ScrewPose<S>& X) {
  if (X.form == ScrewPose<S>::Form::matrix) return {X.R, X.p};
  const S zero(0.0), one(1.0);
  return {{turned(X, Vec3<S>{one, zero, zero}), turned(X, Vec3<S>{zero, one, zero}),
           turned(X, Vec3<S>{zero, zero, one})},
          X.p};
}

}  // namespace kinetree::spatial
