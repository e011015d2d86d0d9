// Motions of which parts are zero by what they are: those of joints about and along z.
//
// A sum or product with them leaves out what vanishes, which no compiler may do for numbers.
// Written as for whole vectors, so a formula holds for joints of one axis and of many alike.
#pragma once
#include "spatial/motion.hpp"

namespace kinetree::spatial {

/// The zero vector.
struct Still {};
template <class S>
struct AlongZ {
  S z;
};
template <class S>
struct AcrossZ {
  S x, y;
};

template <class S>
Vec3<S> operator+(const Vec3<S>& a, Still /*zero*/) {
  return a;
}
template <class S>
Vec3<S> operator+(const Vec3<S>& a, const AlongZ<S>& b) {
  return {a.x, a.y, a.z + b.z};
}
template <class S>
Vec3<S> operator+(const Vec3<S>& a, const AcrossZ<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z};
}
template <class S>
AcrossZ<S> operator+(const AcrossZ<S>& a, Still /*zero*/) {
  return a;
}
template <class S>
AcrossZ<S> operator+(Still /*zero*/, const AcrossZ<S>& a) {
  return a;
}
template <class S>
AcrossZ<S> operator+(const AcrossZ<S>& a, const AcrossZ<S>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class S>
Still cross(const Vec3<S>& /*any*/, Still zero) {
  return zero;
}
template <class S>
AcrossZ<S> cross(const Vec3<S>& a, const AlongZ<S>& b) {
  return {a.y * b.z, -(a.x * b.z)};
}

/// As Motion.
template <class Angular, class Linear>
struct AxisMotion {
  Angular angular;
  Linear linear;
};

template <class S, class A, class L>
Motion<S> operator+(const Motion<S>& a, const AxisMotion<A, L>& b) {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <class S, class A, class L>
auto cross(const Motion<S>& v, const AxisMotion<A, L>& m) {
  const auto angular = cross(v.angular, m.angular);
  const auto linear = cross(v.angular, m.linear) + cross(v.linear, m.angular);
  return AxisMotion<decltype(angular), decltype(linear)>{angular, linear};
}

}  // namespace kinetree::spatial
