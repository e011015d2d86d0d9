// Coriolis matrix with a few dot products an entry, without the n³ numbers of ∂M/∂q.
//
//     C_ij = Φ_i · ( I_e Φ̇_j + B_e Φ_j ),    e the deeper of the links of i and j
//
// I_e and B_e are sums over the subtree of link e: of inertias, and of what each body adds
// (coriolis/body.hpp). Zero where neither joint carries the other.
//
// Equal to the Christoffel matrix of [laus2009] (35) and to [truc2020] (52), entry by entry, and
// without change for joints of several degrees of freedom, where v is no rate of coordinates:
// C v = h - g and C + Cᵀ = Ṁ. The form is that of [echeandia_wensing2021], about a common point.
// Cost: O(n d), 15 multiplications for the two entries of a pair.
#pragma once
#include "kernel/common_point.hpp"
#include "kernel/coriolis/body.hpp"

namespace kinetree::kernel {

template <class S>
struct CoriolisWorkspace {
  View<spatial::Motion<S>> phi, phi_dot;  ///< per velocity
  View<spatial::Motion<S>> v;             ///< per link
  View<spatial::Inertia<S>> inertia;      ///< per link, then of all it carries
  View<BodyCoriolis<S>> B;                ///< the same
};

/// Everything but the sums over subtrees; Φ and inertias must be there.
template <class S>
void move_bodies(const Tree<S>& tree, View<const S> v, const CoriolisWorkspace<S>& w) noexcept {
  add_motions<S>(tree, w.phi, v, w.v);
  axis_rates<S>(tree, w.phi, w.v, w.phi_dot);
  for (int i = 0; i < tree.size(); ++i) w.B[i] = body_coriolis(w.inertia[i], w.v[i]);
}
template <class S>
void prepare_coriolis(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                      const CoriolisWorkspace<S>& w) noexcept {
  axis_motions<S>(g, w.phi);
  link_inertias<S>(tree, g, w.inertia);
  move_bodies(tree, v, w);
}

/// out(i, j) = Φ_i · ( I_e X_j + B_e Y_j ), e the deeper of the two links, for all pairs. Entries
/// of column j that belong to links above that of j have Φ_i · extra(j) added.
template <class S, class Extra, class Matrix>
void pair_products(const Tree<S>& tree, const CoriolisWorkspace<S>& w,
                   View<const spatial::Motion<S>> X, View<const spatial::Motion<S>> Y, Extra extra,
                   const Matrix& out) noexcept {
  clear(out);
  for (int i = 0; i < tree.nv(); ++i) {
    const int e = tree.owner[i];
    const spatial::Force<S> column = w.inertia[e] * X[i] + w.B[e] * Y[i];
    out(i, i) = dot(w.phi[i], column);
    int j = tree.previous[i];
    if (j < 0) continue;
    // Row i multiplies X and Y of the velocities before it; column i is multiplied by their Φ.
    const spatial::Force<S> row_X = w.inertia[e] * w.phi[i];
    const spatial::Vec3<S> row_Y = transpose_times(w.B[e], w.phi[i]);
    const auto row = [&](int l) { return dot(X[l], row_X) + dot(Y[l].angular, row_Y); };
    const spatial::Force<S> higher = column + extra(i);
    for (; j >= 0; j = tree.previous[j]) {
      if (tree.owner[j] != e) break;
      set_pair(out, i, j, row(j), dot(w.phi[j], column));
    }
    for (; j >= 0; j = tree.previous[j]) set_pair(out, i, j, row(j), dot(w.phi[j], higher));
  }
}

/// From bodies that move: inertias and B are summed up.
template <class S, class Matrix>
void recursive_coriolis(const Tree<S>& tree, const CoriolisWorkspace<S>& w,
                        const Matrix& C) noexcept {
  sum_subtrees(tree, w.inertia);
  sum_subtrees(tree, w.B);
  const auto nothing = [](int) { return spatial::Force<S>{}; };
  pair_products<S>(tree, w, w.phi_dot, w.phi, nothing, C);
}
template <class S>
void recursive_coriolis(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                        const CoriolisWorkspace<S>& w, MatrixView<S> C) noexcept {
  prepare_coriolis(tree, g, v, w);
  recursive_coriolis(tree, w, C);
}

/// C w for any w, without C: the force C(q, v) w. f is spoilt. Cost: O(n).
template <class S>
void coriolis_times(const Tree<S>& tree, const Geometry<S>& g, View<const S> v, View<const S> x,
                    const CoriolisWorkspace<S>& w, View<spatial::Motion<S>> Jx,
                    View<spatial::Motion<S>> Jdot_x, View<spatial::Force<S>> f,
                    View<S> out) noexcept {
  prepare_coriolis(tree, g, v, w);
  add_motions<S>(tree, w.phi, x, Jx);
  add_motions<S>(tree, w.phi_dot, x, Jdot_x);
  for (int i = 0; i < tree.size(); ++i) f[i] = w.inertia[i] * Jdot_x[i] + w.B[i] * Jx[i];
  sum_subtrees(tree, f);
  for (int k = 0; k < tree.nv(); ++k) out[k] = dot(w.phi[k], f[tree.owner[k]]);
}

/// Cᵀ w likewise.
template <class S>
void coriolis_transpose_times(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                              View<const S> x, const CoriolisWorkspace<S>& w,
                              View<spatial::Motion<S>> Jx, View<spatial::Force<S>> f,
                              View<spatial::Vec3<S>> moment, View<S> out) noexcept {
  prepare_coriolis(tree, g, v, w);
  add_motions<S>(tree, w.phi, x, Jx);
  for (int i = 0; i < tree.size(); ++i) {
    f[i] = w.inertia[i] * Jx[i];
    moment[i] = transpose_times(w.B[i], Jx[i]);
  }
  sum_subtrees(tree, f);
  sum_subtrees(tree, moment);
  for (int k = 0; k < tree.nv(); ++k) {
    const int link = tree.owner[k];
    out[k] = dot(w.phi_dot[k], f[link]) + dot(w.phi[k].angular, moment[link]);
  }
}

}  // namespace kinetree::kernel
