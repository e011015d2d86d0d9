// Mass matrix from generalised momentum: Jacobians of every centre of mass.
//
//     M = Σ_l  m_l Jp_lᵀ Jp_l + Jo_lᵀ I_l Jo_l
//
// Column k of Jp_l is the velocity of the centre of link l at unit rate of velocity k, of Jo_l its
// angular velocity. [wang_ju] Table 1, steps 1 to 5, after [siciliano2009].
//
// Right as printed. Ours: trees, and joints of any type by their columns.
//
// Two variants: `momentum` multiplies the columns of the joints that move link l; `momentum_dense`
// multiplies all n of them, zeros too, as the paper counts. Both form whole squares, as printed,
// and not one triangle of them. Cost: O(n d²), dense O(n³).
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

template <class S>
struct MomentumWorkspace {
  View<spatial::Motion<S>> J;  ///< per velocity: columns of Jo and Jp of one link
  View<spatial::Vec3<S>> IJo;  ///< per velocity: I Jo
};

/// Step 1.
template <class S>
void jacobian_of_center(const Tree<S>& tree, const Geometry<S>& g, int link,
                        View<spatial::Motion<S>> J) noexcept {
  for_each_mover(tree, link, [&](int k) {
    J[k] = {angular(g.axis[k]), linear_at(g.axis[k], g.body[link].c)};
  });
}

/// Steps 2 to 5 for one entry.
template <class S>
void add_momentum(const spatial::Body<S>& body, const MomentumWorkspace<S>& w, int u, int k,
                  MatrixView<S> M) noexcept {
  const S translation = body.mass * dot(w.J[u].linear, w.J[k].linear);
  M(u, k) = M(u, k) + (translation + dot(w.J[u].angular, w.IJo[k]));
}

template <class S>
void momentum(const Tree<S>& tree, const Geometry<S>& g, const MomentumWorkspace<S>& w,
              MatrixView<S> M) noexcept {
  clear(M);
  for (int l = 0; l < tree.size(); ++l) {
    jacobian_of_center(tree, g, l, w.J);
    for_each_mover(tree, l, [&](int k) { w.IJo[k] = g.body[l].I * w.J[k].angular; });
    for_each_mover(tree, l, [&](int u) {
      for_each_mover(tree, l, [&](int k) { add_momentum(g.body[l], w, u, k, M); });
    });
  }
  mirror_lower(M);
}

template <class S>
void momentum_dense(const Tree<S>& tree, const Geometry<S>& g, const S& zero,
                    const MomentumWorkspace<S>& w, MatrixView<S> M) noexcept {
  clear(M);
  for (int l = 0; l < tree.size(); ++l) {
    for (int k = 0; k < tree.nv(); ++k) w.J[k] = {{zero, zero, zero}, {zero, zero, zero}};
    jacobian_of_center(tree, g, l, w.J);
    for (int k = 0; k < tree.nv(); ++k) w.IJo[k] = g.body[l].I * w.J[k].angular;
    for (int k = 0; k < tree.nv(); ++k) {
      for (int u = 0; u < tree.nv(); ++u) add_momentum(g.body[l], w, u, k, M);
    }
  }
  mirror_lower(M);
}

}  // namespace kinetree::kernel
