// Bias force and inverse dynamics joint by joint, in closed form.
//
//     u turns   h_u = z_uᵀ Σ_{k below u} m_k r_uk × (acc_k - g) + ω_k × I_k ω_k + I_k γ_k     (14)
//     u slides  h_u = z_uᵀ Σ_{k below u} m_k (acc_k - g)                                       (13)
//     acc_k = Σ_{l above k} { ω_p × (ω_p × r_l) + 2 ω_p × ṙ_l + γ_p × r_l }
//             + ω_k × (ω_k × r_kI) + γ_k × r_kI          p the parent of l, r_l = o_l - o_p
//     γ_l = γ_p + ω_p × (z_l q̇_l)                        only turns add to it
//
// [wang_ju] Corrected: (13) and (14) are printed without γ, the velocity products that (15) and
// (18) drop on the way from (11) and (12); they then hold only where all axes of a chain are
// parallel. Ours: joints of several degrees of freedom, and joints that turn and slide at once,
// which add (z q̇) × ṙ_l. Inverse dynamics is h_u + Σ_k M(u,k) a_k with the elements of
// mass_matrix/explicit.hpp. Cost: O(n d), inverse dynamics O(n d²).
#pragma once
#include "kernel/kinematics.hpp"
#include "kernel/mass_matrix/explicit.hpp"

namespace kinetree::kernel {

template <class S>
struct ExplicitBiasWorkspace {
  View<LinkMotion<S>> motion;    ///< per link: ω, γ, and the sum in acc_k up to its origin
  View<spatial::Force<S>> load;  ///< per link, at its centre
};

/// ω, γ and the running sum of acc, from the root outwards.
template <class S>
void velocity_products(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                       View<LinkMotion<S>> motion) noexcept {
  for (int l = 0; l < tree.size(); ++l) {
    const int parent = tree.parent[l];
    const spatial::Motion<S> rate =
        axis_motion(tree, g, l, v);  // z_l q̇_l of a turn, ṙ_l of a slide
    LinkMotion<S> m{rate.angular, {}, cross(rate.angular, rate.linear)};
    if (parent >= 0) {
      const LinkMotion<S>& p = motion[parent];
      const spatial::Vec3<S> r = g.X[l].p - g.X[parent].p;
      m.omega = p.omega + rate.angular;
      m.alpha = p.alpha + cross(p.omega, rate.angular);
      m.a = m.a + acceleration_at(p, r) + S(2.0) * cross(p.omega, rate.linear);
    }
    motion[l] = m;
  }
}

template <class S>
void explicit_bias(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                   const ExplicitBiasWorkspace<S>& w, View<S> h) noexcept {
  velocity_products(tree, g, v, w.motion);
  for (int k = 0; k < tree.size(); ++k) {
    const LinkMotion<S>& m = w.motion[k];
    const spatial::Body<S>& b = g.body[k];
    const spatial::Vec3<S> acc = acceleration_at(m, b.c - g.X[k].p);
    w.load[k] = {cross(m.omega, b.I * m.omega) + b.I * m.alpha, b.mass * (acc - tree.gravity)};
  }
  for (int u = 0; u < tree.nv(); ++u) {
    const View<const int> links = tree.subtree(tree.owner[u]);
    spatial::Force<S> sum;
    for (int n = 0; n < links.size(); ++n) {
      const spatial::Force<S>& f = w.load[links[n]];
      const spatial::Vec3<S> r = g.body[links[n]].c - g.axis[u].o;
      sum = sum + spatial::Force<S>{cross(r, f.linear) + f.angular, f.linear};
    }
    h[u] = project(g.axis[u], sum);
  }
}

template <class S>
void explicit_inverse_dynamics(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                               View<const S> a, const ExplicitBiasWorkspace<S>& w,
                               View<S> tau) noexcept {
  explicit_bias(tree, g, v, w, tau);
  for (int u = 0; u < tree.nv(); ++u) {
    const View<const int> links = tree.subtree(tree.owner[u]);
    for (int k = u; k >= 0; k = tree.previous[k]) {
      const S M_uk = element<S>(g.axis[u], g.axis[k], g.body, links);
      tau[u] = tau[u] + M_uk * a[k];
      if (k != u) tau[k] = tau[k] + M_uk * a[u];
    }
  }
}

}  // namespace kinetree::kernel
