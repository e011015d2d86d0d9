// ∂M/∂q, all n³ numbers of it, analytically.
//
// ∂_k is the derivative along the motion of velocity k: of the coordinate where there is one, along
// a body-fixed direction for joints of several degrees of freedom. For j on the way from i to the
// root, M_ij = Φ_j · I_i Φ_i with I_i the inertia of all that the link of i carries, and
//
//     k moves j as well                ∂_k M_ij = 0
//     k moves i, but not j             ∂_k M_ij = Φ_j · ( Φ_k ×* I_i Φ_i )
//     i and j move k, not k them       ∂_k M_ij = Φ_j · ( Φ_k ×* I_k - I_k Φ_k × ) Φ_i
//     otherwise                        ∂_k M_ij = 0
//
// "Moves" is meant of links: a joint of several velocities moves its link by all of them. Derived
// by carrying Φ and I along with Φ_k; verified against dual numbers. Cost: O(n d²).
#pragma once
#include "kernel/mass_matrix/rate.hpp"

namespace kinetree::kernel {

template <class S>
struct TensorWorkspace {
  View<spatial::Motion<S>> phi;       ///< per velocity
  View<spatial::Inertia<S>> carried;  ///< per link: of all it carries
  TensorView<S> dM;
  MatrixView<S> M;  ///< for methods that need it beside
};

/// Needs Φ, and the inertia of all that each link carries.
template <class S>
void mass_matrix_derivative(const Tree<S>& tree, View<const spatial::Motion<S>> phi,
                            View<const spatial::Inertia<S>> carried, TensorView<S> dM) noexcept {
  clear(dM);
  for (int i = 0; i < tree.nv(); ++i) {
    const spatial::Force<S> F = carried[tree.owner[i]] * phi[i];
    for_each_mover(tree, tree.owner[i], [&](int k) {
      const spatial::Force<S> moved = cross(phi[k], F);
      for (int j = above(tree, k); j >= 0; j = tree.previous[j]) {
        dM(i, j, k) = dM(j, i, k) = dot(phi[j], moved);
      }
    });
  }
  for (int k = 0; k < tree.nv(); ++k) {
    const spatial::Inertia<S> rate = inertia_rate(carried[tree.owner[k]], phi[k]);
    for (int i = above(tree, k); i >= 0; i = tree.previous[i]) {
      const spatial::Force<S> moved = rate * phi[i];
      for (int j = i; j >= 0; j = tree.previous[j]) {
        dM(i, j, k) = dM(j, i, k) = dot(phi[j], moved);
      }
    }
  }
}

/// The same from the places of links; Φ and what each link carries stay in the workspace.
template <class S>
void prepare_tensor(const Tree<S>& tree, const Geometry<S>& g,
                    const TensorWorkspace<S>& w) noexcept {
  axis_motions<S>(g, w.phi);
  link_inertias<S>(tree, g, w.carried);
  sum_subtrees(tree, w.carried);
  mass_matrix_derivative<S>(tree, w.phi, w.carried, w.dM);
}

}  // namespace kinetree::kernel
