// A turn about z: four products for a vector, eight for a symmetric matrix; none where its sine and
// cosine are known to be zero and one (known.hpp).
#pragma once
#include <type_traits>

#include "spatial/known.hpp"
#include "spatial/vec3.hpp"

namespace kinetree::spatial {

template <class S, class Sine = S, class Cosine = S>
struct Turn {
  Sine sine{0.0};
  Cosine cosine{1.0};
  static constexpr bool nothing = std::is_same_v<Sine, Zero>;

  /// So many quarter turns more, exactly.
  void advance(int quarters) {
    const S s = sine, c = cosine;
    if (quarters == 1) *this = {c, -s};
    if (quarters == 2) *this = {-s, -c};
    if (quarters == 3) *this = {-c, s};
  }
  Vec3<S> turn(const Vec3<S>& v) const {
    if constexpr (nothing) return v;
    return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y, v.z};
  }
  Vec3<S> turn_back(const Vec3<S>& v) const {
    if constexpr (nothing) return v;
    return {cosine * v.x + sine * v.y, cosine * v.y - sine * v.x, v.z};
  }
  /// Rz A Rzᵀ. With u = c (A_xx - A_yy) - 2 s A_xy: c² A_xx - 2 c s A_xy + s² A_yy = A_yy + c u,
  /// and so on; nothing but c² + s² = 1 is used.
  Sym3<S> turn(const Sym3<S>& A) const {
    if constexpr (nothing) return A;
    const S u = cosine * (A.xx - A.yy) - sine * (A.xy + A.xy);
    const auto cu = cosine * u;
    return {A.yy + cu,
            sine * u + A.xy,
            cosine * A.xz - sine * A.yz,
            A.xx - cu,
            sine * A.xz + cosine * A.yz,
            A.zz};
  }
  /// Rz A Rzᵀ
  Mat3<S> turn(const Mat3<S>& A) const {
    if constexpr (nothing) return A;
    const Mat3<S> RA = {turn(A.x), turn(A.y), turn(A.z)};
    return {cosine * RA.x - sine * RA.y, sine * RA.x + cosine * RA.y, RA.z};
  }
};

}  // namespace kinetree::spatial
