// The order of joints in a file against that of a model.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree {

/// Entry k of a vector in the file is entry q[k] (or v[k]) of the model's.
struct JointOrder {
  std::vector<int> q, v;
  void append(const JointSlot& slot);
};

/// What is wrong with a list of joints.
struct JointFault {
  std::optional<std::size_t> entry;  ///< none: the list as a whole
  std::string rule, subject, message, remedy;
};

JointOrder model_order(const Model& model);
/// Every moving joint once, in any order; entries of floating bases that are not listed come first.
std::optional<JointFault> match_joints(const Model& model, std::span<const std::string> names,
                                       JointOrder& order);

}  // namespace kinetree
