// Mass matrix with minimal quadratic cost: the geometric dynamics algorithm for many joints
// (GDAHJ).
//
// What joint j does is separated from what joint i carries, so that an entry is two dot products:
//
//     A_ij = u_j · d_i + w_j · y_i            j on the way from i to the root   (31), algorithm 1
//     turn:   u_j = k_j,  w_j = k_j × p_j,    d_i = D_iᵀ k_i,   y_i = b_i × k_i
//     slide:  u_j = 0,    w_j = -k_j,         d_i = s_i × k_i,  y_i = -mc_i k_i
//
// with sums over the subtree of i: mass mc, first moment s = Σ m c, b (27) and D (28). `gdahj` has
// them in composite form, `gdahj_printed` as printed, (23) to (28):
//
//     composite  Jc_i = Σ I - m [c][c],   D_i = Jc_i + [p_i][s_i],   b_i = s_i - mc_i p_i
//     printed    η_i = m_i (c_i - p_i) + Σ_c mc_c l_c,               b_i = η_i + Σ_c b_c
//                κ_i = -m_i [c_i - p_i][c_i] - Σ_c [l_c][s_c],       D_i = I_i + κ_i + Σ_c D_c
//
// [safeea2018] Corrected: y_i = b_i × k_i, the text has its opposite; l_c = p_c - p_i leads to the
// succeeding frame. Ours: slides, helices, joints of several degrees of freedom, trees by the sums
// over children c; positions from the root link, without which the composite form would lose digits
// far from the origin. Cost: O(n d) with 6 multiplications an entry.
#pragma once
#include "kernel/common_point.hpp"
#include "spatial/functions.hpp"

namespace kinetree::kernel {

template <class S>
struct GdahjWorkspace {
  View<spatial::Inertia<S>> sum;  ///< per link: mc, s, Jc (composite)
  View<spatial::Vec3<S>> b;       ///< per link (printed)
  View<spatial::Mat3<S>> D;       ///< per link (printed)
  View<spatial::Motion<S>> uw;    ///< per velocity: (u, w)
  View<spatial::Force<S>> dy;     ///< per velocity: (d, y)
};

/// mc of every subtree: constants of the robot.
template <class S>
void subtree_masses(const Tree<S>& tree, View<spatial::Inertia<S>> sum) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  for (int i = 0; i < tree.size(); ++i) sum[i].mass = tree.body[i].mass;
  for (int i = tree.size() - 1; i >= 0; --i) {
    const int parent = tree.parent[i];
    if (parent >= 0) sum[parent].mass = sum[parent].mass + sum[i].mass;
  }
}

/// What axis k does, and what a slide carries; `turn_carries` gives (d, y) of a turn.
template <class S, class Carries>
void separate(const JointAxis<S>& axis, const spatial::Inertia<S>& sum, Carries turn_carries,
              spatial::Motion<S>& uw, spatial::Force<S>& dy) {
  const spatial::Vec3<S>& k = axis.z;
  if (axis.way == Way::slide) {
    uw = {{}, -k};
    dy = {cross(sum.h, k), -(sum.mass * k)};
    return;
  }
  uw = {k, cross(k, axis.o)};
  dy = turn_carries(k, uw.linear);
  if (axis.way == Way::turn) return;
  uw.linear = uw.linear - axis.pitch * k;
  dy.angular = dy.angular + axis.pitch * cross(sum.h, k);
  dy.linear = dy.linear - (axis.pitch * sum.mass) * k;
}

/// Algorithm 1.
template <class S, class Matrix>
void gdahj_entries(const Tree<S>& tree, View<const spatial::Motion<S>> uw,
                   View<const spatial::Force<S>> dy, const Matrix& M) noexcept {
  clear_unrelated(tree.previous, M);
  for (int i = 0; i < tree.nv(); ++i) {
    // A copy, not where M could be. NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    const spatial::Force<S> own = dy[i];
    for (int j = i; j >= 0; j = tree.previous[j]) set_symmetric(M, i, j, dot(uw[j], own));
  }
}

template <class S>
void gdahj(const Tree<S>& tree, const Geometry<S>& g, const GdahjWorkspace<S>& w,
           MatrixView<S> M) noexcept {
  subtree_masses(tree, w.sum);
  for (int i = 0; i < tree.size(); ++i) {
    const spatial::Vec3<S>& c = g.body[i].c;
    w.sum[i].h = g.body[i].mass * c;
    w.sum[i].I = rotate(g.X[i].R, tree.body[i].I) + point_inertia(c, w.sum[i].h);
  }
  for (int i = tree.size() - 1; i >= 0; --i) {
    const int parent = tree.parent[i];
    if (parent >= 0) w.sum[parent].h = w.sum[parent].h + w.sum[i].h;
    if (parent >= 0) w.sum[parent].I = w.sum[parent].I + w.sum[i].I;
    const spatial::Inertia<S>& sum = w.sum[i];
    for_each_column(tree, i, [&](int k, auto) {
      separate<S>(
          g.axis[k], sum,
          [&](const spatial::Vec3<S>& z, const spatial::Vec3<S>& t) -> spatial::Force<S> {
            return {sum.I * z - cross(sum.h, t), cross(sum.h, z) + sum.mass * t};
          },
          w.uw[k], w.dy[k]);
    });
  }
  gdahj_entries<S>(tree, w.uw, w.dy, M);
}

/// The same from what is there about the common point: u and w are Φ, d and y the force of moving
/// all that is carried. `sum` has the inertias of that.
template <class S, class Matrix>
void gdahj_summed(const Tree<S>& tree, View<const spatial::Motion<S>> phi,
                  View<const spatial::Inertia<S>> sum, View<spatial::Force<S>> force,
                  const Matrix& M) noexcept {
  for (int k = 0; k < tree.nv(); ++k) force[k] = sum[tree.owner[k]] * phi[k];
  gdahj_entries<S>(tree, phi, force, M);
}
/// Inertias are summed up.
template <class S, class Matrix>
void gdahj_common(const Tree<S>& tree, View<const spatial::Motion<S>> phi,
                  View<spatial::Inertia<S>> inertia, View<spatial::Force<S>> force,
                  const Matrix& M) noexcept {
  sum_subtrees(tree, inertia);
  gdahj_summed<S>(tree, phi, inertia, force, M);
}

template <class S>
void gdahj_printed(const Tree<S>& tree, const Geometry<S>& g, const GdahjWorkspace<S>& w,
                   MatrixView<S> M) noexcept {
  subtree_masses(tree, w.sum);
  for (int i = 0; i < tree.size(); ++i) {
    const spatial::Body<S>& body = g.body[i];
    const spatial::Vec3<S> arm = body.mass * (body.c - g.X[i].p);
    w.sum[i].h = body.mass * body.c;
    w.b[i] = arm;
    w.D[i] = full(rotate(g.X[i].R, tree.body[i].I)) - cross_cross(arm, body.c);
  }
  for (int i = tree.size() - 1; i >= 0; --i) {
    const spatial::Inertia<S>& sum = w.sum[i];
    for_each_column(tree, i, [&](int k, auto) {
      separate<S>(
          g.axis[k], sum,
          [&](const spatial::Vec3<S>& z, const spatial::Vec3<S>&) -> spatial::Force<S> {
            return {transpose_times(w.D[i], z), cross(w.b[i], z)};
          },
          w.uw[k], w.dy[k]);
    });
    const int parent = tree.parent[i];
    if (parent < 0) continue;
    const spatial::Vec3<S> l = g.X[i].p - g.X[parent].p;
    w.b[parent] = w.b[parent] + (sum.mass * l + w.b[i]);
    w.D[parent] = w.D[parent] + (w.D[i] - cross_cross(l, sum.h));
    w.sum[parent].h = w.sum[parent].h + sum.h;
  }
  gdahj_entries<S>(tree, w.uw, w.dy, M);
}

}  // namespace kinetree::kernel
