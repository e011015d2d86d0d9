// Coriolis matrix from Christoffel symbols of the first kind.
//
//     c_ij = ½ Σ_k ( ∂m_ij/∂q_k + ∂m_ik/∂q_j - ∂m_jk/∂q_i ) q̇_k                            (35)
//
// [laus2009] (35), as printed, with ∂M/∂q of mass_matrix/derivative.hpp. Ours: joints whose
// velocities are no rates of coordinates, by coriolis/quasi_velocities.hpp. Cost: O(n³).
#pragma once
#include "kernel/coriolis/quasi_velocities.hpp"
#include "kernel/mass_matrix/derivative.hpp"

namespace kinetree::kernel {

template <class S>
struct TensorWorkspace {
  View<spatial::Motion<S>> phi;       ///< per velocity
  View<spatial::Inertia<S>> carried;  ///< per link: of all it carries
  TensorView<S> dM;
  MatrixView<S> M;  ///< used where a joint has several velocities
};

/// Φ, what each link carries, ∂M/∂q, and M where joints of several velocities need it.
template <class S>
void prepare_tensor(const Tree<S>& tree, const Geometry<S>& g,
                    const TensorWorkspace<S>& w) noexcept {
  axis_motions<S>(g, w.phi);
  link_inertias<S>(tree, g, w.carried);
  sum_subtrees(tree, w.carried);
  mass_matrix_derivative<S>(tree, w.phi, w.carried, w.dM);
  mass_matrix_for_brackets<S>(tree, w.phi, w.carried, w.M);
}

/// Twice the symbol in front of q̇_k.
template <class S>
S twice_symbol(TensorView<S> dM, int i, int j, int k) {
  return dM(i, j, k) + dM(i, k, j) - dM(j, k, i);
}

template <class S>
void christoffel_coriolis(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                          const TensorWorkspace<S>& w, MatrixView<S> C) noexcept {
  prepare_tensor(tree, g, w);
  for (int j = 0; j < tree.nv(); ++j) {
    for (int i = 0; i < tree.nv(); ++i) {
      S sum(0.0);
      for (int k = 0; k < tree.nv(); ++k) sum = sum + twice_symbol(w.dM, i, j, k) * v[k];
      C(i, j) = S(0.5) * sum;
    }
  }
  add_brackets<S>(tree, w.M, v, C);
}

/// All symbols: matrix k is C(q, e_k), so that C(q, v) = Σ_k v_k symbols[k]. `unit` is scratch.
template <class S>
void christoffel_symbols(const Tree<S>& tree, const Geometry<S>& g, const TensorWorkspace<S>& w,
                         View<S> unit, TensorView<S> symbols) noexcept {
  prepare_tensor(tree, g, w);
  for (int k = 0; k < tree.nv(); ++k) unit[k] = S(0.0);
  for (int k = 0; k < tree.nv(); ++k) {
    for (int j = 0; j < tree.nv(); ++j) {
      for (int i = 0; i < tree.nv(); ++i) {
        symbols(i, j, k) = S(0.5) * twice_symbol(w.dM, i, j, k);
      }
    }
    unit[k] = S(1.0);
    add_brackets<S>(tree, w.M, unit, symbols[k]);
    unit[k] = S(0.0);
  }
}

}  // namespace kinetree::kernel
