// Bias force and inverse dynamics from the natural orthogonal complement (DeNOC).
//
//     τ = N_dᵀ N_lᵀ ( M ṫ + γ )                                                   (23)
//     ṫ_i = A_{i,p} ṫ_p + Ȧ_{i,p} t_p + p_i θ̈_i + ṗ_i θ̇_i      p the parent of i   (24)
//     γ_i = ( ω × (ω × s_i) ; ω × J_i ω )                                          (17b)
//
// Twists are about the joint origins, along common axes: A only moves the point, Ȧ t_p is
// ω_p × (v_i - v_p), and ṗ = ω_i × p. N_lᵀ sums wrenches towards the root. Gravity is a base that
// accelerates by -g.
//
// [mohan_saha2007] Corrected: (27) leaves γ out; (24) prints N_l' N_d' θ̇; a_ij points from O_i to
// O_j; -g is added to the acceleration, not to the velocity. Ours: trees, joints of any type.
// Cost: O(n).
#pragma once
#include "kernel/inverse_dynamics/rnea.hpp"
#include "kernel/mass_matrix/denoc.hpp"

namespace kinetree::kernel {

/// ω and ṫ of every link.
template <Terms terms, class S>
void twist_rates(const Tree<S>& tree, const Geometry<S>& g, View<const S> v, View<const S> a,
                 View<LinkMotion<S>> motion) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    const LinkMotion<S> base{{}, {}, -tree.gravity};
    const LinkMotion<S>& t = parent < 0 ? base : motion[parent];
    const spatial::Motion<S> rate = axis_motion(tree, g, i, v);
    LinkMotion<S> m{t.omega + rate.angular, t.alpha, t.a};
    if (parent >= 0) {
      const spatial::Vec3<S> r = g.X[i].p - g.X[parent].p;
      const spatial::Vec3<S> apart = cross(t.omega, r) + rate.linear;  // v_i - v_p
      m.a = m.a + cross(t.alpha, r) + cross(t.omega, apart);
    }
    m.alpha = m.alpha + cross(m.omega, rate.angular);
    m.a = m.a + cross(m.omega, rate.linear);
    if constexpr (terms == Terms::all) {
      const spatial::Motion<S> own = axis_motion(tree, g, i, a);
      m.alpha = m.alpha + own.angular;
      m.a = m.a + own.linear;
    }
    motion[i] = m;
  }
}

template <Terms terms, class S>
void denoc_forces(const Tree<S>& tree, const Geometry<S>& g, View<const S> v, View<const S> a,
                  View<LinkMotion<S>> motion, View<spatial::Force<S>> f, View<S> tau) noexcept {
  twist_rates<terms>(tree, g, v, a, motion);
  for (int i = 0; i < tree.size(); ++i) {
    f[i] = inertia_force<terms>(inertia_about(g.body[i], g.X[i].p), motion[i]);
  }
  project_forces(tree, g, f, tau);
}

}  // namespace kinetree::kernel
