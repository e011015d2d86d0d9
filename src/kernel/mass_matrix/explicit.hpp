// Mass matrix element by element, in closed form: the eight cases of Wang & Ju.
//
// With r_ul = c_l - o_u from the axis of u to the centre of link l, and L the links below the
// deeper of the two joints (which one it is makes two cases of each line):
//
//     u turns,  k turns   M(u,k) =  z_uᵀ [ Σ_L I_l - m_l [r_ul][r_kl] ] z_k     (30) (32)
//     u turns,  k slides  M(u,k) =  z_uᵀ [ Σ_L m_l [r_ul] ] z_k                 (31) (33)
//     u slides, k turns   M(u,k) = -z_uᵀ [ Σ_L m_l [r_kl] ] z_k                 (34) (36)
//     u slides, k slides  M(u,k) =  [ Σ_L m_l ] z_uᵀ z_k                        (35) (37)
//     on different branches M(u,k) = 0, known without arithmetic
//
// [wang_ju] Corrected: case 3 (32) is printed for a sliding k and holds for a turning one; a joint
// is in its own subtree; r starts at the joint's own origin. Ours: joints of several degrees of
// freedom by their columns, helices as the sum of a turn and a slide. An element and its mirror
// image are one value (their section 5), computed with u as the deeper joint.
//
// Cost: O(n) an element, O(n d²) the matrix; every element is computed on its own.
#pragma once
#include "kernel/geometry.hpp"
#include "spatial/functions.hpp"

namespace kinetree::kernel {

/// r_ul; the paper takes it as given.
template <class S>
spatial::Vec3<S> reach(const JointAxis<S>& axis, const spatial::Body<S>& body) {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  return body.c - axis.o;
}

/// (30), (32)
template <class S>
S turn_turn(const JointAxis<S>& u, const JointAxis<S>& k, View<const spatial::Body<S>> body,
            View<const int> links) {
  spatial::Mat3<S> sum;
  for (int n = 0; n < links.size(); ++n) {
    const spatial::Body<S>& b = body[links[n]];
    sum = sum + (full(b.I) - b.mass * cross_cross(reach(u, b), reach(k, b)));
  }
  return dot(u.z, sum * k.z);
}

/// Σ m [r] of the axis that turns, for (31), (33), (34), (36)
template <class S>
spatial::Vec3<S> moment_about(const JointAxis<S>& axis, View<const spatial::Body<S>> body,
                              View<const int> links) {
  spatial::Vec3<S> sum;
  for (int n = 0; n < links.size(); ++n) {
    const spatial::Body<S>& b = body[links[n]];
    sum = sum + b.mass * reach(axis, b);
  }
  return sum;
}

/// (35), (37)
template <class S>
S slide_slide(const JointAxis<S>& u, const JointAxis<S>& k, View<const spatial::Body<S>> body,
              View<const int> links) {
  S sum(0.0);
  for (int n = 0; n < links.size(); ++n) sum = sum + body[links[n]].mass;
  return sum * dot(u.z, k.z);
}

/// What these links add to M(u,k). A helix is a turn with a slide of its pitch.
template <class S>
S element(const JointAxis<S>& u, const JointAxis<S>& k, View<const spatial::Body<S>> body,
          View<const int> links) noexcept {
  const bool u_turns = u.way != Way::slide, u_slides = u.way != Way::turn;
  const bool k_turns = k.way != Way::slide, k_slides = k.way != Way::turn;
  const S u_slide = u.way == Way::helix ? u.pitch : S(1.0);
  const S k_slide = k.way == Way::helix ? k.pitch : S(1.0);
  S sum(0.0);
  if (u_turns && k_turns) sum = sum + turn_turn(u, k, body, links);
  if (u_turns && k_slides) sum = sum + k_slide * dot(u.z, cross(moment_about(u, body, links), k.z));
  if (u_slides && k_turns) sum = sum - u_slide * dot(u.z, cross(moment_about(k, body, links), k.z));
  if (u_slides && k_slides) sum = sum + (u_slide * k_slide) * slide_slide(u, k, body, links);
  return sum;
}

/// Where two velocities stand to each other: it decides the case, and that an element is zero.
enum class Relation : unsigned char { k_carries_u, u_carries_k, unrelated };

template <class S>
Relation relation(const Tree<S>& tree, int u, int k) noexcept {
  const int link_u = tree.owner[u], link_k = tree.owner[k];
  if (tree.carries(link_k, link_u) && k < u) return Relation::k_carries_u;
  return tree.carries(link_u, link_k) ? Relation::u_carries_k : Relation::unrelated;
}

/// M(u,k) on its own, without armature.
template <class S>
S element(const Tree<S>& tree, const Geometry<S>& g, int u, int k) noexcept {
  const Relation related = relation(tree, u, k);
  if (related == Relation::unrelated) return S(0.0);
  const int deeper = related == Relation::k_carries_u ? u : k;
  const int other = related == Relation::k_carries_u ? k : u;
  return element<S>(g.axis[deeper], g.axis[other], g.body, tree.subtree(tree.owner[deeper]));
}

/// Row u up to the diagonal, and its mirror image. Rows may be computed in any order, at once.
template <class S>
void explicit_row(const Tree<S>& tree, const Geometry<S>& g, int u, MatrixView<S> M) noexcept {
  for (int k = 0; k < u; ++k) M(u, k) = M(k, u) = S(0.0);
  const View<const int> links = tree.subtree(tree.owner[u]);
  for (int k = u; k >= 0; k = tree.previous[k]) {
    M(u, k) = M(k, u) = element<S>(g.axis[u], g.axis[k], g.body, links);
  }
}

}  // namespace kinetree::kernel
