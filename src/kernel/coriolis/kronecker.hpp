// Coriolis matrix by Kronecker products, in the words of matrix_calculus.hpp.
//
//     U = ∂M/∂q (1_n ⊗ q̇),   V = ∂M/∂q (q̇ ⊗ 1_n)                                          (53)
//     C = ½ ( U + V - Vᵀ )                                                           (52), (54)
//
// U is Ṁ, and Ṁ - 2C = Vᵀ - V is skew whatever V is (55). [truc2020], right as printed; it is the
// Christoffel matrix, written for all entries at once, and no factorisation of its own. Ours:
// joints whose velocities are no rates of coordinates, by coriolis/quasi_velocities.hpp.
// Cost: O(n³).
#pragma once
#include "kernel/coriolis/christoffel.hpp"
#include "kernel/matrix_calculus.hpp"

namespace kinetree::kernel {

/// V is scratch of the size of C.
template <class S>
void kronecker_coriolis(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                        const TensorWorkspace<S>& w, MatrixView<S> V, MatrixView<S> C) noexcept {
  prepare_tensor(tree, g, w);
  mass_matrix_for_brackets<S>(tree, w.phi, w.carried, w.M);
  const int n = tree.nv();
  const auto dM_dq = derivative(n, n, n, [&](int i, int j, int k) { return w.dM(i, j, k); });
  time_derivative(dM_dq, v, C);  // U
  product(dM_dq, kronecker(ColumnVector<S>{v}, Identity<S>{n}), V);
  for (int j = 0; j < tree.nv(); ++j) {
    for (int i = 0; i < tree.nv(); ++i) C(i, j) = S(0.5) * (C(i, j) + V(i, j) - V(j, i));
  }
  add_brackets<S>(tree, w.M, v, C);
}

}  // namespace kinetree::kernel
