// Jacobian of a point of a link, and its rate: 6 rows (linear, then angular) along the world's
// axes.
//
// The way from the point to the root is walked in link frames, so that the columns are as accurate
// ten kilometres from the world's origin as they are at it. Cost: O(depth).
#pragma once
#include "kernel/matrix.hpp"
#include "model/joints.hpp"

namespace kinetree::kernel {

template <class S>
void write_column(MatrixView<S> J, int k, const spatial::Vec3<S>& linear,
                  const spatial::Vec3<S>& angular) noexcept {
  J(0, k) = linear.x, J(1, k) = linear.y, J(2, k) = linear.z;
  J(3, k) = angular.x, J(4, k) = angular.y, J(5, k) = angular.z;
}

/// p is the point in the frame of `link`; columns of joints that do not move it are zero.
template <class S, class X>
void jacobian(const Tree<S>& tree, View<X> X_parent, View<const spatial::Pose<S>> X_world, int link,
              spatial::Vec3<S> p, MatrixView<S> J) noexcept {
  clear(J);
  for (int i = link; i >= 0; i = tree.parent[i]) {
    for_each_column(tree, i, [&](int k, auto column) {
      spatial::Motion<S> unit;
      add(unit, column, S(1.0));
      const spatial::Vec3<S> linear = X_world[i].R * (unit.linear + cross(unit.angular, p));
      const spatial::Vec3<S> angular = X_world[i].R * unit.angular;
      write_column(J, k, linear, angular);
    });
    p = origin(X_parent[i]) + turn(X_parent[i], p);
  }
}

/// J̇ of the same point, which moves along with its link; `twist` is the velocity of every link in
/// its own frame.
template <class S, class X>
void jacobian_rate(const Tree<S>& tree, View<X> X_parent, View<const spatial::Pose<S>> X_world,
                   View<const spatial::Motion<S>> twist, View<const S> v, int link,
                   spatial::Vec3<S> p, MatrixView<S> J_dot) noexcept {
  clear(J_dot);
  spatial::Vec3<S> p_dot;  // velocity of the point against link i, in the axes of link i
  for (int i = link; i >= 0; i = tree.parent[i]) {
    const spatial::Vec3<S>& omega = twist[i].angular;
    for_each_column(tree, i, [&](int k, auto column) {
      spatial::Motion<S> unit;
      add(unit, column, S(1.0));
      const spatial::Vec3<S> linear =
          cross(omega, unit.linear + cross(unit.angular, p)) + cross(unit.angular, p_dot);
      write_column(J_dot, k, X_world[i].R * linear, X_world[i].R * cross(omega, unit.angular));
    });
    const spatial::Motion<S> own = joint_motion(tree, i, v);
    p_dot = turn(X_parent[i], p_dot + own.linear + cross(own.angular, p));
    p = origin(X_parent[i]) + turn(X_parent[i], p);
  }
}

}  // namespace kinetree::kernel
