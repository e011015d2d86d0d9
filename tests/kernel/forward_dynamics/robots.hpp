// Robots on which methods of forward dynamics are tried one joint at a time.
#pragma once
#include <gtest/gtest.h>

#include "model/links.hpp"

namespace kinetree::testing {

inline const auto joint_types =
    ::testing::Values(JointType::revolute, JointType::prismatic, JointType::helical,
                      JointType::spherical, JointType::planar, JointType::floating);

/// A joint of several degrees between two others: its columns are eliminated in turn.
inline Model between_two_hinges(JointType type) {
  Model model;
  const MassProperties body{2, {0.1, 0.2, 0.3}, Vector3(0.3, 0.4, 0.5).asDiagonal()};
  model.add(make_link("first", JointType::revolute, {0, 1, 0}, body));
  Link middle = placed(make_link("middle", type, {0.6, 0, 0.8}, body), {0.3, 0.1, 0.2});
  middle.joint.pitch = 0.1;
  middle.joint.armature = 0.07;
  model.add(middle, LinkId{0});
  model.add(placed(make_link("last", JointType::revolute, {1, 0, 0}, body), {0.1, 0.4, 0}),
            LinkId{1});
  return model;
}

}  // namespace kinetree::testing
