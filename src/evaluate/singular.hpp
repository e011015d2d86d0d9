// Where the mass matrix loses rank, and which joints are to blame.
#pragma once
#include <string>
#include <vector>

#include "model/compile.hpp"

namespace kinetree {

/// Joints whose elimination finds no inertia left, at the user's q. O(n) without mimics;
/// with them O(n³), and beyond 500 velocities nothing is found.
std::vector<std::string> singular_joints(const Model& model, const Compiled& compiled,
                                         const Vector& q);

/// Joints that are so in every configuration: nothing gives them inertia.
std::vector<std::string> massless_joints(const Model& model, const Compiled& compiled);

}  // namespace kinetree
