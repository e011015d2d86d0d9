// Where the mass matrix loses rank, and which joints are to blame.
#pragma once
#include <string>
#include <vector>

#include "evaluate/workspace.hpp"
#include "model/compile.hpp"

namespace kinetree {

/// Joints whose elimination finds no inertia left, at the user's q. O(n) without mimics;
/// with them O(n³), and beyond 500 velocities nothing is found.
std::vector<std::string> singular_joints(const Compiled& compiled, const Vector& q);

/// Joints that are so in every configuration: nothing gives them inertia.
std::vector<std::string> massless_joints(const Compiled& compiled);

/// Whether any elimination finds no inertia left, for the joint poses in w. O(n), without mimics;
/// allocates nothing.
bool loses_inertia(Workspace<double>& w) noexcept;

/// The outermost velocity that found no inertia left in the elimination of the articulated bodies
/// in w, those prescribed aside; -1 where there is none. O(n).
int lost_velocity(Workspace<double>& w, View<const unsigned char> prescribed) noexcept;

}  // namespace kinetree
