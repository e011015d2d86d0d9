// Forward dynamics of bodies in lanes by articulated bodies.
#pragma once
#include "plan/bodies.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// a = M⁻¹ (τ - h), where what bodies carry are the forces of h. Needs `turned`.
inline void solve_articulated(const Bodies& b, const double* tau, double* a) {
  b.take(tau, b.a);
  double root[2 * small_rows] = {};
  for (int g = 0; g < b.groups; ++g) {
    const BodyGroup& body = b.body[g];
    const LinkLanes& at = b.link[g].at;
    const Pack left = b.a[g] - dot(body.phi, body.force);
    if (g < b.floating) {
      store_some(left, root + at.row, at.count);
    } else {
      b.articulated.take(g, at, body.phi, body.turned, body.place, left);
    }
  }
  if (b.floating > 0) b.articulated.take_root(b.body[0].own);
  b.articulated.solve(root, a);
}

}  // namespace kinetree::KINETREE_SIMD_SET
