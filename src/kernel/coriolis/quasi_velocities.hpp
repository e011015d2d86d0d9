// What Christoffel's formula lacks where v is no rate of coordinates.
//
// The velocities of a floating or spherical joint are components along its link's own axes. Moving
// along one and then another is not the same as the other way round: they have brackets
// [e_k, e_j] = Σ_l c_kj^l e_l, here the cross products of the joint's columns. The Levi-Civita
// connection then has, beside Christoffel's three derivatives, three more terms (Koszul's formula):
//
//     2 Γ_kj,i = ∂_k M_ij + ∂_j M_ik - ∂_i M_jk + c_kj^l M_li - c_ki^l M_lj - c_ji^l M_lk
//
// and C_ij = Σ_k Γ_kj,i v_k. So C gets, with A the matrix of w -> [v, w] and P_ij the bracket
// [e_j, e_i] times the momentum M v,
//
//     ½ ( M A - Aᵀ M - P )
//
// more: zero unless a joint has several velocities. The papers have no such joints; this is ours.
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

template <class S>
struct Brackets {
  static constexpr int most = 6;  ///< velocities of one joint
  int first = 0, size = 0;        ///< the joint's place in v
  spatial::Motion<S> column[most];

  Brackets(const Tree<S>& tree, int link) noexcept : first(tree.first_v[link]) {
    for_each_column(tree, link, [&](int, auto c) { add(column[size++], c, S(1.0)); });
  }
  /// Components of a motion along the columns, which are unit vectors.
  S component(int l, const spatial::Motion<S>& m) const noexcept {
    return dot(column[l].angular, m.angular) + dot(column[l].linear, m.linear);
  }
};

/// Adds to C what joints of several velocities need; M without armature.
template <class S>
void add_brackets(const Tree<S>& tree, MatrixView<S> M, View<const S> v, MatrixView<S> C) noexcept {
  for (int link = 0; link < tree.size(); ++link) {
    const Brackets<S> joint(tree, link);
    if (joint.size == 1) continue;
    const spatial::Motion<S> rate = joint_motion(tree, link, v);
    spatial::Motion<S> momentum;  // (M v) of the joint, laid along its columns
    for (int l = 0; l < joint.size; ++l) {
      const int row = joint.first + l;
      S Mv(0.0);
      for (int i = 0; i < tree.nv(); ++i) Mv = Mv + M(row, i) * v[i];
      momentum = momentum + Mv * joint.column[l];
    }
    for (int j = 0; j < joint.size; ++j) {
      const int to = joint.first + j;
      const spatial::Motion<S> turned = cross(rate, joint.column[j]);  // column j of A
      for (int l = 0; l < joint.size; ++l) {
        const int column = joint.first + l;
        const S half = S(0.5) * joint.component(l, turned);
        for (int i = 0; i < tree.nv(); ++i) {
          const S MA = M(i, column) * half;
          C(i, to) = C(i, to) + MA;
          C(to, i) = C(to, i) - MA;
        }
      }
      for (int i = 0; i < joint.size; ++i) {
        const spatial::Motion<S> bracket = cross(joint.column[j], joint.column[i]);
        const S P = dot(momentum.angular, bracket.angular) + dot(momentum.linear, bracket.linear);
        const int row = joint.first + i;
        C(row, to) = C(row, to) - S(0.5) * P;
      }
    }
  }
}

/// M of the tree from Φ and what each link carries, where a joint needs it.
template <class S>
void mass_matrix_for_brackets(const Tree<S>& tree, View<const spatial::Motion<S>> phi,
                              View<const spatial::Inertia<S>> carried, MatrixView<S> M) noexcept {
  if (tree.nv() == tree.size()) return;  // every joint has one velocity
  clear(M);
  for (int i = 0; i < tree.nv(); ++i) {
    const spatial::Force<S> F = carried[tree.owner[i]] * phi[i];
    for (int j = i; j >= 0; j = tree.previous[j]) M(i, j) = M(j, i) = dot(phi[j], F);
  }
}

}  // namespace kinetree::kernel
