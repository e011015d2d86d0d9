// A tree whose joints are placed by screws: what the fast kernels run on.
#pragma once
#include <vector>

#include "model/tree_data.hpp"
#include "spatial/screw_pose.hpp"

namespace kinetree {

struct ScrewTree {
  TreeData<double> tree;                         ///< in canonical frames, inertias regrouped
  std::vector<spatial::ScrewPose<double>> pose;  ///< per link: all that does not move
  std::vector<double> offset;  ///< per coordinate of the tree: to be added to the user's
};

ScrewTree screw_tree(const TreeData<double>& tree);

}  // namespace kinetree
