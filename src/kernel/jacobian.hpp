// Jacobian of a point of a link: 6 rows (linear, then angular) along the world's axes.
//
// The way from the point to the root is walked in link frames, so that the columns are as accurate
// ten kilometres from the world's origin as they are at it. Cost: O(depth).
#pragma once
#include "model/joints.hpp"

namespace kinetree::kernel {

/// p is the point in the frame of `link`; columns of joints that do not move it are zero.
template <class S>
void jacobian(const Tree<S>& tree, View<const spatial::Pose<S>> X_parent,
              View<const spatial::Pose<S>> X_world, int link, spatial::Vec3<S> p,
              MatrixView<S> J) noexcept {
  for (int k = 0; k < J.columns(); ++k) {
    for (int row = 0; row < 6; ++row) J(row, k) = S(0.0);
  }
  for (int i = link; i >= 0; i = tree.parent[i]) {
    for_each_column(tree, i, [&](int k, auto column) {
      spatial::Motion<S> unit;
      add(unit, column, S(1.0));
      const spatial::Vec3<S> linear = X_world[i].R * (unit.linear + cross(unit.angular, p));
      const spatial::Vec3<S> angular = X_world[i].R * unit.angular;
      J(0, k) = linear.x, J(1, k) = linear.y, J(2, k) = linear.z;
      J(3, k) = angular.x, J(4, k) = angular.y, J(5, k) = angular.z;
    });
    p = X_parent[i].p + X_parent[i].R * p;
  }
}

}  // namespace kinetree::kernel
