// Mass matrix from the decoupled natural orthogonal complement (DeNOC): I = N_dᵀ N_lᵀ M N_l N_d.
//
// Twists and wrenches are about the joint origins, along common axes, so that the propagation
// A_ij = [ 1 [a_ij] ; 0 1 ], a_ij = o_j - o_i, only moves the point they refer to:
//
//     M̃_i  = M_i + Σ_c A_ciᵀ M̃_c A_ci        over the children c of i    (28)
//     i_ij = i_ji = p_iᵀ M̃_i A_ij p_j        j on the way to the root    (29)
//
// [mohan_saha2007] (26) to (29). Corrected: (28) prints A_{i,i+1} at its end; (29) holds for j ≤ i
// only; a_ij points from O_i to O_j. Ours: trees by the sum over children, joints of any type by
// their columns. M̃_i is a rigid inertia, kept as its ten numbers. Cost: O(n d).
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

/// A_ciᵀ M̃ A_ci: the same inertia about a point from which the old one is seen at p.
template <class S>
spatial::Inertia<S> propagate(const spatial::Vec3<S>& p, const spatial::Inertia<S>& body) {
  const spatial::Vec3<S> mp = body.mass * p;
  return {body.mass, body.h + mp, body.I + parallel_axis(p, body.h + S(0.5) * mp)};
}

template <class S>
void denoc_matrix(const Tree<S>& tree, const Geometry<S>& g, View<spatial::Inertia<S>> Mt,
                  MatrixView<S> M) noexcept {
  clear(M);
  for (int i = 0; i < tree.size(); ++i) Mt[i] = inertia_about(g.body[i], g.X[i].p);
  for (int i = tree.size() - 1; i >= 0; --i) {
    const int parent = tree.parent[i];
    if (parent >= 0) Mt[parent] = Mt[parent] + propagate(g.X[i].p - g.X[parent].p, Mt[i]);
    for_each_column(tree, i, [&](int k, auto) {
      const JointAxis<S>& axis = g.axis[k];
      const spatial::Force<S> psi = Mt[i] * unit_motion(axis);
      for (int l = k; l >= 0; l = tree.previous[l]) {
        const spatial::Motion<S> A_p{angular(g.axis[l]), linear_at(g.axis[l], axis.o)};
        M(k, l) = M(l, k) = dot(A_p, psi);
      }
    });
  }
}

}  // namespace kinetree::kernel
