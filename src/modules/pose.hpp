// Poses of connectors: composed, inverted, and facing each other.
#pragma once
#include <cmath>

#include "kinetree/link.hpp"

namespace kinetree {

/// "B in A" times "C in B".
inline Pose composed(const Pose& X_AB, const Pose& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}

inline Pose inverse(const Pose& X_AB) {
  return {X_AB.R.transpose(), -(X_AB.R.transpose() * X_AB.p)};
}

/// A connector in the one it is plugged on: z against z, x turned about z from x. The matrix is its
/// own inverse, so each sees the other alike.
inline Pose facing(double turn) {
  const double c = std::cos(turn), s = std::sin(turn);
  return {Matrix3{{c, s, 0}, {s, -c, 0}, {0, 0, -1}}, Vector3::Zero()};
}

}  // namespace kinetree
