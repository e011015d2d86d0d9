// How the bodies of a tree lie in the lanes of registers.
#pragma once
#include <vector>

#include "model/screw_tree.hpp"
#include "plan/plan_view.hpp"

namespace kinetree {

struct BodyPlan {
  std::vector<AxisLink> link;                  ///< one for every link
  std::vector<LinkLanes> group;                ///< in the order of their velocities
  std::vector<unsigned char> reach, in_a_row;  ///< PlanView
};

/// For joints of one axis each, and a root that may float. Links in a row lie side by side, and
/// after them other such rows on the same link. Empty for other robots.
BodyPlan find_bodies(const ScrewTree& screws, int lanes);

}  // namespace kinetree
