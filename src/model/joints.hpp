// The columns that each kind of joint moves along. With joint_pose.hpp the only switch on the kind
// of a joint; kernels loop over columns and never ask.
//
// Columns are constant in the link's frame and known at compile time, so "column · force" picks a
// component and "inertia * column" picks a column: no multiplication by ones and zeros.
#pragma once
#include "model/tree.hpp"
#include "spatial/axis_motion.hpp"

namespace kinetree {

/// Motion along or about one axis of the link's frame, at unit rate.
enum class Axis { angular_x, angular_y, angular_z, linear_x, linear_y, linear_z };

template <Axis axis>
struct Column {};

/// Rotation about z with a slide along it.
template <class S>
struct HelixColumn {
  S pitch;
};

template <Axis axis, class S>
S dot(Column<axis>, const spatial::Force<S>& f) {
  if constexpr (axis == Axis::angular_x) return f.angular.x;
  if constexpr (axis == Axis::angular_y) return f.angular.y;
  if constexpr (axis == Axis::angular_z) return f.angular.z;
  if constexpr (axis == Axis::linear_x) return f.linear.x;
  if constexpr (axis == Axis::linear_y) return f.linear.y;
  if constexpr (axis == Axis::linear_z) return f.linear.z;
}
template <class S>
S dot(const HelixColumn<S>& column, const spatial::Force<S>& f) {
  return f.angular.z + column.pitch * f.linear.z;
}

/// m += column * rate
template <Axis axis, class S>
void add(spatial::Motion<S>& m, Column<axis>, const S& rate) {
  if constexpr (axis == Axis::angular_x) m.angular.x = m.angular.x + rate;
  if constexpr (axis == Axis::angular_y) m.angular.y = m.angular.y + rate;
  if constexpr (axis == Axis::angular_z) m.angular.z = m.angular.z + rate;
  if constexpr (axis == Axis::linear_x) m.linear.x = m.linear.x + rate;
  if constexpr (axis == Axis::linear_y) m.linear.y = m.linear.y + rate;
  if constexpr (axis == Axis::linear_z) m.linear.z = m.linear.z + rate;
}
template <class S>
void add(spatial::Motion<S>& m, const HelixColumn<S>& column, const S& rate) {
  m.angular.z = m.angular.z + rate;
  m.linear.z = m.linear.z + column.pitch * rate;
}

template <class S>
spatial::Vec3<S> column(const spatial::Sym3<S>& A, int k) {
  return k == 0   ? spatial::Vec3<S>{A.xx, A.xy, A.xz}
         : k == 1 ? spatial::Vec3<S>{A.xy, A.yy, A.yz}
                  : spatial::Vec3<S>{A.xz, A.yz, A.zz};
}

/// Column of an articulated inertia: the force of a unit acceleration.
template <Axis axis, class S>
spatial::Force<S> operator*(const spatial::ArticulatedInertia<S>& I, Column<axis>) {
  constexpr int k = static_cast<int>(axis) % 3;
  if constexpr (axis < Axis::linear_x) {
    const spatial::Vec3<S> row = k == 0   ? spatial::Vec3<S>{I.B.x.x, I.B.y.x, I.B.z.x}
                                 : k == 1 ? spatial::Vec3<S>{I.B.x.y, I.B.y.y, I.B.z.y}
                                          : spatial::Vec3<S>{I.B.x.z, I.B.y.z, I.B.z.z};
    return {column(I.A, k), row};
  } else {
    return {k == 0 ? I.B.x : k == 1 ? I.B.y : I.B.z, column(I.D, k)};
  }
}
/// Column of a rigid inertia: [ I [h] ; -[h] m ].
template <Axis axis, class S>
spatial::Force<S> operator*(const spatial::Inertia<S>& body, Column<axis>) {
  const spatial::Vec3<S>& h = body.h;
  const S zero(0.0);
  if constexpr (axis == Axis::angular_x) return {column(body.I, 0), {zero, -h.z, h.y}};
  if constexpr (axis == Axis::angular_y) return {column(body.I, 1), {h.z, zero, -h.x}};
  if constexpr (axis == Axis::angular_z) return {column(body.I, 2), {-h.y, h.x, zero}};
  if constexpr (axis == Axis::linear_x) return {{zero, h.z, -h.y}, {body.mass, zero, zero}};
  if constexpr (axis == Axis::linear_y) return {{-h.z, zero, h.x}, {zero, body.mass, zero}};
  if constexpr (axis == Axis::linear_z) return {{h.y, -h.x, zero}, {zero, zero, body.mass}};
}
template <class Body, class S>
spatial::Force<S> operator*(const Body& body, const HelixColumn<S>& helix) {
  return body * Column<Axis::angular_z>{} + helix.pitch * (body * Column<Axis::linear_z>{});
}

inline int velocities_of(JointKind kind) {
  if (kind == JointKind::floating) return 6;
  return kind == JointKind::spherical ? 3 : 1;
}

/// Calls f(velocity index, column) for every column of joint i, in the order of v.
template <class S, class F>
void for_each_column(const Tree<S>& tree, int i, F&& f) {
  const int k = tree.first_v[i];
  switch (tree.kind[i]) {
    case JointKind::revolute:
      return f(k, Column<Axis::angular_z>{});
    case JointKind::prismatic:
      return f(k, Column<Axis::linear_z>{});
    case JointKind::helical:
      return f(k, HelixColumn<S>{tree.pitch[i]});
    case JointKind::floating:
      f(k, Column<Axis::linear_x>{});
      f(k + 1, Column<Axis::linear_y>{});
      f(k + 2, Column<Axis::linear_z>{});
      f(k + 3, Column<Axis::angular_x>{});
      f(k + 4, Column<Axis::angular_y>{});
      return f(k + 5, Column<Axis::angular_z>{});
    case JointKind::spherical:
      f(k, Column<Axis::angular_x>{});
      f(k + 1, Column<Axis::angular_y>{});
      return f(k + 2, Column<Axis::angular_z>{});
  }
}

/// The same from the last column to the first: the order in which joints are eliminated.
template <class S, class F>
void for_each_column_backwards(const Tree<S>& tree, int i, F&& f) {
  const int k = tree.first_v[i];
  if (tree.kind[i] == JointKind::floating || tree.kind[i] == JointKind::spherical) {
    const int last = tree.kind[i] == JointKind::floating ? k + 5 : k + 2;
    f(last, Column<Axis::angular_z>{});
    f(last - 1, Column<Axis::angular_y>{});
    f(last - 2, Column<Axis::angular_x>{});
    if (tree.kind[i] == JointKind::spherical) return;
    f(k + 2, Column<Axis::linear_z>{});
    f(k + 1, Column<Axis::linear_y>{});
    return f(k, Column<Axis::linear_x>{});
  }
  for_each_column(tree, i, f);
}

/// Motion of link i against its parent, in the link's frame: Σ column · rate.
template <class S>
spatial::Motion<S> joint_motion(const Tree<S>& tree, int i, View<const S> rates) {
  spatial::Motion<S> m;
  for_each_column(tree, i, [&](int k, auto column) { add(m, column, rates[k]); });
  return m;
}

/// The same as a type that knows what is zero, for each of the rates: calls f(motion, …).
template <class S, class F, class... Rates>
void with_joint_motions(const Tree<S>& tree, int i, F&& f, const Rates&... rates) {
  using spatial::AlongZ, spatial::AxisMotion, spatial::Still;
  const int k = tree.first_v[i];
  switch (tree.kind[i]) {
    case JointKind::revolute:
      return f(AxisMotion<AlongZ<S>, Still>{{rates[k]}, {}}...);
    case JointKind::prismatic:
      return f(AxisMotion<Still, AlongZ<S>>{{}, {rates[k]}}...);
    case JointKind::helical:
      return f(AxisMotion<AlongZ<S>, AlongZ<S>>{{rates[k]}, {tree.pitch[i] * rates[k]}}...);
    case JointKind::floating:
    case JointKind::spherical:
      return f(joint_motion<S>(tree, i, rates)...);
  }
}

}  // namespace kinetree
