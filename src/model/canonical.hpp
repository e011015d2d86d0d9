// The same tree in frames in which formulas are short.
//
// A link on a revolute joint may be described in any frame that is turned about and moved along its
// axis: the joint then turns from another zero. Taken so that x is along the common normal to the
// next axis, and the origin at its foot, the placement of the next joint is a twist about x and a
// step along it ([khalil_kleinfinger1986]), and where the twist is a multiple of π/2 it takes no
// products at all.
//
// What does not feel a joint is counted with its parent ([gautier_khalil1990]): of a revolute joint
// the mass, its first moment along the axis, and an inertia (I_yy, I_yy, 0), because they are the
// same however the joint is turned and do not resist it; of a prismatic joint the whole second
// moment. M, C and forces stay what they are; what is left of a link is no longer a body, so `body`
// of the tree is empty, and so are energies.
#pragma once
#include <vector>

#include "model/tree_data.hpp"

namespace kinetree {

struct CanonicalTree {
  TreeData<double> tree;
  std::vector<double> offset;                ///< per coordinate: to be added to the user's angle
  std::vector<spatial::Pose<double>> frame;  ///< per link: the new frame in the old one
};

/// Entries of rotations that are 0 or ±1 but for rounding become so.
CanonicalTree canonical(const TreeData<double>& tree);

}  // namespace kinetree
