// Links and axes along the world's axes: what the papers that work in one common frame start from.
//
// Positions are counted from a point on the robot, never from the world's origin, so that accuracy
// does not depend on where the robot stands: from the origin of its root link or, where the robot
// stands on slides, of the last of them. Nobody asks where a slide is, only where it points; so
// each root, and each of its leading slides, may have an origin of its own.
#pragma once
#include "kernel/matrix.hpp"
#include "model/joints.hpp"

namespace kinetree::kernel {

/// One way in which a link can move, as the papers see it: a line to turn about, to slide along, or
/// both. z is a unit vector, o the link's origin.
enum class Way : unsigned char { turn, slide, helix };

template <class S>
struct JointAxis {
  Way way = Way::turn;
  spatial::Vec3<S> z, o;
  S pitch{0.0};  ///< slide per turn of a helix
};

/// The axis of a column of the link that X places.
template <Axis axis, class S>
JointAxis<S> axis_of(const spatial::Pose<S>& X, Column<axis>) {
  constexpr int k = static_cast<int>(axis) % 3;
  constexpr Way way = axis < Axis::linear_x ? Way::turn : Way::slide;
  return {way, k == 0 ? X.R.x : k == 1 ? X.R.y : X.R.z, X.p, S(0.0)};
}
template <class S>
JointAxis<S> axis_of(const spatial::Pose<S>& X, const HelixColumn<S>& helix) {
  return {Way::helix, X.R.z, X.p, helix.pitch};
}

template <class S>
struct Geometry {
  View<spatial::Pose<S>> X;     ///< per link: axes and origin
  View<spatial::Body<S>> body;  ///< per link: mass, centre; inertia after turn_inertia()
  View<JointAxis<S>> axis;      ///< per velocity
};

/// Where the centre of a body is that link i carries, given in the frame of the link.
template <class S>
spatial::Vec3<S> centre_of(const Geometry<S>& g, int i, const spatial::Body<S>& body) {
  return g.X[i].p + g.X[i].R * body.c;
}

/// Link i, after its parent. `zero` is a number, not a structural zero: papers multiply it.
template <class S>
void place_link(const Tree<S>& tree, int i, const spatial::Pose<S>& X_parent, const S& zero,
                const Geometry<S>& g) noexcept {
  const int parent = tree.parent[i];
  spatial::Pose<S> X = parent < 0 ? X_parent : g.X[parent] * X_parent;
  if (parent < 0 || tree.glides[i]) X.p = {zero, zero, zero};
  g.X[i] = X;
  g.body[i].mass = tree.body[i].mass;
  g.body[i].c = centre_of(g, i, tree.body[i]);
  for_each_column(tree, i, [&](int k, auto column) { g.axis[k] = axis_of(X, column); });
}
/// Mass, first and second moment about o of a body with a turned inertia.
template <class S>
spatial::Inertia<S> inertia_about(const spatial::Body<S>& body, const spatial::Vec3<S>& o) {
  const spatial::Vec3<S> c = body.c - o, h = body.mass * c;
  return {body.mass, h, body.I + point_inertia(c, h)};
}
template <class S>
void turn_inertia(const Tree<S>& tree, int i, const Geometry<S>& g) noexcept {
  g.body[i].I = rotate(g.X[i].R, tree.body[i].I);
}

/// Angular velocity at unit rate.
template <class S>
spatial::Vec3<S> angular(const JointAxis<S>& axis) {
  return axis.way == Way::slide ? spatial::Vec3<S>{} : axis.z;
}
/// Motion of the link's origin at unit rate.
template <class S>
spatial::Motion<S> unit_motion(const JointAxis<S>& axis) {
  if (axis.way == Way::turn) return {axis.z, {}};
  if (axis.way == Way::slide) return {{}, axis.z};
  return {axis.z, axis.pitch * axis.z};
}
/// Velocity of the point p at unit rate.
template <class S>
spatial::Vec3<S> linear_at(const JointAxis<S>& axis, const spatial::Vec3<S>& p) {
  if (axis.way == Way::slide) return axis.z;
  const spatial::Vec3<S> turned = cross(axis.z, p - axis.o);
  return axis.way == Way::turn ? turned : turned + axis.pitch * axis.z;
}

/// m += axis * rate, at the link's origin.
template <class S>
void add(spatial::Motion<S>& m, const JointAxis<S>& axis, const S& rate) {
  const spatial::Vec3<S> along = rate * axis.z;
  if (axis.way != Way::slide) m.angular = m.angular + along;
  if (axis.way == Way::slide) m.linear = m.linear + along;
  if (axis.way == Way::helix) m.linear = m.linear + axis.pitch * along;
}
/// Motion of link i against its parent, Σ axis · rate, at the link's origin.
template <class S>
spatial::Motion<S> axis_motion(const Tree<S>& tree, const Geometry<S>& g, int i,
                               View<const S> rates) {
  spatial::Motion<S> m;
  for_each_column(tree, i, [&](int k, auto) { add(m, g.axis[k], rates[k]); });
  return m;
}

/// Power of a force about the axis' origin, at unit rate.
template <class S>
S project(const JointAxis<S>& axis, const spatial::Force<S>& f) {
  if (axis.way == Way::turn) return dot(axis.z, f.angular);
  if (axis.way == Way::slide) return dot(axis.z, f.linear);
  return dot(axis.z, f.angular) + axis.pitch * dot(axis.z, f.linear);
}

/// τ of every joint from one force per link about its origin; forces are summed up and spoilt.
template <class S>
void project_forces(const Tree<S>& tree, const Geometry<S>& g, View<spatial::Force<S>> f,
                    View<S> tau) noexcept {
  for (int i = tree.size() - 1; i >= 0; --i) {
    for_each_column(tree, i, [&](int k, auto) { tau[k] = project(g.axis[k], f[i]); });
    const int parent = tree.parent[i];
    if (parent < 0) continue;
    const spatial::Vec3<S> moved = cross(g.X[i].p - g.X[parent].p, f[i].linear);
    f[parent] = f[parent] + spatial::Force<S>{f[i].angular + moved, f[i].linear};
  }
}

/// Calls f with the velocities that move the link, from it to the root.
template <class S, class F>
void for_each_mover(const Tree<S>& tree, int link, F&& f) {
  int last = tree.first_v[link];
  for_each_column(tree, link, [&](int k, auto) { last = k; });
  for (int k = last; k >= 0; k = tree.previous[k]) f(k);
}

/// Rotor inertias, which no paper has: they are on the diagonal, whatever the method.
template <class S>
void add_armature(const Tree<S>& tree, MatrixView<S> M) noexcept {
  for (int k = 0; k < tree.nv(); ++k) M(k, k) = M(k, k) + tree.armature[k];
}

}  // namespace kinetree::kernel
