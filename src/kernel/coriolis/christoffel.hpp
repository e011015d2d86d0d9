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

/// Twice the symbol in front of q̇_k.
template <class S>
S twice_symbol(TensorView<S> dM, int i, int j, int k) {
  return dM(i, j, k) + dM(i, k, j) - dM(j, k, i);
}

template <class S>
void christoffel_coriolis(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                          const TensorWorkspace<S>& w, MatrixView<S> C) noexcept {
  prepare_tensor(tree, g, w);
  mass_matrix_for_brackets<S>(tree, w.phi, w.carried, w.M);
  for (int j = 0; j < tree.nv(); ++j) {
    for (int i = 0; i < tree.nv(); ++i) {
      S sum(0.0);
      for (int k = 0; k < tree.nv(); ++k) sum = sum + twice_symbol(w.dM, i, j, k) * v[k];
      C(i, j) = S(0.5) * sum;
    }
  }
  add_brackets<S>(tree, w.M, v, C);
}

/// All symbols of velocity k: C(q, e_k), so that C(q, v) = Σ_k v_k C(q, e_k). Needs ∂M/∂q and, for
/// brackets, M. `unit` is scratch of zeros, and is so again afterwards.
template <class S>
void christoffel_symbols(const Tree<S>& tree, int k, const TensorWorkspace<S>& w, View<S> unit,
                         MatrixView<S> symbols) noexcept {
  for (int j = 0; j < tree.nv(); ++j) {
    for (int i = 0; i < tree.nv(); ++i) symbols(i, j) = S(0.5) * twice_symbol(w.dM, i, j, k);
  }
  unit[k] = S(1.0);
  add_brackets<S>(tree, w.M, unit, symbols);
  unit[k] = S(0.0);
}

}  // namespace kinetree::kernel
