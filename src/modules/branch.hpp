// The links of one instance, as they come into a model.
#pragma once
#include <optional>
#include <string>

#include "kinetree/modules.hpp"

namespace kinetree {

/// How an instance hangs: below `parent` (nothing: it is the root of the branch), whose frame sees
/// the joint frame J; the instance's connector C is seen from J. `joint` has type, axis in J, name.
struct Hanging {
  std::optional<LinkId> parent;
  Pose X_parent_J, X_JC;
  Joint joint;
  std::string connector;
};

/// Appends the part's links as "instance/link". The body of the connector comes first: joints
/// between it and the part's base are turned round. A joint that moves gets a massless link of its
/// own, because a link's frame lies on its joint. Throws ModelError where a joint cannot be turned.
void append_instance(Model& branch, const Part& part, const std::string& instance,
                     const Hanging& hanging);

}  // namespace kinetree
