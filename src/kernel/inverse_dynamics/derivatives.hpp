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
#include "kernel/inverse_dynamics/displacement.hpp"

namespace kinetree::kernel {

/// An entry of row i, or of column i, where j is before i.
template <class S>
void set_below(MatrixView<S> M, int i, int j, const S& value) noexcept {
  M(i, j) = value;
}
template <class S>
void set_above(MatrixView<S> M, int i, int j, const S& value) noexcept {
  M(j, i) = value;
}

/// What row i multiplies Ψ̈, Φ̇ + Ψ̇ and Ψ̇, Φ of the velocities before i by.
template <class S>
struct RowFactors {
  spatial::Force<S> force;  ///< I Φ
  spatial::Vec3<S> moment;  ///< 2 Bᵀ Φ
};
/// Forces about the common point, which column i multiplies by their Φ.
template <class S>
struct ColumnForces {
  spatial::Force<S> of_rates, of_turns;
};
template <class S>
[[gnu::always_inline]] inline RowFactors<S> row_factors(const CoriolisWorkspace<S>& c, int i,
                                                        int link) noexcept {
  const spatial::Vec3<S> moment = transpose_times(c.B[link], c.phi[i]);
  return {c.inertia[link] * c.phi[i], moment + moment};
}
template <class S>
[[gnu::always_inline]] inline ColumnForces<S> column_forces(const DerivativesWorkspace<S>& w, int i,
                                                            int link) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  const spatial::Vec3<S>&turns = c.phi[i].angular, &rates = w.psi_dot[i].angular;
  return {c.inertia[link] * c.phi_dot[i] + c.B[link] * spatial::Motion<S>{turns + turns, {}},
          c.inertia[link] * w.psi_ddot[i] + c.B[link] * spatial::Motion<S>{rates + rates, {}}};
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

/// Entries of row i with all six of them. Their Φ̇ is v × Φ with v of the root, and their Ψ̈ has no
/// more than Φ × g: so they have common factors.
template <class S, class Matrix>
[[gnu::always_inline]] inline void set_row_of_root(const Tree<S>& tree,
                                                   const DerivativesWorkspace<S>& w, int i,
                                                   const RowFactors<S>& row, const Matrix& dtau_dq,
                                                   const Matrix& dtau_dv) noexcept {
  const spatial::Motion<S>& v = w.coriolis.v[0];
  const spatial::Force<S>& f = row.force;
  const auto set = [&](const Matrix& M, int j, const spatial::Vec3<S>& factor) {
    const spatial::Vec3<S> x = transpose_times(root_axes<S>(w.coriolis.phi), factor);
    set_below(M, i, j, x.x), set_below(M, i, j + 1, x.y), set_below(M, i, j + 2, x.z);
  };
  set(dtau_dv, 0, cross(f.linear, v.angular));
  set(dtau_dv, 3, add_cross(add_cross(row.moment, f.angular, v.angular), f.linear, v.linear));
  for (int j = 0; j < 3; ++j) set_below(dtau_dq, i, j, S(0.0));
  set(dtau_dq, 3, cross(tree.gravity, f.linear));
}
/// And of column i.
template <class S, class Matrix>
[[gnu::always_inline]] inline void set_column_of_root(const DerivativesWorkspace<S>& w, int i,
                                                      const spatial::Force<S>& force,
                                                      const Matrix& M) noexcept {
  const auto set = [&](int j, const spatial::Vec3<S>& part) {
    const spatial::Vec3<S> x = transpose_times(root_axes<S>(w.coriolis.phi), part);
    set_above(M, i, j, x.x), set_above(M, i, j + 1, x.y), set_above(M, i, j + 2, x.z);
  };
  set(0, force.linear);
  set(3, force.angular);
}

/// Row i, up to the diagonal.
template <class S, class Matrix>
void set_row(const Tree<S>& tree, const DerivativesWorkspace<S>& w, int i, const Matrix& dtau_dq,
             const Matrix& dtau_dv) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  const RowFactors<S> row = row_factors(c, i, tree.owner[i]);
  const int root = floating_velocities(tree);
  int j = tree.previous[i];
  for (; j >= root; j = tree.previous[j]) {
    set_below(dtau_dv, i, j, dot(c.phi_dot[j], row.force) + dot(c.phi[j].angular, row.moment));
    set_below(dtau_dq, i, j, dot(w.psi_ddot[j], row.force) + dot(w.psi_dot[j].angular, row.moment));
  }
  if (j >= 0) set_row_of_root(tree, w, i, row, dtau_dq, dtau_dv);
}
/// Column i, with the diagonal.
template <class S, class Matrix>
void set_column(const Tree<S>& tree, const DerivativesWorkspace<S>& w, int i, const Matrix& dtau_dq,
                const Matrix& dtau_dv) noexcept {
  const CoriolisWorkspace<S>& c = w.coriolis;
  const int e = tree.owner[i], root = floating_velocities(tree);
  ColumnForces<S> forces = column_forces(w, i, e);
  dtau_dv(i, i) = dot(c.phi[i], forces.of_rates);
  dtau_dq(i, i) = dot(c.phi[i], forces.of_turns);
  const auto set = [&](int j) {
    set_above(dtau_dv, i, j, dot(c.phi[j], forces.of_rates));
    set_above(dtau_dq, i, j, dot(c.phi[j], forces.of_turns));
  };
  int j = tree.previous[i];
  for (; j >= root && tree.owner[j] == e; j = tree.previous[j]) set(j);
  forces.of_turns = forces.of_turns + cross(c.phi[i], w.f[e]);
  for (; j >= root; j = tree.previous[j]) set(j);
  if (j < 0) return;
  set_column_of_root(w, i, forces.of_rates, dtau_dv);
  set_column_of_root(w, i, forces.of_turns, dtau_dq);
}

/// From bodies that move, as move_bodies() leaves them. Both matrices together, because their rows
/// multiply by the same: I Φ and 2 Bᵀ Φ, and their columns are multiplied by the same Φ. All rows,
/// then all columns: what both take at once is more than there are registers.
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
    set_row(tree, w, i, dtau_dq, dtau_dv);
  }
  for (int i = root; i < tree.nv(); ++i) {
    set_column(tree, w, i, dtau_dq, dtau_dv);
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
