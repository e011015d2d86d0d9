// How bodies and axes move where joints are displaced: what derivatives.hpp makes its matrices of.
#pragma once
#include "kernel/coriolis/recursive.hpp"

namespace kinetree::kernel {

template <class S>
struct DerivativesWorkspace {
  CoriolisWorkspace<S> coriolis;               ///< phi_dot becomes Φ̇ + Ψ̇
  View<spatial::Motion<S>> a;                  ///< per link
  View<spatial::Force<S>> f;                   ///< per link, then of all it carries
  View<spatial::Motion<S>> psi_dot, psi_ddot;  ///< per velocity
};

/// Acceleration of the link before link i; the world accelerates upwards by -g.
template <class S>
spatial::Motion<S> acceleration_before(const Tree<S>& tree, View<const spatial::Motion<S>> a,
                                       int i) {
  return tree.parent[i] < 0 ? spatial::Motion<S>{{}, -tree.gravity} : a[tree.parent[i]];
}

/// Acceleration of every link, and the force that it takes.
template <class S>
void common_forces(const Tree<S>& tree, View<const S> v, View<const S> a,
                   const DerivativesWorkspace<S>& w) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  for (int i = 0; i < tree.size(); ++i) {
    spatial::Motion<S> m = acceleration_before<S>(tree, w.a, i);
    for_each_column(tree, i, [&](int k, auto) { m = m + a[k] * c.phi[k] + v[k] * c.phi_dot[k]; });
    w.a[i] = m;
    w.f[i] = c.inertia[i] * m + cross(c.v[i], c.inertia[i] * c.v[i]);
  }
}

/// Ψ̇ and Ψ̈ of velocities, and Φ̇ + Ψ̇ in place of Φ̇. Not of a root that floats: Ψ̇ is zero.
template <class S>
void displace_axes(const Tree<S>& tree, const DerivativesWorkspace<S>& w) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  for (int k = floating_velocities(tree); k < tree.nv(); ++k) {
    const int link = tree.owner[k];
    const spatial::Motion<S> v = velocity_before<S>(tree, c.v, link);
    const spatial::Motion<S> a = acceleration_before<S>(tree, w.a, link);
    // Of a joint of one velocity, Φ̇ is Ψ̇: common_point.hpp.
    const spatial::Motion<S> psi_dot =
        has_one_velocity(tree, link) ? c.phi_dot[k] : cross(v, c.phi[k]);
    w.psi_dot[k] = psi_dot;
    w.psi_ddot[k] = cross(a, c.phi[k]) + cross(v, psi_dot);
    c.phi_dot[k] = c.phi_dot[k] + psi_dot;
  }
}

}  // namespace kinetree::kernel
