// Robots whose motion can be written down.
#pragma once
#include "kinetree/simulate.hpp"
#include "model/links.hpp"

namespace kinetree::testing {

constexpr double G = 9.81;

inline Vector one(double x) { return Vector::Constant(1, x); }

/// A mass on a vertical slide.
inline Model slider(double mass = 2) {
  Model model;
  model.add(make_link("mass", JointType::prismatic, Vector3::UnitZ(),
                      {mass, Vector3::Zero(), Matrix3::Identity()}));
  return model;
}

/// A mass on a level slide that brakes it.
inline Model sled(double mass, double damping, double friction = 0) {
  Model model;
  Link link = make_link("mass", JointType::prismatic, Vector3::UnitX(),
                        {mass, Vector3::Zero(), Matrix3::Identity()});
  link.joint.damping = damping;
  link.joint.friction = friction;
  model.add(link);
  return model;
}

/// A point on a rod that hangs down at q = 0.
inline Model pendulum(double length = 0.5, double mass = 1.5) {
  Model model;
  model.add(make_link("bob", JointType::revolute, Vector3::UnitY(),
                      {mass, Vector3(0, 0, -length), Matrix3::Zero()}));
  return model;
}

/// Two of them, one below the other.
inline Model double_pendulum() {
  Model model = pendulum();
  model.add(placed(make_link("lower", JointType::revolute, Vector3::UnitY(),
                             {1, Vector3(0, 0, -0.4), 0.01 * Matrix3::Identity()}),
                   Vector3(0, 0, -0.5)),
            model.at("bob"));
  return model;
}

/// A body that floats and carries a ball joint and a hinge, none of them balanced.
inline Model satellite() {
  Model model;
  model.add(make_link("hull", JointType::floating, Vector3::UnitZ(),
                      {5, {0.1, -0.05, 0.2}, Vector3(0.4, 0.5, 0.7).asDiagonal()}));
  model.add(placed(make_link("boom", JointType::spherical), {0.3, 0, 0.1}), model.at("hull"));
  model.add(placed(make_link("panel", JointType::revolute, Vector3::UnitX()), {0, 0.4, 0}),
            model.at("boom"));
  return model;
}

inline State at_rest(const Model& model, const Vector& q) {
  return {0, q, Vector::Zero(model.nv())};
}

}  // namespace kinetree::testing
