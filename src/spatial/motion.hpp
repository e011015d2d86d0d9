// Poses, motions (angular, linear) and forces (moment, force), each about a frame's origin.
//
// A motion of frame B is moved to frame A by X_AB * m; back by X_AB.inverse_times(m). Forces alike.
// [Featherstone 2008] ch. 2; his X is our inverse_times.
#pragma once
#include "spatial/vec3.hpp"

namespace kinetree::spatial {

/// Velocity or acceleration of a rigid body, at the origin of its frame.
template <class S>
struct Motion {
  Vec3<S> angular, linear;
};

/// Moment about the frame's origin, and force.
template <class S>
struct Force {
  Vec3<S> angular, linear;
};

template <class S>
Motion<S> operator+(const Motion<S>& a, const Motion<S>& b) {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <class S>
Force<S> operator+(const Force<S>& a, const Force<S>& b) {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <class S>
Motion<S> operator*(const S& s, const Motion<S>& m) {
  return {s * m.angular, s * m.linear};
}
template <class S>
Force<S> operator*(const S& s, const Force<S>& f) {
  return {s * f.angular, s * f.linear};
}
/// Power of a force on a motion.
template <class S>
S dot(const Motion<S>& m, const Force<S>& f) {
  return dot(m.angular, f.angular) + dot(m.linear, f.linear);
}
/// v × m, the rate of change of a motion m that is carried along by v.
template <class S>
Motion<S> cross(const Motion<S>& v, const Motion<S>& m) {
  return {cross(v.angular, m.angular), cross(v.angular, m.linear) + cross(v.linear, m.angular)};
}
/// v ×* f, the rate of change of a force f that is carried along by v.
template <class S>
Force<S> cross(const Motion<S>& v, const Force<S>& f) {
  return {cross(v.angular, f.angular) + cross(v.linear, f.linear), cross(v.angular, f.linear)};
}

/// Frame B seen from frame A.
template <class S>
struct Pose {
  Mat3<S> R = identity3<S>();
  Vec3<S> p;

  Motion<S> inverse_times(const Motion<S>& m) const {
    return {transpose_times(R, m.angular), transpose_times(R, m.linear + cross(m.angular, p))};
  }
};

template <class S>
Pose<S> operator*(const Pose<S>& X_AB, const Pose<S>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p};
}
template <class S>
Force<S> operator*(const Pose<S>& X_AB, const Force<S>& f) {
  const Vec3<S> linear = X_AB.R * f.linear;
  return {X_AB.R * f.angular + cross(X_AB.p, linear), linear};
}

}  // namespace kinetree::spatial
