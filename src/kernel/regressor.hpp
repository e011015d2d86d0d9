// The regressor Y(q, v, a): inverse dynamics is linear in the inertial parameters, τ = Y π.
//
// The force that gives a body its motion (rnea.hpp) is linear in its ten numbers
// π = (m, h_x, h_y, h_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz), with h = m c and I about the origin
// of its frame. With ω, α and the acceleration a of that origin, in the body's axes,
//
//     m      force a
//     h      force α × h + ω × (ω × h),     moment h × a
//     I      moment I α + ω × I ω
//
// Column p of a body is the power of the force of its unit parameter p on the body's motion at unit
// rate of each velocity that moves it. [atkeson1986]; the order of π is that of Pinocchio, and the
// frame that of the user's link. Cost: O(n d).
#pragma once
#include "kernel/geometry.hpp"
#include "kernel/kinematics.hpp"

namespace kinetree::kernel {

inline constexpr int parameters_of_a_body = 10;

/// The k-th unit vector.
template <class S>
spatial::Vec3<S> unit_vector(int k) {
  return {S(k == 0 ? 1.0 : 0.0), S(k == 1 ? 1.0 : 0.0), S(k == 2 ? 1.0 : 0.0)};
}

/// Force about the body's origin that its parameter p takes, at unit value.
template <class S>
spatial::Force<S> parameter_force(const LinkMotion<S>& m, int p) {
  if (p == 0) return {{}, m.a};
  if (p <= 3) {
    const spatial::Vec3<S> h = unit_vector<S>(p - 1);
    return {cross(h, m.a), cross(m.alpha, h) + cross(m.omega, cross(m.omega, h))};
  }
  const S one(1.0), zero(0.0);
  const auto entry = [&](int which) { return p == which ? one : zero; };
  const spatial::Sym3<S> I{entry(4), entry(5), entry(7), entry(6), entry(8), entry(9)};
  return {I * m.alpha + cross(m.omega, I * m.omega), {}};
}

/// Calls write(k, p, Y(k, p)) for the ten parameters p of a body whose frame R turns against link
/// i, and all velocities k that move it. `motion` is that of link i in its own axes, with the world
/// accelerating by -g.
template <class S, class Write>
void regressor_of_body(const Tree<S>& tree, const Geometry<S>& g, int i, const spatial::Mat3<S>& R,
                       const LinkMotion<S>& motion, Write write) noexcept {
  const LinkMotion<S> m{transpose_times(R, motion.omega), transpose_times(R, motion.alpha),
                        transpose_times(R, motion.a)};
  const spatial::Mat3<S> axes = g.X[i].R * R;
  spatial::Force<S> f[parameters_of_a_body];
  for (int p = 0; p < parameters_of_a_body; ++p) f[p] = parameter_force(m, p);
  for_each_mover(tree, i, [&](int k) {
    const JointAxis<S>& axis = g.axis[k];
    const spatial::Motion<S> J{transpose_times(axes, angular(axis)),
                               transpose_times(axes, linear_at(axis, g.X[i].p))};
    for (int p = 0; p < parameters_of_a_body; ++p) write(k, p, dot(J, f[p]));
  });
}

}  // namespace kinetree::kernel
