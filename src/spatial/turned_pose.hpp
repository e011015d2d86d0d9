// A pose in two steps: a turn about z, then a fixed placement. X = fixed · Rz(angle).
//
// What a revolute joint does to a vector takes four products in the plane of the turn, and to a
// symmetric matrix eight; the fixed part takes none where its twist is a multiple of π/2. As one
// matrix both would take twice as many. Interchangeable with Pose in the kernels that work in the
// links' own frames.
#pragma once
#include "spatial/inertia.hpp"

namespace kinetree::spatial {

template <class S>
struct TurnedPose {
  Pose<S> fixed;
  S sine{0.0}, cosine{1.0};

  Motion<S> inverse_times(const Motion<S>& m) const {
    const Motion<S> before = fixed.inverse_times(m);
    return {turn_back(before.angular), turn_back(before.linear)};
  }
  Vec3<S> turn(const Vec3<S>& v) const {
    return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y, v.z};
  }
  Vec3<S> turn_back(const Vec3<S>& v) const {
    return {cosine * v.x + sine * v.y, cosine * v.y - sine * v.x, v.z};
  }
  /// Rz A Rzᵀ. With u = c (A_xx - A_yy) - 2 s A_xy: c² A_xx - 2 c s A_xy + s² A_yy = A_yy + c u,
  /// and so on; nothing but c² + s² = 1 is used.
  Sym3<S> turn(const Sym3<S>& A) const {
    const S u = cosine * (A.xx - A.yy) - sine * (A.xy + A.xy);
    const S cu = cosine * u;
    return {A.yy + cu,
            sine * u + A.xy,
            cosine * A.xz - sine * A.yz,
            A.xx - cu,
            sine * A.xz + cosine * A.yz,
            A.zz};
  }
  /// Rz A Rzᵀ
  Mat3<S> turn(const Mat3<S>& A) const {
    const Mat3<S> RA = {turn(A.x), turn(A.y), turn(A.z)};
    return {cosine * RA.x - sine * RA.y, sine * RA.x + cosine * RA.y, RA.z};
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
