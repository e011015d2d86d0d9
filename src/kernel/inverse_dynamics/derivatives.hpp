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
// displacement along velocity j is meant, in the link's own axes for joints of several degrees. A
// root that floats is carried by nothing, so its six velocities share most of what they take.
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

/// Ψ̇ and Ψ̈ of velocities, and Φ̇ + Ψ̇ in place of Φ̇. Not of a root that floats: Ψ̇ is zero.
template <class S>
void displace_axes(const Tree<S>& tree, const DerivativesWorkspace<S>& w) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  for (int k = floating_velocities(tree); k < tree.nv(); ++k) {
    const int link = tree.owner[k], before = tree.parent[link];
    const spatial::Motion<S> v = velocity_before<S>(tree, c.v, link);
    const spatial::Motion<S> a = before < 0 ? spatial::Motion<S>{{}, -tree.gravity} : w.a[before];
    // Of a joint of one velocity, Φ̇ is Ψ̇: common_point.hpp.
    const spatial::Motion<S> psi_dot =
        has_one_velocity(tree, link) ? c.phi_dot[k] : cross(v, c.phi[k]);
    w.psi_dot[k] = psi_dot;
    w.psi_ddot[k] = cross(a, c.phi[k]) + cross(v, psi_dot);
    c.phi_dot[k] = c.phi_dot[k] + psi_dot;
  }
}

/// What entries of velocity i and of those before it have of i.
template <class S>
struct Displacement {
  spatial::Force<S> force;               ///< I Φ
  spatial::Vec3<S> moment;               ///< 2 Bᵀ Φ
  spatial::Force<S> of_rates, of_turns;  ///< columns of ∂/∂v and ∂/∂q, about the common point
};
template <class S>
[[gnu::always_inline]] inline Displacement<S> displacement(const DerivativesWorkspace<S>& w, int i,
                                                           int link) noexcept {
  const auto twice = [](const spatial::Vec3<S>& x) { return x + x; };
  const CoriolisWorkspace<S>& c = w.coriolis;
  const spatial::Inertia<S>& I = c.inertia[link];
  const BodyCoriolis<S>& B = c.B[link];
  const spatial::Motion<S>& phi = c.phi[i];
  return {I * phi, twice(transpose_times(B, phi)),
          I * c.phi_dot[i] + B * spatial::Motion<S>{twice(phi.angular), {}},
          I * w.psi_ddot[i] + B * spatial::Motion<S>{twice(w.psi_dot[i].angular), {}}};
}

/// Axes of a root that floats: Φ is (0 ; z) of its first three velocities, then (z ; 0).
template <class S>
spatial::Mat3<S> root_axes(View<const spatial::Motion<S>> phi) {
  return {phi[0].linear, phi[1].linear, phi[2].linear};
}

/// Entries of the six velocities of a root that floats with each other.
template <class S, class Matrix>
void set_root(const Tree<S>& tree, const DerivativesWorkspace<S>& w, const Matrix& dtau_dq,
              const Matrix& dtau_dv) noexcept {
  using spatial::Force, spatial::Vec3;
  const CoriolisWorkspace<S>& c = w.coriolis;
  const spatial::Inertia<S>& I = c.inertia[0];
  const spatial::Mat3<S> R = root_axes<S>(c.phi);
  const auto set = [&R](const Matrix& M, int j, const Force<S>& f) {
    const Vec3<S> pull = transpose_times(R, f.linear), moment = transpose_times(R, f.angular);
    M(0, j) = pull.x, M(1, j) = pull.y, M(2, j) = pull.z;
    M(3, j) = moment.x, M(4, j) = moment.y, M(5, j) = moment.z;
  };
  for (int j = 0; j < 3; ++j) {
    const Vec3<S>& z = c.phi[j].linear;
    set(dtau_dv, j, weight(I, c.phi_dot[j].linear));
    set(dtau_dv, j + 3, I * c.phi_dot[j + 3] + c.B[0] * spatial::Motion<S>{z + z, {}});
    for (int i = 0; i < 6; ++i) dtau_dq(i, j) = S(0.0);
    set(dtau_dq, j + 3, weight(I, cross(z, tree.gravity)));
  }
}

/// Entries of velocity i with all six of them. Their Φ̇ is v × Φ with v of the root, and their Ψ̈
/// has no more than Φ × g: so their rows have common factors.
template <class S, class Matrix>
void set_pairs_with_root(const Tree<S>& tree, const DerivativesWorkspace<S>& w, int i,
                         const Displacement<S>& x, const Matrix& dtau_dq,
                         const Matrix& dtau_dv) noexcept {
  using spatial::Vec3;
  const spatial::Motion<S>& v = w.coriolis.v[0];
  const spatial::Mat3<S> R = root_axes<S>(w.coriolis.phi);
  const auto set = [&R, i](const Matrix& M, int j, const Vec3<S>& row, const Vec3<S>& column) {
    const Vec3<S> below = transpose_times(R, row), above = transpose_times(R, column);
    set_pair(M, i, j, below.x, above.x);
    set_pair(M, i, j + 1, below.y, above.y);
    set_pair(M, i, j + 2, below.z, above.z);
  };
  const spatial::Force<S>& f = x.force;
  set(dtau_dv, 0, cross(f.linear, v.angular), x.of_rates.linear);
  set(dtau_dv, 3, add_cross(add_cross(x.moment, f.angular, v.angular), f.linear, v.linear),
      x.of_rates.angular);
  const Vec3<S> pull = transpose_times(R, x.of_turns.linear);
  set_pair(dtau_dq, i, 0, S(0.0), pull.x);
  set_pair(dtau_dq, i, 1, S(0.0), pull.y);
  set_pair(dtau_dq, i, 2, S(0.0), pull.z);
  set(dtau_dq, 3, cross(tree.gravity, f.linear), x.of_turns.angular);
}

/// From bodies that move, as move_bodies() leaves them. Both matrices together, because their rows
/// multiply the same: I Φ and 2 Bᵀ Φ, and their columns are multiplied by the same Φ.
template <class S, class Matrix>
void inverse_dynamics_derivatives(const Tree<S>& tree, View<const S> v, View<const S> a,
                                  const DerivativesWorkspace<S>& w, const Matrix& dtau_dq,
                                  const Matrix& dtau_dv) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  common_forces(tree, v, a, w);
  sum_subtrees(tree, c.inertia);
  sum_subtrees(tree, c.B);
  sum_subtrees(tree, w.f);
  clear(dtau_dq);
  clear(dtau_dv);
  displace_axes(tree, w);
  const int root = floating_velocities(tree);
  if (root > 0) set_root(tree, w, dtau_dq, dtau_dv);
  for (int i = root; i < tree.nv(); ++i) {
    const int e = tree.owner[i];
    const spatial::Motion<S>& phi = c.phi[i];
    Displacement<S> x = displacement(w, i, e);
    dtau_dv(i, i) = dot(phi, x.of_rates);
    dtau_dq(i, i) = dot(phi, x.of_turns);
    const auto set = [&](int j) {
      set_pair(dtau_dv, i, j, dot(c.phi_dot[j], x.force) + dot(c.phi[j].angular, x.moment),
               dot(c.phi[j], x.of_rates));
      set_pair(dtau_dq, i, j, dot(w.psi_ddot[j], x.force) + dot(w.psi_dot[j].angular, x.moment),
               dot(c.phi[j], x.of_turns));
    };
    int j = tree.previous[i];
    for (; j >= root && tree.owner[j] == e; j = tree.previous[j]) set(j);
    x.of_turns = x.of_turns + cross(phi, w.f[e]);
    for (; j >= root; j = tree.previous[j]) set(j);
    if (j >= 0) set_pairs_with_root(tree, w, i, x, dtau_dq, dtau_dv);
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
