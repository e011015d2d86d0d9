// Turns about z and x by planes: 4 multiplications for a vector, 8 for a symmetric matrix, 12 for a
// general one. A turn about x is one about z with the axes renamed.
#pragma once
#include "spatial/vec3.hpp"

namespace kinetree::kernel {

/// cos, sin, and their products: what turning in a plane needs.
template <class S>
struct PlaneTurn {
  S c{1.0}, s{0.0}, cs{0.0}, ss{0.0};
};

template <class S>
spatial::Vec3<S> turn(const PlaneTurn<S>& t, const spatial::Vec3<S>& v) {
  return {t.c * v.x - t.s * v.y, t.s * v.x + t.c * v.y, v.z};
}
template <class S>
PlaneTurn<S> back(const PlaneTurn<S>& t) {
  return {t.c, -t.s, -t.cs, t.ss};
}
template <class S>
spatial::Sym3<S> turn(const PlaneTurn<S>& t, const spatial::Sym3<S>& A) {
  const S d = A.xx - A.yy, e = A.xy + A.xy;
  const S u = t.ss * d + t.cs * e, w = t.cs * d - t.ss * e;
  return {A.xx - u, A.xy + w, t.c * A.xz - t.s * A.yz, A.yy + u, t.s * A.xz + t.c * A.yz, A.zz};
}
template <class S>
spatial::Mat3<S> turn(const PlaneTurn<S>& t, const spatial::Mat3<S>& A) {
  const S d = A.x.x - A.y.y, e = A.y.x + A.x.y;
  const S u = t.ss * d + t.cs * e, w = t.cs * d - t.ss * e;
  return {{A.x.x - u, A.x.y + w, t.c * A.x.z - t.s * A.y.z},
          {A.y.x + w, A.y.y + u, t.s * A.x.z + t.c * A.y.z},
          {t.c * A.z.x - t.s * A.z.y, t.s * A.z.x + t.c * A.z.y, A.z.z}};
}
template <class S>
spatial::Vec3<S> rename(const spatial::Vec3<S>& v) {  // y z x
  return {v.y, v.z, v.x};
}
template <class S>
spatial::Sym3<S> rename(const spatial::Sym3<S>& A) {
  return {A.yy, A.yz, A.xy, A.zz, A.xz, A.xx};
}
template <class S>
spatial::Mat3<S> rename(const spatial::Mat3<S>& A) {
  return {rename(A.y), rename(A.z), rename(A.x)};
}
/// The same about x: three renamings are none.
template <class S, class A>
A turn_x(const PlaneTurn<S>& t, const A& a) {
  return rename(rename(turn(t, rename(a))));
}

}  // namespace kinetree::kernel
