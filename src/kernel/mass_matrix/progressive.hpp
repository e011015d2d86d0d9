// Mass matrix link by link, from screws: every link brings its own matrix, and M is their sum.
//
//     M_i = J_iᵀ M̄_i J_i,   M̄_i = diag(I_i, m_i 1)        (9), (21)
//     J_i = columns ( R_iᵀ z_k ; R_iᵀ (z_k × (c_i - o_k)) ) of the joints that move link i   (27)
//     M   = Σ M_i                                            (19)
//
// [laus2009] Corrected: section 2.4 prints the sum as M_1 + M_2 + … + M_2. Ours: their special sum
// pads M_i with zeros, which is right for a chain; on a tree M_i is added at the rows and columns
// of the joints that move link i. Slides have (0 ; R_iᵀ z_k), other joints their columns. Only one
// triangle is formed. Cost: O(n d²).
//
// A link that comes or goes changes nothing but its own M_i.
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

/// J_i in the axes R, about the point c that link i carries.
template <class S>
void screws_at(const Tree<S>& tree, const Geometry<S>& g, int i, const spatial::Mat3<S>& R,
               const spatial::Vec3<S>& c, View<spatial::Motion<S>> J) noexcept {
  for_each_mover(tree, i, [&](int k) {
    J[k] = {transpose_times(R, angular(g.axis[k])), transpose_times(R, linear_at(g.axis[k], c))};
  });
}

/// M += what one body adds that link i carries, below the diagonal: body in the frame of the link,
/// c its centre as placed.
template <class S>
void add_body(const Tree<S>& tree, const Geometry<S>& g, int i, const spatial::Body<S>& body,
              const spatial::Vec3<S>& c, View<spatial::Motion<S>> J, MatrixView<S> M) noexcept {
  screws_at(tree, g, i, g.X[i].R, c, J);
  for_each_mover(tree, i, [&](int u) {
    const spatial::Force<S> momentum{body.I * J[u].angular, body.mass * J[u].linear};
    for (int k = u; k >= 0; k = tree.previous[k]) M(u, k) = M(u, k) + dot(J[k], momentum);
  });
}
/// The same where the centre is not yet placed: a part of a link, such as its structure or a tool.
template <class S>
void add_body(const Tree<S>& tree, const Geometry<S>& g, int i, const spatial::Body<S>& body,
              View<spatial::Motion<S>> J, MatrixView<S> M) noexcept {
  add_body(tree, g, i, body, centre_of(g, i, body), J, M);
}
/// M += M_i, below the diagonal.
template <class S>
void add_link(const Tree<S>& tree, const Geometry<S>& g, int i, View<spatial::Motion<S>> J,
              MatrixView<S> M) noexcept {
  add_body(tree, g, i, tree.body[i], g.body[i].c, J, M);
}

template <class S>
void progressive(const Tree<S>& tree, const Geometry<S>& g, View<spatial::Motion<S>> J,
                 MatrixView<S> M) noexcept {
  clear(M);
  for (int i = 0; i < tree.size(); ++i) add_link(tree, g, i, J, M);
  mirror_lower(M);
}

}  // namespace kinetree::kernel
