// Coriolis matrix link by link: every link brings its own C_i, and C is their sum.
//
//     C_i = m_i Jv_iᵀ J̇v_i + Jω_iᵀ ( I_i J̇ω_i - [ω_i] (½ tr(I_i) 1 - I_i) Jω_i )
//
// on the velocities that move link i; Jv, Jω are the columns J_i of mass_matrix/progressive.hpp, J̇
// their rates in space, all in the axes of the link, about its centre. C_i is what (35) gives for
// M_i alone: C depends linearly on M, so the terms of the links add up.
//
// [laus2009] section 2.4, with (35) carried out for one body. Ours: trees, as for M_i; any joint.
// Cost: O(n d²). A link that comes or goes changes nothing but its own C_i.
#pragma once
#include "kernel/coriolis/body.hpp"
#include "kernel/mass_matrix/progressive.hpp"

namespace kinetree::kernel {

template <class S>
struct ProgressiveWorkspace {
  View<spatial::Motion<S>> twist;     ///< per link: angular velocity, velocity of its origin
  View<spatial::Motion<S>> J, J_dot;  ///< per velocity: columns of one link
};

/// Velocity of link i at its own origin, along common axes; after that of its parent.
template <class S>
void origin_twist(const Tree<S>& tree, const Geometry<S>& g, int i, View<const S> v,
                  View<spatial::Motion<S>> twist) noexcept {
  const int parent = tree.parent[i];
  twist[i] = axis_motion(tree, g, i, v);
  if (parent < 0) return;
  const spatial::Motion<S>& p = twist[parent];
  const spatial::Vec3<S> carried = p.linear + cross(p.angular, g.X[i].p - g.X[parent].p);
  twist[i] = twist[i] + spatial::Motion<S>{p.angular, carried};
}
template <class S>
void origin_twists(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                   View<spatial::Motion<S>> twist) noexcept {
  for (int i = 0; i < tree.size(); ++i) origin_twist(tree, g, i, v, twist);
}

/// Rate of the motion that an axis gives the point c, both moving.
template <class S>
spatial::Motion<S> unit_motion_rate(const JointAxis<S>& axis, const spatial::Motion<S>& twist,
                                    const spatial::Vec3<S>& c, const spatial::Vec3<S>& c_dot) {
  const spatial::Vec3<S> z_dot = cross(twist.angular, axis.z);
  if (axis.way == Way::slide) return {{}, z_dot};
  const spatial::Vec3<S> linear = cross(z_dot, c - axis.o) + cross(axis.z, c_dot - twist.linear);
  return {z_dot, axis.way == Way::turn ? linear : linear + axis.pitch * z_dot};
}

/// C += what one body adds that link i carries, body in the frame of the link, c its centre as
/// placed; needs twists.
template <class S>
void add_body_coriolis(const Tree<S>& tree, const Geometry<S>& g, int i,
                       const spatial::Body<S>& body, const spatial::Vec3<S>& c,
                       const ProgressiveWorkspace<S>& w, MatrixView<S> C) noexcept {
  const spatial::Mat3<S>& R = g.X[i].R;
  const spatial::Sym3<S> E = half_trace_minus(body.I);
  const spatial::Vec3<S> c_dot = w.twist[i].linear + cross(w.twist[i].angular, c - g.X[i].p);
  const spatial::Vec3<S> omega = transpose_times(R, w.twist[i].angular);
  screws_at(tree, g, i, R, c, w.J);
  for_each_mover(tree, i, [&](int k) {
    const auto rate = unit_motion_rate(g.axis[k], w.twist[tree.owner[k]], c, c_dot);
    w.J_dot[k] = {transpose_times(R, rate.angular), transpose_times(R, rate.linear)};
  });
  for_each_mover(tree, i, [&](int k) {
    const spatial::Force<S> f{body.I * w.J_dot[k].angular - cross(omega, E * w.J[k].angular),
                              body.mass * w.J_dot[k].linear};
    for_each_mover(tree, i, [&](int u) { C(u, k) = C(u, k) + dot(w.J[u], f); });
  });
}
template <class S>
void add_body_coriolis(const Tree<S>& tree, const Geometry<S>& g, int i,
                       const spatial::Body<S>& body, const ProgressiveWorkspace<S>& w,
                       MatrixView<S> C) noexcept {
  add_body_coriolis(tree, g, i, body, centre_of(g, i, body), w, C);
}
/// C += C_i; needs twists.
template <class S>
void add_link_coriolis(const Tree<S>& tree, const Geometry<S>& g, int i,
                       const ProgressiveWorkspace<S>& w, MatrixView<S> C) noexcept {
  add_body_coriolis(tree, g, i, tree.body[i], g.body[i].c, w, C);
}

template <class S>
void progressive_coriolis(const Tree<S>& tree, const Geometry<S>& g, View<const S> v,
                          const ProgressiveWorkspace<S>& w, MatrixView<S> C) noexcept {
  origin_twists(tree, g, v, w.twist);
  clear(C);
  for (int i = 0; i < tree.size(); ++i) add_link_coriolis(tree, g, i, w, C);
}

}  // namespace kinetree::kernel
