// The same done to every number of what bodies have, whose numbers are registers.
#pragma once
#include "kernel/coriolis/body.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// The same done to every number of a vector, a matrix, an inertia …
template <class F>
Pack map(const Pack& x, F f) {
  return f(x);
}
template <class F>
spatial::Vec3<Pack> map(const spatial::Vec3<Pack>& v, F f) {
  return {f(v.x), f(v.y), f(v.z)};
}
template <class F>
spatial::Mat3<Pack> map(const spatial::Mat3<Pack>& A, F f) {
  return {map(A.x, f), map(A.y, f), map(A.z, f)};
}
template <class F>
spatial::Sym3<Pack> map(const spatial::Sym3<Pack>& A, F f) {
  return {f(A.xx), f(A.xy), f(A.xz), f(A.yy), f(A.yz), f(A.zz)};
}
template <class F>
spatial::Motion<Pack> map(const spatial::Motion<Pack>& m, F f) {
  return {map(m.angular, f), map(m.linear, f)};
}
template <class F>
spatial::Force<Pack> map(const spatial::Force<Pack>& x, F f) {
  return {map(x.angular, f), map(x.linear, f)};
}
template <class F>
spatial::Inertia<Pack> map(const spatial::Inertia<Pack>& body, F f) {
  return {f(body.mass), map(body.h, f), map(body.I, f)};
}
template <class F>
kernel::BodyCoriolis<Pack> map(const kernel::BodyCoriolis<Pack>& B, F f) {
  return {map(B.B11, f), map(B.l, f)};
}

/// The same done to the numbers of two.
template <class F>
spatial::Vec3<Pack> zip(const spatial::Vec3<Pack>& a, const spatial::Vec3<Pack>& b, F f) {
  return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)};
}
template <class F>
spatial::Motion<Pack> zip(const spatial::Motion<Pack>& a, const spatial::Motion<Pack>& b, F f) {
  return {zip(a.angular, b.angular, f), zip(a.linear, b.linear, f)};
}

}  // namespace kinetree::KINETREE_SIMD_SET
