// Ṁ, the rate of the mass matrix, from the rates of what it is made of: no Coriolis matrix needed.
//
//     M_ij = Φ_j · F_i,   F_i = I_e Φ_i,   e the link of i, j on the way from i to the root
//     Ṁ_ij = Φ̇_j · F_i + Φ_j · Ḟ_i,        Ḟ_i = İ_e Φ_i + I_e Φ̇_i
//
// about the common point, where a moving body has the inertia rate İ = v ×* I - I v ×: no mass, the
// momentum l for a first moment, [ω] J + ([ω] J)ᵀ - [u][h] - [h][u] for a second. Cost: O(n d).
#pragma once
#include "kernel/common_point.hpp"

namespace kinetree::kernel {

/// The rate of an inertia that moves along with v.
template <class S>
spatial::Inertia<S> inertia_rate(const spatial::Inertia<S>& body, const spatial::Motion<S>& v) {
  const spatial::Mat3<S> turning = cross(v.angular, full(body.I));
  return {S(0.0), body.mass * v.linear + cross(v.angular, body.h),
          symmetric(turning + transpose(turning)) + parallel_axis(v.linear, body.h)};
}

template <class S>
struct RateWorkspace {
  View<spatial::Motion<S>> phi, phi_dot;    ///< per velocity
  View<spatial::Motion<S>> v;               ///< per link
  View<spatial::Inertia<S>> inertia, rate;  ///< per link, then of all it carries
};

template <class S>
void mass_matrix_rate(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                      const RateWorkspace<S>& w, MatrixView<S> Mdot) noexcept {
  axis_motions<S>(g, w.phi);
  add_motions<S>(tree, w.phi, v, w.v);
  axis_rates<S>(tree, w.phi, w.v, w.phi_dot);
  link_inertias<S>(tree, g, w.inertia);
  for (int i = 0; i < tree.size(); ++i) w.rate[i] = inertia_rate(w.inertia[i], w.v[i]);
  sum_subtrees(tree, w.inertia);
  sum_subtrees(tree, w.rate);
  clear(Mdot);
  for (int i = 0; i < tree.nv(); ++i) {
    const int e = tree.owner[i];
    const spatial::Force<S> F = w.inertia[e] * w.phi[i];
    const spatial::Force<S> F_dot = w.rate[e] * w.phi[i] + w.inertia[e] * w.phi_dot[i];
    for (int j = i; j >= 0; j = tree.previous[j]) {
      Mdot(i, j) = Mdot(j, i) = dot(w.phi_dot[j], F) + dot(w.phi[j], F_dot);
    }
  }
}

}  // namespace kinetree::kernel
