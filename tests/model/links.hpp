// Links in one line, for tests that build their robots by hand.
#pragma once
#include <string>
#include <utility>

#include "kinetree/model.hpp"

namespace kinetree::testing {

/// A sound body: a ball of 2 kg beside the link's origin.
inline MassProperties ball() { return {2, {0.1, 0.2, 0.3}, 0.02 * Matrix3::Identity()}; }

inline Link make_link(std::string name, JointType type, const Vector3& axis = Vector3::UnitZ(),
                      const MassProperties& body = ball()) {
  Link link;
  link.name = std::move(name);
  link.joint.type = type;
  link.joint.axis = axis;
  link.inertia = body;
  return link;
}

/// The same link, placed at p in its parent.
inline Link placed(Link link, const Vector3& p) {
  link.joint.placement.p = p;
  return link;
}

/// The same link, its joint mimicking another one.
inline Link mimicking(Link link, const std::string& joint, double multiplier = 1,
                      double offset = 0) {
  link.joint.mimic = Mimic{joint, multiplier, offset};
  return link;
}

/// What() of the error that f throws; empty where it throws none of that type.
template <class E, class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace kinetree::testing
