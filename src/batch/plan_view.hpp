// What kernels for many states are given of a model: views of plain arrays.
#pragma once
#include "kernel/coupling.hpp"
#include "model/tree.hpp"
#include "spatial/screw_pose.hpp"

namespace kinetree {

/// Which way a quantity is computed: what is fastest depends on how many joints are in a row.
enum class Frames : unsigned char { links, common };

struct PlanView {
  Tree<double> tree;
  View<const spatial::ScrewPose<double>> pose;  ///< per link
  View<const double> offset;                    ///< per coordinate of the tree
  kernel::Coupling<double> q, v;                ///< empty without mimicking joints
  View<const double> damping, friction;         ///< per velocity of the tree; empty: not asked for
  View<const int> quaternion;                   ///< where each of them starts in the user's q
  View<const int> row, level;   ///< packed M: entry (k, l), l on the way of k, at row[k] + level[l]
  View<const int> dense_chain;  ///< k - 1: every velocity after the one before it
  int nq = 0, nv = 0, packed = 0;
  Frames mass_matrix = Frames::links, coriolis = Frames::links;

  bool coupled() const noexcept { return v.source.size() > 0; }
};

}  // namespace kinetree
