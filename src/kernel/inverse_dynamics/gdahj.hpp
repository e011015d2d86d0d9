// Inverse dynamics by frame injection: what every joint frame transfers to every link it carries.
//
//     p̈_ij = ε_j × p_Cij + ω_j × (ω_j × p_Cij) + 2 ω_j × vʳ_ij            (4), (6), (9), (11)
//     μ_ij = I_i ε_j + ½ (L_i ω_j) × ω_j + (L_i ω_j) × ωʳ_ij              (12), (13), (15), (17)
//     L_i  = tr(I_i) 1 - 2 I_i                                            (14)
//
// ω_j, ε_j are what joint j alone adds, and vʳ, ωʳ (10), (16) what the joints between j and i add.
// Summed over j they are the acceleration of the centre of link i and its inertial moment; the
// forces they take are then summed towards the root.
//
// [safeea2018] (4) to (17), right as printed. Ours: trees; slides, which transfer q̈ k to p̈ and
// q̇ k to vʳ; joints of several degrees of freedom as one frame; joints that turn and slide at
// once, which add ω_j × (q̇ k). Cost: O(n d).
#pragma once
#include "kernel/geometry.hpp"

namespace kinetree::kernel {

template <class S>
struct InjectionWorkspace {
  View<spatial::Motion<S>> rate, acceleration;  ///< per link: what its joint adds
  View<spatial::Force<S>> f;                    ///< per link, about its origin
};

/// Force and moment on link i, about its centre.
template <class S>
spatial::Force<S> injected(const Tree<S>& tree, const Geometry<S>& g, int i,
                           const InjectionWorkspace<S>& w) noexcept {
  const spatial::Body<S>& body = g.body[i];
  const S trace = body.I.xx + body.I.yy + body.I.zz;
  spatial::Vec3<S> acceleration = -tree.gravity, moment, v_between, omega_between;
  for (int j = i; j >= 0; j = tree.parent[j]) {
    const spatial::Vec3<S>&omega = w.rate[j].angular, &epsilon = w.acceleration[j].angular;
    const spatial::Vec3<S> p = body.c - g.X[j].p;
    const spatial::Vec3<S> turning = cross(omega, p);
    const spatial::Vec3<S> L_omega = trace * omega - S(2.0) * (body.I * omega);
    acceleration = acceleration + cross(epsilon, p) + cross(omega, turning) +
                   S(2.0) * cross(omega, v_between) + w.acceleration[j].linear +
                   cross(omega, w.rate[j].linear);
    moment = moment + body.I * epsilon + cross(L_omega, S(0.5) * omega + omega_between);
    v_between = v_between + turning + w.rate[j].linear;
    omega_between = omega_between + omega;
  }
  return {moment, body.mass * acceleration};
}

template <class S>
void gdahj_inverse_dynamics(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                            View<const S> a, const InjectionWorkspace<S>& w, View<S> tau) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    w.rate[i] = axis_motion(tree, g, i, v);
    w.acceleration[i] = axis_motion(tree, g, i, a);
  }
  for (int i = 0; i < tree.size(); ++i) {
    const spatial::Force<S> at_center = injected(tree, g, i, w);
    const spatial::Vec3<S> arm = g.body[i].c - g.X[i].p;
    w.f[i] = {at_center.angular + cross(arm, at_center.linear), at_center.linear};
  }
  project_forces(tree, g, w.f, tau);
}

}  // namespace kinetree::kernel
