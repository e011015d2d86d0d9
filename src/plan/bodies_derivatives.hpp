// Derivatives of inverse dynamics of bodies in lanes: the sums of inverse_dynamics/derivatives.hpp.
#pragma once
#include "plan/bodies_matrices.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// ∂τ/∂q and ∂τ/∂v. Ψ̇ = Φ̇ but for a root that floats, whose axes nothing moves; nor is there a
/// row above it.
template <bool placed>
void differentiate(const Bodies& b, const double* rates, const double* accelerations, double* dq,
                   double* dv) {
  constexpr Need need{.motion = true, .a = true, .coriolis = true, .sums = true, .placed = placed};
  b.outwards<need>(rates, accelerations);
  for (int g = 0; g < b.groups; ++g) {
    BodyGroup& of = b.body[g];
    of.X = cross(b.before_each(g, &BodyGroup::acceleration, {{}, *b.base}), of.phi);
    of.Y = {};
    if (g < b.floating) continue;
    of.Y = of.phi_dot;
    of.X =
        of.X + cross(b.before_each(g, &BodyGroup::velocity, spatial::Motion<Pack>{}), of.phi_dot);
  }
  b.inwards<need>();
  for (int g = 0; g < b.groups; ++g) {
    BodyGroup& of = b.body[g];
    of.B = Pack(2.0) * of.B;
    of.column = of.inertia * of.X + of.B * of.Y;
    if (g >= b.floating) of.column = of.column + cross(of.phi, of.force);
    of.row = transpose_times(of.B, of.phi);
  }
  write_pair_products(b, dq);
  for (int g = 0; g < b.groups; ++g) {
    BodyGroup& of = b.body[g];
    of.X = g < b.floating ? of.phi_dot : of.phi_dot + of.phi_dot;
    of.Y = of.phi;
    of.column = of.inertia * of.X + of.B * of.Y;
  }
  write_pair_products(b, dv);
}

}  // namespace kinetree::KINETREE_SIMD_SET
