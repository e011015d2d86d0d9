// A screw: a turn about an axis of the frame with a slide along it. Half of a pose, cheaply.
//
// It changes two coordinates of a vector, with four products; of a 6×6 inertia it costs a third of
// what a general pose does.
#pragma once
#include "spatial/inertia.hpp"
#include "spatial/turn.hpp"

namespace kinetree::spatial {

/// About z.
template <class S, class Sine = S, class Cosine = S, class Length = S>
struct Screw : Turn<S, Sine, Cosine> {
  using Turn<S, Sine, Cosine>::turn, Turn<S, Sine, Cosine>::turn_back;
  Length length{0.0};

  Force<S> operator*(const Force<S>& f) const {
    const Vec3<S> linear = turn(f.linear), angular = turn(f.angular);
    return {{angular.x - length * linear.y, angular.y + length * linear.x, angular.z}, linear};
  }
  Motion<S> inverse_times(const Motion<S>& m) const {
    const Vec3<S>&w = m.angular, &u = m.linear;
    return {turn_back(w), turn_back({u.x + length * w.y, u.y - length * w.x, u.z})};
  }
  Inertia<S> operator*(const Inertia<S>& body) const {
    const Vec3<S> h = turn(body.h);
    Sym3<S> I = turn(body.I);
    const auto ml = body.mass * length;
    const auto both = length * (h.z + h.z + ml);
    I.xx = I.xx + both;
    I.yy = I.yy + both;
    I.xz = I.xz - length * h.x;
    I.yz = I.yz - length * h.y;
    return {body.mass, {h.x, h.y, h.z + ml}, I};
  }
  /// As in inertia.hpp with p along z: B' = B + [p] D, A' = A + [p] B'ᵀ + ([p] Bᵀ)ᵀ.
  ArticulatedInertia<S> operator*(const ArticulatedInertia<S>& I) const {
    Sym3<S> A = turn(I.A);
    const Sym3<S> D = turn(I.D);
    const Mat3<S> B = turn(I.B);
    const Mat3<S> C = {{B.x.x - length * D.xy, B.x.y + length * D.xx, B.x.z},
                       {B.y.x - length * D.yy, B.y.y + length * D.xy, B.y.z},
                       {B.z.x - length * D.yz, B.z.y + length * D.xz, B.z.z}};
    A.xx = A.xx - length * (C.y.x + B.y.x);
    A.yy = A.yy + length * (C.x.y + B.x.y);
    A.xy = A.xy + length * (B.x.x - C.y.y);
    A.xz = A.xz - length * C.y.z;
    A.yz = A.yz + length * C.x.z;
    return {A, C, D};
  }
};

/// What is known of a screw beforehand. Axes of most robots are parallel or at right angles, and
/// many of them meet.
enum class ScrewKind : unsigned char { any, slide, quarter, quarter_turn };

inline ScrewKind kind_of(const Screw<double>& x) {
  if (x.sine == 0 && x.cosine == 1) return ScrewKind::slide;
  if (x.sine != 1 || x.cosine != 0) return ScrewKind::any;
  return x.length == 0 ? ScrewKind::quarter_turn : ScrewKind::quarter;
}

/// Without its slide.
template <class S>
Screw<S, S, S, Zero> turn_only(const Screw<S>& x) {
  return {{x.sine, x.cosine}, {}};
}
/// Calls f with the same screw, as a type that knows what it is.
template <class S, class F>
[[gnu::always_inline]] inline void with_known(const Screw<S>& x, ScrewKind kind, const F& f) {
  if (kind == ScrewKind::quarter) return f(Screw<S, One, Zero>{{}, x.length});
  if (kind == ScrewKind::quarter_turn) return f(Screw<S, One, Zero, Zero>{});
  if (kind == ScrewKind::slide) return f(Screw<S, Zero, One>{{}, x.length});
  f(Screw<S>(x));  // a copy: it stays in registers whatever f writes
}

/// The same about x, by giving the coordinates other names: x y z become y z x.
template <class S>
Vec3<S> cycle(const Vec3<S>& v) {
  return {v.y, v.z, v.x};
}
template <class S>
Vec3<S> uncycle(const Vec3<S>& v) {
  return {v.z, v.x, v.y};
}
template <class S>
Sym3<S> cycle(const Sym3<S>& A) {
  return {A.yy, A.yz, A.xy, A.zz, A.xz, A.xx};
}
template <class S>
Sym3<S> uncycle(const Sym3<S>& A) {
  return {A.zz, A.xz, A.yz, A.xx, A.xy, A.yy};
}
template <class S>
Mat3<S> cycle(const Mat3<S>& A) {
  return {cycle(A.y), cycle(A.z), cycle(A.x)};
}
template <class S>
Mat3<S> uncycle(const Mat3<S>& A) {
  return {uncycle(A.z), uncycle(A.x), uncycle(A.y)};
}
template <class S>
Force<S> cycle(const Force<S>& f) {
  return {cycle(f.angular), cycle(f.linear)};
}
template <class S>
Force<S> uncycle(const Force<S>& f) {
  return {uncycle(f.angular), uncycle(f.linear)};
}
template <class S>
Motion<S> cycle(const Motion<S>& m) {
  return {cycle(m.angular), cycle(m.linear)};
}
template <class S>
Motion<S> uncycle(const Motion<S>& m) {
  return {uncycle(m.angular), uncycle(m.linear)};
}
template <class S>
Inertia<S> cycle(const Inertia<S>& b) {
  return {b.mass, cycle(b.h), cycle(b.I)};
}
template <class S>
Inertia<S> uncycle(const Inertia<S>& b) {
  return {b.mass, uncycle(b.h), uncycle(b.I)};
}
template <class S>
ArticulatedInertia<S> cycle(const ArticulatedInertia<S>& I) {
  return {cycle(I.A), cycle(I.B), cycle(I.D)};
}
template <class S>
ArticulatedInertia<S> uncycle(const ArticulatedInertia<S>& I) {
  return {uncycle(I.A), uncycle(I.B), uncycle(I.D)};
}

}  // namespace kinetree::spatial
