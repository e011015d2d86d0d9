// Gravity link by link: every link brings its own weight on the joints that move it.
//
//     g_i = -m_i J̄_iᵀ $_g,    g = Σ g_i                                                     (36)
//
// $_g is the acceleration of gravity as a screw, J̄_i (30) the Jacobian of the centre along the
// axes of the world; of both only the linear half counts. [laus2009], (36) as printed, $_g with six
// entries. Ours: trees, where g_i is added at the joints that move link i; any joint. Cost: O(n d).
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

/// gravity += the weight of one body that link i carries, c its centre as placed.
template <class S>
void add_body_gravity(const Tree<S>& tree, const Geometry<S>& g, int i, const S& mass,
                      const spatial::Vec3<S>& c, View<S> gravity) noexcept {
  const spatial::Vec3<S> weight = mass * tree.gravity;
  for_each_mover(tree, i,
                 [&](int k) { gravity[k] = gravity[k] - dot(linear_at(g.axis[k], c), weight); });
}
/// The same for a body in the frame of the link.
template <class S>
void add_body_gravity(const Tree<S>& tree, const Geometry<S>& g, int i,
                      const spatial::Body<S>& body, View<S> gravity) noexcept {
  add_body_gravity(tree, g, i, body.mass, centre_of(g, i, body), gravity);
}
/// gravity += g_i
template <class S>
void add_link_gravity(const Tree<S>& tree, const Geometry<S>& g, int i, View<S> gravity) noexcept {
  add_body_gravity(tree, g, i, g.body[i].mass, g.body[i].c, gravity);
}

template <class S>
void progressive_gravity(const Tree<S>& tree, const Geometry<S>& g, View<S> gravity) noexcept {
  for (int k = 0; k < tree.nv(); ++k) gravity[k] = S(0.0);
  for (int i = 0; i < tree.size(); ++i) add_link_gravity(tree, g, i, gravity);
}

}  // namespace kinetree::kernel
