// Which links of a tree are limbs, and how they lie side by side in registers.
#pragma once
#include <memory>
#include <vector>

#include "model/screw_tree.hpp"
#include "plan/plan_view.hpp"

namespace kinetree {

/// A part of a robot as kernels want it.
struct PartPlan {
  ScrewTree screws;
  std::vector<int> angles;
  PlanView view;
};

struct Limbs {
  std::vector<LimbPack> packs;
  std::vector<int> trunk;  ///< in the order of the tree
  std::vector<int> links;  ///< what the packs point to
  std::vector<std::unique_ptr<PartPlan>> parts;
};

/// Hinges in a row, up to the leaves of a tree, and all other links.
struct HingeRows {
  std::vector<HingeRow> rows;
  std::vector<int> others;
};
HingeRows find_hinges(const TreeData<double>& tree);

/// A limb is a chain of hinges up to a leaf, each link of it the only one on the link before. The
/// longest limbs come first; one that would be alone in its register is left to the trunk.
/// Empty where less than half of the links would be in limbs: there is nothing to gain.
Limbs find_limbs(const ScrewTree& screws, int lanes);

}  // namespace kinetree
