// ∂τ/∂q and ∂τ/∂v of inverse dynamics, analytically, with the same products as the Coriolis matrix.
//
// Displacing joint j carries all links below it along, rigidly, and what else changes is how they
// move: with v and a of the link before joint j (λ), and e the deeper of the links of i and j,
//
//     Ψ̇_j = v_λ × Φ_j,   Ψ̈_j = a_λ × Φ_j + v_λ × Ψ̇_j
//     ∂τ_i/∂v_j = Φ_i · ( I_e (Φ̇_j + Ψ̇_j) + 2 B_e Φ_j )
//     ∂τ_i/∂q_j = Φ_i · ( I_e Ψ̈_j + 2 B_e Ψ̇_j ),   + Φ_i · (Φ_j ×* f_j) for i above link j
//
// f_j is the force on all that the link of j carries; the world accelerates by -g. By q_j the
// displacement along velocity j is meant, in the link's own axes for joints of several degrees.
// [singh_russell_wensing2022], about a common point. Cost: O(n d).
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

/// Acceleration of every link, and the force that it takes.
template <class S>
void common_forces(const Tree<S>& tree, View<const S> v, View<const S> a,
                   const DerivativesWorkspace<S>& w) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    spatial::Motion<S> m = parent < 0 ? spatial::Motion<S>{{}, -tree.gravity} : w.a[parent];
    for_each_column(tree, i, [&](int k, auto) { m = m + a[k] * c.phi[k] + v[k] * c.phi_dot[k]; });
    w.a[i] = m;
    w.f[i] = c.inertia[i] * m + cross(c.v[i], c.inertia[i] * c.v[i]);
  }
}

/// Ψ̇ and Ψ̈ of velocity k, and Φ̇ + Ψ̇ in place of Φ̇.
template <class S>
void displace_axis(const Tree<S>& tree, int k, const DerivativesWorkspace<S>& w) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  const int before = tree.parent[tree.owner[k]];
  const spatial::Motion<S> v = velocity_before<S>(tree, c.v, tree.owner[k]);
  const spatial::Motion<S> a = before < 0 ? spatial::Motion<S>{{}, -tree.gravity} : w.a[before];
  const spatial::Motion<S> psi_dot = cross(v, c.phi[k]);
  w.psi_dot[k] = psi_dot;
  w.psi_ddot[k] = cross(a, c.phi[k]) + cross(v, psi_dot);
  c.phi_dot[k] = c.phi_dot[k] + psi_dot;
}

/// From bodies that move, as move_bodies() leaves them. Both matrices together, because their rows
/// multiply the same: I Φ and 2 Bᵀ Φ, and their columns are multiplied by the same Φ.
template <class S, class Matrix>
void inverse_dynamics_derivatives(const Tree<S>& tree, View<const S> v, View<const S> a,
                                  const DerivativesWorkspace<S>& w, const Matrix& dtau_dq,
                                  const Matrix& dtau_dv) noexcept {
  using spatial::Force, spatial::Motion, spatial::Vec3;
  const CoriolisWorkspace<S>& c = w.coriolis;
  common_forces(tree, v, a, w);
  sum_subtrees(tree, c.inertia);
  sum_subtrees(tree, c.B);
  sum_subtrees(tree, w.f);
  clear(dtau_dq);
  clear(dtau_dv);
  const auto twice = [](const Vec3<S>& x) { return x + x; };
  for (int i = 0; i < tree.nv(); ++i) {
    displace_axis(tree, i, w);
    const int e = tree.owner[i];
    const Motion<S>& phi = c.phi[i];
    const Force<S> force = c.inertia[e] * phi;
    const Vec3<S> moment = twice(transpose_times(c.B[e], phi));
    const Force<S> of_rates =
        c.inertia[e] * c.phi_dot[i] + c.B[e] * Motion<S>{twice(phi.angular), {}};
    Force<S> of_turns =
        c.inertia[e] * w.psi_ddot[i] + c.B[e] * Motion<S>{twice(w.psi_dot[i].angular), {}};
    dtau_dv(i, i) = dot(phi, of_rates);
    dtau_dq(i, i) = dot(phi, of_turns);
    const auto set = [&](int j) {
      set_pair(dtau_dv, i, j, dot(c.phi_dot[j], force) + dot(c.phi[j].angular, moment),
               dot(c.phi[j], of_rates));
      set_pair(dtau_dq, i, j, dot(w.psi_ddot[j], force) + dot(w.psi_dot[j].angular, moment),
               dot(c.phi[j], of_turns));
    };
    int j = tree.previous[i];
    for (; j >= 0 && tree.owner[j] == e; j = tree.previous[j]) set(j);
    of_turns = of_turns + cross(phi, w.f[e]);
    for (; j >= 0; j = tree.previous[j]) set(j);
  }
}
template <class S>
void inverse_dynamics_derivatives(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                                  View<const S> a, const DerivativesWorkspace<S>& w,
                                  MatrixView<S> dtau_dq, MatrixView<S> dtau_dv) noexcept {
  prepare_coriolis(tree, g, v, w.coriolis);
  inverse_dynamics_derivatives(tree, v, a, w, dtau_dq, dtau_dv);
}

}  // namespace kinetree::kernel
