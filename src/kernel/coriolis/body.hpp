// What one moving body adds to the Coriolis matrix: B with C = Σ J_bᵀ ( I_b J̇_b + B_b J_b ).
//
//     B(v) = ½ ( v ×* I - I v × + (I v) ×̄ ),    a ×̄ b := b ×* a          [echeandia_wensing2021]
//
// B v = v ×* I v gives the body's force, B + Bᵀ = İ its share of Ṁ, and no other B that does both
// is without torsion: this one makes C that of Christoffel. Written out, half of it vanishes:
//
//     B = [ B11 0 ; -[l] 0 ],   B11 = (h·u) 1 - u hᵀ - [ω] (½ tr(J) 1 - J),   l = m u + ω × h
//
// with v = (ω ; u), first moment h and second moment J about the point: twelve numbers, which add
// up over a subtree.
#pragma once
#include "spatial/inertia.hpp"

namespace kinetree::kernel {

template <class S>
struct BodyCoriolis {
  spatial::Mat3<S> B11;
  spatial::Vec3<S> l;  ///< linear momentum
};

/// ½ tr(J) 1 - J
template <class S>
spatial::Sym3<S> half_trace_minus(const spatial::Sym3<S>& J) {
  const S half = S(0.5) * (J.xx + J.yy + J.zz);
  return {half - J.xx, -J.xy, -J.xz, half - J.yy, -J.yz, half - J.zz};
}

template <class S>
BodyCoriolis<S> body_coriolis(const spatial::Inertia<S>& body, const spatial::Motion<S>& v) {
  const spatial::Vec3<S>&h = body.h, &u = v.linear;
  const spatial::Mat3<S> turning = cross(v.angular, full(half_trace_minus(body.I)));
  const S hu = dot(h, u), zero(0.0);
  const spatial::Mat3<S> moving = {spatial::Vec3<S>{hu, zero, zero} - h.x * u,
                                   spatial::Vec3<S>{zero, hu, zero} - h.y * u,
                                   spatial::Vec3<S>{zero, zero, hu} - h.z * u};
  return {moving - turning, body.mass * u + cross(v.angular, h)};
}

template <class S>
BodyCoriolis<S> operator+(const BodyCoriolis<S>& a, const BodyCoriolis<S>& b) {
  return {a.B11 + b.B11, a.l + b.l};
}
template <class S>
BodyCoriolis<S> operator*(const S& s, const BodyCoriolis<S>& B) {
  return {s * B.B11, s * B.l};
}
/// B m
template <class S>
spatial::Force<S> operator*(const BodyCoriolis<S>& B, const spatial::Motion<S>& m) {
  return {B.B11 * m.angular, cross(m.angular, B.l)};
}
/// Bᵀ m; its linear part is zero.
template <class S>
spatial::Vec3<S> transpose_times(const BodyCoriolis<S>& B, const spatial::Motion<S>& m) {
  return transpose_times(B.B11, m.angular) + cross(B.l, m.linear);
}

}  // namespace kinetree::kernel
