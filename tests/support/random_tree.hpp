// Random robots of every joint type, for laws and comparisons.
#pragma once
#include <cstdint>

#include "kinetree/model.hpp"

namespace kinetree::testing {

struct TreeOptions {
  int links = 10;
  double branching = 0.5;  ///< 0: a chain; 1: parents drawn from all links
  bool multi_dof = true;   ///< spherical, planar, floating, helical and fixed joints as well
  bool mimics = false;     ///< some one-degree joints mimic an earlier one
  bool armature = true;
};

/// The same seed gives the same robot. Inertias are those of real mass distributions.
Model random_tree(std::uint64_t seed, const TreeOptions& options = {});

/// The same robot, standing elsewhere: every root is placed by X first.
Model moved(const Model& model, const Pose& X);

}  // namespace kinetree::testing
