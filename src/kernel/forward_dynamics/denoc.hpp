// Forward dynamics from the natural orthogonal complement (DeNOC): I = U D Uᵀ joint by joint, and
// I θ̈ = φ solved without forming I, U or D (30).
//
// Seen from its joint, link i with everything below it is the articulated inertia M̂_i. Inwards,
// sums over the children c of i:
//
//     η̃_i = Σ_c A_ciᵀ η_c,    φ̂_i = φ_i - p_iᵀ η̃_i,    η_i = ψ_i φ̂_i + η̃_i    (31), (32)
//     ψ̂ = M̂ p,    m̂ = pᵀ ψ̂,    ψ = ψ̂ / m̂                                            (33)
//     M̂_i = M_i + Σ_c A_ciᵀ M̄_c A_ci,    M̄ = M̂ - ψ̂ ψᵀ                                (34)
//
// and outwards, p(i) being the parent of i:
//
//     θ̈_i = φ̂_i / m̂_i - ψ_iᵀ μ̃_i                                      (35), (36)
//     μ̃_i = A_{i,p(i)} μ_p(i),    μ_i = p_i θ̈_i + μ̃_i                                 (37)
//
// The factors are U_ij = p_iᵀ A_jiᵀ ψ_j for i above j, and D = diag(m̂). U is zero where neither of
// two joints is above the other: a tree has no fill-in.
//
// [mohan_saha2007] (30) to (37). Corrected: (33) prints ψ = A_{i+1,i} ψ̂ / m̂; (27) leaves γ out of
// φ; (32) has t̂ for φ̂; step D has U⁻¹ for U⁻ᵀ; a_ij points from O_i to O_j. Ours: trees by sums
// over children; joints of any type, one column after the other; armature, added to m̂; and
// φ = τ - N_dᵀ N_lᵀ w is never formed: η̃_i starts from the wrench w_i = M_i ṫ_i + γ_i of its link,
// which saves a sweep, and large wrenches do not cancel. Cost: O(n).
#pragma once
#include "kernel/inverse_dynamics/denoc.hpp"

namespace kinetree::kernel {

/// What the elimination of one column leaves behind.
template <class S>
struct DenocColumn {
  spatial::Force<S> psi;
  S m_hat{0.0}, phi_hat{0.0};
};

template <class S>
struct DenocWorkspace {
  View<spatial::Inertia<S>> body;                    ///< M_i
  View<spatial::ArticulatedInertia<S>> articulated;  ///< M̂_i; what is left of it is M̄_i
  View<spatial::Force<S>> eta;
  View<spatial::Motion<S>> mu;
  View<DenocColumn<S>> column;  ///< per velocity
};

/// A_ciᵀ M̄ A_ci: W = B + [p] D, and A + [p] Wᵀ + ([p] Bᵀ)ᵀ, of which the upper half is formed.
template <class S>
spatial::ArticulatedInertia<S> propagate(const spatial::Vec3<S>& p,
                                         const spatial::ArticulatedInertia<S>& M) {
  const spatial::Mat3<S>& B = M.B;
  const spatial::Mat3<S> W = B + cross(p, full(M.D));
  const spatial::Sym3<S> left{p.y * W.z.x - p.z * W.y.x, p.y * W.z.y - p.z * W.y.y,
                              p.y * W.z.z - p.z * W.y.z, p.z * W.x.y - p.x * W.z.y,
                              p.z * W.x.z - p.x * W.z.z, p.x * W.y.z - p.y * W.x.z};
  const spatial::Sym3<S> right{p.y * B.z.x - p.z * B.y.x, p.z * B.x.x - p.x * B.z.x,
                               p.x * B.y.x - p.y * B.x.x, p.z * B.x.y - p.x * B.z.y,
                               p.x * B.y.y - p.y * B.x.y, p.x * B.y.z - p.y * B.x.z};
  return {M.A + left + right, W, M.D};
}
/// A_ciᵀ η
template <class S>
spatial::Force<S> propagate(const spatial::Vec3<S>& p, const spatial::Force<S>& eta) {
  return {eta.angular + cross(p, eta.linear), eta.linear};
}
/// A_{i,p(i)} μ
template <class S>
spatial::Motion<S> propagate(const spatial::Vec3<S>& p, const spatial::Motion<S>& mu) {
  return {mu.angular, mu.linear + cross(mu.angular, p)};
}

/// ψ̂ = M̂ p
template <class S>
spatial::Force<S> operator*(const spatial::ArticulatedInertia<S>& M, const JointAxis<S>& p) {
  if (p.way == Way::slide) return {M.B * p.z, M.D * p.z};
  const spatial::Force<S> turned{M.A * p.z, transpose_times(M.B, p.z)};
  if (p.way == Way::turn) return turned;
  return turned + p.pitch * spatial::Force<S>{M.B * p.z, M.D * p.z};
}

/// a bᵀ, where b is along a.
template <class S>
spatial::Sym3<S> outer(const spatial::Vec3<S>& a, const spatial::Vec3<S>& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.y, a.y * b.z, a.z * b.z};
}
/// M̄ = M̂ - ψ̂ ψᵀ
template <class S>
spatial::ArticulatedInertia<S> eliminate(const spatial::ArticulatedInertia<S>& M,
                                         const spatial::Force<S>& psi_hat,
                                         const spatial::Force<S>& psi) {
  const spatial::Vec3<S>&n = psi_hat.angular, &f = psi.linear;
  return {M.A - outer(n, psi.angular),
          {M.B.x - f.x * n, M.B.y - f.y * n, M.B.z - f.z * n},
          M.D - outer(psi_hat.linear, f)};
}

/// (33) and (34): ψ and m̂ of every column, for any number of denoc_solve(). Cost: O(n).
template <class S>
void denoc_factor(const Tree<S>& tree, const Geometry<S>& g, const DenocWorkspace<S>& w) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    w.body[i] = inertia_about(g.body[i], g.X[i].p);
    w.articulated[i] = articulated(w.body[i]);
  }
  for (int i = tree.size() - 1; i >= 0; --i) {
    spatial::ArticulatedInertia<S>& M = w.articulated[i];
    for_each_column_backwards(tree, i, [&](int k, auto) {
      DenocColumn<S>& c = w.column[k];
      const spatial::Force<S> psi_hat = M * g.axis[k];
      c.m_hat = project(g.axis[k], psi_hat) + tree.armature[k];
      c.psi = (S(1.0) / c.m_hat) * psi_hat;
      if (tree.previous[k] >= 0) M = eliminate(M, psi_hat, c.psi);
    });
    const int parent = tree.parent[i];
    if (parent < 0) continue;
    w.articulated[parent] = w.articulated[parent] + propagate(g.X[i].p - g.X[parent].p, M);
  }
}

/// (31), (32) and (35) to (37), from τ to θ̈ in place; η starts from one wrench a link.
template <class S>
void denoc_sweep(const Tree<S>& tree, const Geometry<S>& g, const DenocWorkspace<S>& w,
                 View<S> x) noexcept {
  for (int i = tree.size() - 1; i >= 0; --i) {
    for_each_column_backwards(tree, i, [&](int k, auto) {
      DenocColumn<S>& c = w.column[k];
      c.phi_hat = x[k] - project(g.axis[k], w.eta[i]);
      if (tree.previous[k] >= 0) w.eta[i] = w.eta[i] + c.phi_hat * c.psi;
    });
    const int parent = tree.parent[i];
    if (parent < 0) continue;
    w.eta[parent] = w.eta[parent] + propagate(g.X[i].p - g.X[parent].p, w.eta[i]);
  }
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    spatial::Motion<S> mu;
    if (parent >= 0) mu = propagate(g.X[i].p - g.X[parent].p, w.mu[parent]);
    for_each_column(tree, i, [&](int k, auto) {
      const DenocColumn<S>& c = w.column[k];
      x[k] = c.phi_hat / c.m_hat - dot(mu, c.psi);
      add(mu, g.axis[k], x[k]);
    });
    w.mu[i] = mu;
  }
}

/// x ← I⁻¹ x after denoc_factor(): the robot at rest and without weight. Cost: O(n).
template <class S>
void denoc_solve(const Tree<S>& tree, const Geometry<S>& g, const DenocWorkspace<S>& w,
                 View<S> x) noexcept {
  for (int i = 0; i < tree.size(); ++i) w.eta[i] = {};
  denoc_sweep(tree, g, w, x);
}

template <class S>
void denoc_forward_dynamics(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                            View<const S> tau, View<LinkMotion<S>> motion,
                            const DenocWorkspace<S>& w, View<S> a) noexcept {
  denoc_factor(tree, g, w);
  twist_rates<Terms::bias>(tree, g, v, v, motion);  // without θ̈
  for (int i = 0; i < tree.size(); ++i) w.eta[i] = inertia_force<Terms::bias>(w.body[i], motion[i]);
  for (int k = 0; k < tree.nv(); ++k) a[k] = tau[k];
  denoc_sweep(tree, g, w, a);
}

/// U and D after denoc_factor(). Cost: O(n d).
template <class S>
void denoc_factors(const Tree<S>& tree, const Geometry<S>& g, const DenocWorkspace<S>& w,
                   MatrixView<S> U, View<S> D) noexcept {
  clear(U);
  for (int k = 0; k < tree.nv(); ++k) {
    const DenocColumn<S>& c = w.column[k];
    U(k, k) = S(1.0);
    D[k] = c.m_hat;
    for (int l = tree.previous[k]; l >= 0; l = tree.previous[l]) {
      const spatial::Motion<S> A_p{angular(g.axis[l]), linear_at(g.axis[l], g.axis[k].o)};
      U(l, k) = dot(A_p, c.psi);
    }
  }
}

}  // namespace kinetree::kernel
