// A pose in two steps: a turn about z, then a fixed placement. X = fixed · Rz(angle).
//
// What a revolute joint does to a vector takes four products in the plane of the turn, and to a
// symmetric matrix eight; the fixed part takes none where its twist is a multiple of π/2. As one
// matrix both would take twice as many. Interchangeable with Pose in the kernels that work in the
// links' own frames.
#pragma once
#include "spatial/inertia.hpp"
#include "spatial/turn.hpp"

namespace kinetree::spatial {

template <class S>
struct TurnedPose : Turn<S> {
  using Turn<S>::turn, Turn<S>::turn_back;
  Pose<S> fixed;

  Motion<S> inverse_times(const Motion<S>& m) const {
    const Motion<S> before = fixed.inverse_times(m);
    return {turn_back(before.angular), turn_back(before.linear)};
  }
};

template <class S>
Force<S> operator*(const TurnedPose<S>& X, const Force<S>& f) {
  return X.fixed * Force<S>{X.turn(f.angular), X.turn(f.linear)};
}
template <class S>
ArticulatedInertia<S> operator*(const TurnedPose<S>& X, const ArticulatedInertia<S>& I) {
  return X.fixed * ArticulatedInertia<S>{X.turn(I.A), X.turn(I.B), X.turn(I.D)};
}
template <class S>
Inertia<S> operator*(const TurnedPose<S>& X, const Inertia<S>& body) {
  return X.fixed * Inertia<S>{body.mass, X.turn(body.h), X.turn(body.I)};
}

// What kernels ask of either.

/// As one matrix.
template <class S>
const Pose<S>& whole(const Pose<S>& X) {
  return X;
}
template <class S>
Pose<S> whole(const TurnedPose<S>& X) {
  const Mat3<S>& R = X.fixed.R;
  return {{X.cosine * R.x + X.sine * R.y, X.cosine * R.y - X.sine * R.x, R.z}, X.fixed.p};
}
/// Where the frame is.
template <class S>
const Vec3<S>& origin(const Pose<S>& X) {
  return X.p;
}
template <class S>
const Vec3<S>& origin(const TurnedPose<S>& X) {
  return X.fixed.p;
}
/// R v
template <class S>
Vec3<S> turn(const Pose<S>& X, const Vec3<S>& v) {
  return X.R * v;
}
template <class S>
Vec3<S> turn(const TurnedPose<S>& X, const Vec3<S>& v) {
  return X.fixed.R * X.turn(v);
}
/// Rᵀ v
template <class S>
Vec3<S> turn_back(const Pose<S>& X, const Vec3<S>& v) {
  return transpose_times(X.R, v);
}
template <class S>
Vec3<S> turn_back(const TurnedPose<S>& X, const Vec3<S>& v) {
  return X.turn_back(transpose_times(X.fixed.R, v));
}
/// R A Rᵀ
template <class S>
Mat3<S> turn(const Pose<S>& X, const Mat3<S>& A) {
  return X.R * (A * transpose(X.R));
}
template <class S>
Mat3<S> turn(const TurnedPose<S>& X, const Mat3<S>& A) {
  return turn(X.fixed, X.turn(A));
}

}  // namespace kinetree::spatial
