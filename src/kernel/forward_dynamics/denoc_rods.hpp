// Forward dynamics of a chain of slender rods in fifteen steps: the algorithm whose operations
// Mohan & Saha count. For counting and comparing; it takes no trees.
//
// Frame i sits at O_i with z along joint i and does not turn with θ_i; link i has a rod of length b
// along z_i, then one of length a along x_{i+1}. Quantities about O_{i+1}, along the axes of frame
// i+1, reach O_i and frame i in three moves: by a_i = (a, b sα, b cα), which is constant there, by
// α about x, by θ about z.
//
// [mohan_saha2007] section 4.1. Corrected: C5 = ρ a² b / 2; ψ̂_1 = M̂_vw z; ψ = ψ̂ / m̂; hubs and
// payloads are in the constants. M̄ p = 0, so columns of M̄ are zero and left out; of link 1 only
// m̂ is formed. Cost: O(n).
#pragma once
#include "kernel/plane_turn.hpp"
#include "spatial/view.hpp"

namespace kinetree::kernel {

/// Constants of a link, computed beforehand.
template <class S>
struct RodLink {
  spatial::Vec3<S> a;  ///< from O_i to O_{i+1}, along the axes of frame i+1
  S cos_alpha{1.0}, sin_alpha{0.0};
  S cs_alpha{0.0}, ss_alpha{0.0};                                      ///< cos α sin α, sin² α
  S mass{0.0}, C1{0.0}, C2{0.0}, C3{0.0}, C4{0.0}, C5{0.0}, C34{0.0};  ///< C34 = C3 + C4
  S hub{0.0};  ///< C4 and the hub: all that turns about z alone
};

/// A symmetric 6×6 in blocks: (linear, angular).
template <class S>
struct RodInertia {
  spatial::Sym3<S> V;
  spatial::Mat3<S> W;
  spatial::Sym3<S> Om;
};

template <class S>
struct RodWorkspace {
  View<PlaneTurn<S>> theta;           ///< per link
  View<spatial::Vec3<S>> psi1, psi2;  ///< per link, ψ_2 without its z, which is 1
  View<S> m_hat, phi_hat;
};

template <class S>
PlaneTurn<S> alpha(const RodLink<S>& link) {
  return {link.cos_alpha, link.sin_alpha, link.cs_alpha, link.ss_alpha};
}

/// Step 3: the link itself, in frame i.
template <class S>
RodInertia<S> rod_inertia(const RodLink<S>& link, const PlaneTurn<S>& t) {
  const S zero(0.0), cs = link.C4 * t.cs, ss = link.C4 * t.ss;
  const S C2c = link.C2 * t.c, C2s = link.C2 * t.s;
  return {{link.mass, zero, zero, link.mass, zero, link.mass},
          {{zero, link.C1, -C2s}, {-link.C1, zero, C2c}, {C2s, -C2c, zero}},
          {link.C3 + ss, -cs, -(link.C5 * t.c), link.C34 - ss, -(link.C5 * t.s), link.hub}};
}

/// W + V S with S = -[a]: column k of V [a] is V (a × e_k).
template <class S>
spatial::Mat3<S> shifted_W(const RodInertia<S>& M, const spatial::Vec3<S>& a) {
  const spatial::Mat3<S> V = full(M.V);
  return {M.W.x + (a.y * V.z - a.z * V.y), M.W.y + (a.z * V.x - a.x * V.z),
          M.W.z + (a.x * V.y - a.y * V.x)};
}

/// Step 5, first move: the same inertia about O_i, along the axes of frame i+1.
template <class S>
RodInertia<S> shift(const RodInertia<S>& M, const spatial::Vec3<S>& a) {
  const spatial::Mat3<S> W = shifted_W(M, a);
  // Ω + Sᵀ W' + Wᵀ S, upper triangle: Sᵀ W' = [a] W', Wᵀ S = -Wᵀ [a].
  const auto& [x, y, z] = M.W;
  const S zero(0.0);
  const spatial::Sym3<S> left{a.y * W.x.z - a.z * W.x.y, a.y * W.y.z - a.z * W.y.y,
                              a.y * W.z.z - a.z * W.z.y, a.z * W.y.x - a.x * W.y.z,
                              a.z * W.z.x - a.x * W.z.z, a.x * W.z.y - a.y * W.z.x};
  const spatial::Sym3<S> right{a.y * x.z - a.z * x.y, a.z * x.x - a.x * x.z, a.x * x.y - a.y * x.x,
                               a.z * y.x - a.x * y.z, a.x * y.y - a.y * y.x, zero};
  return {M.V, W, M.Om + left + right};
}

/// Step 5 without the link itself: about O_i, in frame i.
template <class S>
RodInertia<S> carried(const RodInertia<S>& M, const RodLink<S>& link, const PlaneTurn<S>& theta) {
  const RodInertia<S> moved = shift(M, link.a);
  const PlaneTurn<S> t = alpha(link);
  return {turn(theta, turn_x(t, moved.V)), turn(theta, turn_x(t, moved.W)),
          turn(theta, turn_x(t, moved.Om))};
}

/// Step 9: M̄ = M̂ - ψ̂ ψᵀ, without the rows and columns that vanish.
template <class S>
RodInertia<S> eliminate(const RodInertia<S>& M, const spatial::Vec3<S>& psi1,
                        const spatial::Vec3<S>& psi2) {
  const spatial::Vec3<S>& p1 = M.W.z;
  const S p2x = M.Om.xz, p2y = M.Om.yz, zero(0.0);
  const spatial::Sym3<S> V{p1.x * psi1.x, p1.x * psi1.y, p1.x * psi1.z,
                           p1.y * psi1.y, p1.y * psi1.z, p1.z * psi1.z};
  return {
      M.V - V,
      {M.W.x - psi2.x * p1, M.W.y - psi2.y * p1, {}},
      {M.Om.xx - p2x * psi2.x, M.Om.xy - p2x * psi2.y, zero, M.Om.yy - p2y * psi2.y, zero, zero}};
}

/// θ̈ from φ = τ - h; the sines and cosines of θ are in w.theta.
template <class S>
void denoc_rods(View<const RodLink<S>> links, View<const S> phi, const RodWorkspace<S>& w,
                View<S> acceleration) noexcept {
  const int n = links.size();
  RodInertia<S> bar;
  spatial::Vec3<S> eta1, eta2;
  for (int i = n - 1; i > 0; --i) {
    PlaneTurn<S>& t = w.theta[i];
    t.cs = t.c * t.s, t.ss = t.s * t.s;
    RodInertia<S> hat = rod_inertia(links[i], t);
    spatial::Vec3<S> carried1, carried2;
    if (i < n - 1) {
      const RodInertia<S> below = carried(bar, links[i], t);
      hat = {hat.V + below.V, hat.W + below.W, hat.Om + below.Om};
      const PlaneTurn<S> tilt = alpha(links[i]);  // step 10
      carried1 = turn(t, turn_x(tilt, eta1));
      carried2 = turn(t, turn_x(tilt, eta2 + cross(links[i].a, eta1)));
    }
    w.m_hat[i] = hat.Om.zz;  // steps 6 to 8
    w.psi1[i] = {hat.W.z.x / w.m_hat[i], hat.W.z.y / w.m_hat[i], hat.W.z.z / w.m_hat[i]};
    w.psi2[i] = {hat.Om.xz / w.m_hat[i], hat.Om.yz / w.m_hat[i], S(1.0)};
    bar = eliminate(hat, w.psi1[i], w.psi2[i]);
    w.phi_hat[i] = phi[i] - carried2.z;
    eta1 = w.phi_hat[i] * w.psi1[i] + carried1;  // step 11
    eta2 = w.phi_hat[i] * w.psi2[i] + carried2;
  }
  // Link 1: only what turns about z.
  const PlaneTurn<S> tilt = alpha(links[0]);
  w.m_hat[0] = links[0].hub;
  w.phi_hat[0] = phi[0];
  if (n > 1) {
    const spatial::Vec3<S>& a = links[0].a;
    const spatial::Mat3<S> W = shifted_W(bar, a);
    const S yy = bar.Om.yy + (a.z * W.y.x - a.x * W.y.z) + (a.z * bar.W.y.x - a.x * bar.W.y.z);
    const S yz = a.z * W.z.x - a.x * W.z.z + (a.x * bar.W.y.y - a.y * bar.W.y.x);
    const S zz = a.x * W.z.y - a.y * W.z.x;
    w.m_hat[0] = w.m_hat[0] + (zz + (tilt.ss * (yy - zz) + tilt.cs * (yz + yz)));
    const spatial::Vec3<S>& f = eta1;
    const S moment_y = eta2.y + (a.z * f.x - a.x * f.z),
            moment_z = eta2.z + (a.x * f.y - a.y * f.x);
    w.phi_hat[0] = phi[0] - (tilt.s * moment_y + tilt.c * moment_z);
  }
  acceleration[0] = w.phi_hat[0] / w.m_hat[0];
  // Steps 12 to 15.
  spatial::Vec3<S> mu1, mu2{S(0.0), S(0.0), acceleration[0]};
  for (int i = 1; i < n; ++i) {
    const PlaneTurn<S> theta = back(w.theta[i - 1]), unturn = back(alpha(links[i - 1]));
    mu2 = turn_x(unturn, turn(theta, mu2));
    mu1 = turn_x(unturn, turn(theta, mu1)) - cross(links[i - 1].a, mu2);
    const S known = dot(w.psi1[i], mu1) + dot(w.psi2[i], mu2);
    acceleration[i] = w.phi_hat[i] / w.m_hat[i] - known;
    mu2.z = mu2.z + acceleration[i];
  }
}

}  // namespace kinetree::kernel
