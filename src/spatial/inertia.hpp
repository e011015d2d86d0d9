// Rigid-body inertia about a frame's origin: mass, first moment, second moment.
#pragma once
#include "spatial/motion.hpp"

namespace kinetree::spatial {

/// Ten numbers, additive: h = m c is the first moment, I the inertia about the frame's origin.
template <class S>
struct Inertia {
  S mass{0.0};
  Vec3<S> h;
  Sym3<S> I;
};

/// The same body by its centre of mass: I is about the centre.
template <class S>
struct Body {
  S mass{0.0};
  Vec3<S> c;
  Sym3<S> I;
};

/// -[c][h], symmetric where h is along c: the second moment of a point mass with h = m c.
template <class S>
Sym3<S> point_inertia(const Vec3<S>& c, const Vec3<S>& h) {
  const S xx = c.x * h.x, yy = c.y * h.y, zz = c.z * h.z;
  return {yy + zz, -(c.x * h.y), -(c.x * h.z), xx + zz, -(c.y * h.z), xx + yy};
}

template <class S>
Inertia<S> operator+(const Inertia<S>& a, const Inertia<S>& b) {
  return {a.mass + b.mass, a.h + b.h, a.I + b.I};
}
/// Momentum of a body that moves with m; or the force of an acceleration m at rest.
template <class S>
Force<S> operator*(const Inertia<S>& body, const Motion<S>& m) {
  return {body.I * m.angular + cross(body.h, m.linear),
          body.mass * m.linear + cross(m.angular, body.h)};
}

/// Force of an acceleration of all its points alike.
template <class S>
Force<S> weight(const Inertia<S>& body, const Vec3<S>& a) {
  return {cross(body.h, a), body.mass * a};
}

/// I a + v ×* I v, what it takes to move so. By how the point at the origin is accelerated, which
/// is a.linear + ω × v.linear, there are fewer products.
template <class S>
Force<S> force_of_motion(const Inertia<S>& body, const Motion<S>& v, const Motion<S>& a) {
  const Vec3<S>&turn = v.angular, &h = body.h;
  const Vec3<S> point = a.linear + cross(turn, v.linear);
  return {body.I * a.angular + add_cross(cross(turn, body.I * turn), h, point),
          body.mass * point + add_cross(cross(turn, cross(turn, h)), a.angular, h)};
}

/// -[p][h] - [h][p] = 2 (p·h) 1 - p hᵀ - h pᵀ: what a shift by p adds to the second moment.
template <class S>
Sym3<S> parallel_axis(const Vec3<S>& p, const Vec3<S>& h) {
  const S x = p.x * h.x, y = p.y * h.y, z = p.z * h.z;
  const S xx = y + z, yy = x + z, zz = x + y;
  return {xx + xx, -(p.x * h.y + p.y * h.x), -(p.x * h.z + p.z * h.x),
          yy + yy, -(p.y * h.z + p.z * h.y), zz + zz};
}

/// The same body seen from frame A: I_A = R I Rᵀ - [p][Rh] - [Rh][p] - m [p][p].
template <class S>
Inertia<S> operator*(const Pose<S>& X_AB, const Inertia<S>& body) {
  const Vec3<S> h = X_AB.R * body.h;
  const Vec3<S> mp = body.mass * X_AB.p;
  // -[p][h] - [h][p] - m[p][p] = parallel_axis(p, h + m p / 2), so one product serves both terms.
  const Vec3<S> middle = h + S(0.5) * mp;
  return {body.mass, h + mp, rotate(X_AB.R, body.I) + parallel_axis(X_AB.p, middle)};
}

/// Inertia felt at a body whose descendants are free to move: a symmetric 6×6 in three blocks.
/// force = [ A B ; Bᵀ D ] (angular, linear).
template <class S>
struct ArticulatedInertia {
  Sym3<S> A;
  Mat3<S> B;
  Sym3<S> D;
};

template <class S>
ArticulatedInertia<S> articulated(const Inertia<S>& body) {
  const Vec3<S>& h = body.h;
  const S zero(0.0);
  const Mat3<S> h_cross = {{zero, h.z, -h.y}, {-h.z, zero, h.x}, {h.y, -h.x, zero}};
  return {body.I, h_cross, {body.mass, zero, zero, body.mass, zero, body.mass}};
}
template <class S>
ArticulatedInertia<S> operator+(const ArticulatedInertia<S>& a, const ArticulatedInertia<S>& b) {
  return {a.A + b.A, a.B + b.B, a.D + b.D};
}
template <class S>
Force<S> operator*(const ArticulatedInertia<S>& I, const Motion<S>& m) {
  return {I.A * m.angular + I.B * m.linear, transpose_times(I.B, m.angular) + I.D * m.linear};
}
/// I - U Uᵀ s: the inertia left when a force balance along U is given away to a joint.
template <class S>
ArticulatedInertia<S> downdate(const ArticulatedInertia<S>& I, const Force<S>& U, const S& s) {
  const Vec3<S> n = s * U.angular;
  return {I.A - outer(U.angular, s),
          {I.B.x - U.linear.x * n, I.B.y - U.linear.y * n, I.B.z - U.linear.z * n},
          I.D - outer(U.linear, s)};
}
/// The same inertia seen from frame A.
template <class S>
ArticulatedInertia<S> operator*(const Pose<S>& X_AB, const ArticulatedInertia<S>& I) {
  const Mat3<S>& R = X_AB.R;
  const Sym3<S> D = rotate(R, I.D);
  const Mat3<S> B = R * (I.B * transpose(R));
  // Moving the origin by p: B' = B + [p] D, A' = A + [p] Bᵀ - B [p] - [p] D [p].
  const Mat3<S> pD = cross(X_AB.p, full(D));
  const Mat3<S> pBt = cross(X_AB.p, transpose(B));
  const Mat3<S> pDp = cross(X_AB.p, transpose(pD));  // [p]([p]D)ᵀ = -[p] D [p]
  return {rotate(R, I.A) + symmetric(pBt + transpose(pBt) + pDp), B + pD, D};
}

}  // namespace kinetree::spatial
