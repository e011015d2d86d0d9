// A joint of the model as one to three joints of the compiled tree, one after the other.
//
// One-degree axes become z of their part; a planar joint becomes two slides and a hinge, so that v
// is the rate of q.
#pragma once
#include <array>

#include "kinetree/link.hpp"
#include "model/tree.hpp"

namespace kinetree {

struct JointPart {
  JointKind kind = JointKind::revolute;
  spatial::Pose<double> placement;  ///< in the part before, or in the frame of the joint
  int nq = 1, nv = 1;
};

struct JointParts {
  std::array<JointPart, 3> part;
  int count = 0;
  spatial::Pose<double> frame;  ///< of the link in the last part
};

/// None for a fixed joint. The axis must have a direction.
JointParts joint_parts(const Joint& joint);

/// Pose of the link in the frame of its joint, at nq coordinates.
spatial::Pose<double> joint_displacement(const Joint& joint, const double* q);

spatial::Vec3<double> to_spatial(const Vector3& v);
spatial::Pose<double> to_spatial(const Pose& X);
Pose to_public(const spatial::Pose<double>& X);
Vector3 to_public(const spatial::Vec3<double>& v);

}  // namespace kinetree
