// A small box of parts for the tests of assemblies: every case of a connector, with odd frames.
#pragma once
#include <Eigen/Geometry>
#include <string>
#include <utility>

#include "kinetree/assembly.hpp"
#include "model/links.hpp"

namespace kinetree::testing {

inline Pose pose(const Vector3& p, const Vector3& axis, double angle) {
  return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), p};
}

inline Pose times(const Pose& X, const Pose& Y) { return {X.R * Y.R, X.R * Y.p + X.p}; }

/// z against z, x turned about z: written out, not as the library does it.
inline Pose face_to_face(double turn) {
  return {Eigen::AngleAxisd(turn, Vector3::UnitZ()).toRotationMatrix() *
              Eigen::AngleAxisd(3.14159265358979323846, Vector3::UnitX()).toRotationMatrix(),
          Vector3::Zero()};
}

inline Connector connector(std::string name, std::string body, const Pose& placement) {
  Connector made;
  made.name = std::move(name);
  made.body = std::move(body);
  made.placement = placement;
  return made;
}

inline Connector with_joint(Connector made, JointType type, const Vector3& axis) {
  made.joint.type = type;
  made.joint.axis = axis;
  made.joint.armature = 0.03;
  return made;
}

/// base - upper - lower, with a side branch; a connector on each, one of which turns.
inline Part arm_part(JointType elbow = JointType::revolute) {
  Model model;
  Link base = make_link("base", JointType::fixed);
  base.joint.placement = pose({0.1, -0.2, 0.3}, {1, 2, 3}, 0.4);
  const LinkId b = model.add(base);
  Link upper = make_link("upper", JointType::revolute, Vector3(0, 1, 1).normalized());
  upper.joint.placement = pose({0, 0.1, 0.2}, {0, 1, 0}, 0.3);
  const LinkId u = model.add(upper, b);
  Link lower = make_link("lower", elbow, Vector3(1, 0, 1).normalized());
  lower.joint.name = "elbow";
  lower.joint.pitch = 0.05;
  lower.joint.placement = pose({0.3, 0, 0.1}, {1, 0, 1}, -0.7);
  model.add(lower, u);
  Link side = make_link("side", JointType::prismatic, Vector3::UnitX());
  side.joint.placement = pose({0, 0.2, 0}, {1, 1, 0}, 0.2);
  model.add(side, u);
  Part part("arm", std::move(model));
  part.add(connector("in", "base", pose({0, 0, -0.1}, {1, 0.1, 0}, 3)));
  part.add(connector("out", "lower", pose({0.2, 0.1, 0.3}, {0, 1, 0}, 0.5)));
  part.add(connector("flank", "side", pose({0, 0.1, 0}, {1, 0, 0}, -1.5)));
  part.add(with_joint(connector("wrist", "lower", pose({0.1, 0, 0.2}, {0, 1, 1}, 0.9)),
                      JointType::revolute, Vector3(0.6, 0, 0.8)));
  part.add(with_joint(connector("slide", "base", pose({0.1, 0, 0.1}, {1, 1, 0}, 0.8)),
                      JointType::prismatic, Vector3(0, 0.6, 0.8)));
  return part;
}

inline ModuleLibrary library() {
  ModuleLibrary box;
  Model tile;
  tile.add(make_link("tile", JointType::fixed));
  Part floor("floor", std::move(tile));
  floor.add(connector("foot", "tile", pose({0, 0, 0}, {1, 0, 0}, 3.1)));
  for (int i = 0; i < 3; ++i) {
    floor.add(connector("top" + std::to_string(i), "tile",
                        pose({0.3 * i, 0.1, 0.2}, {1, 0, 0.5}, 0.2 * i)));
  }
  box.parts.emplace("floor", std::move(floor));
  box.parts.emplace("arm", arm_part());
  return box;
}

}  // namespace kinetree::testing
