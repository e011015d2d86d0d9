// The names that travel with every vector.
#include <initializer_list>

#include "kinetree/report.hpp"

namespace kinetree {
namespace {

using Suffixes = std::initializer_list<const char*>;

void append(std::vector<std::string>& names, const std::string& joint, Suffixes suffixes) {
  for (const char* suffix : suffixes) names.push_back(joint + suffix);
}

}  // namespace

std::vector<std::string> q_names(const Model& model) {
  std::vector<std::string> names;
  for (const JointSlot& slot : model.joints()) {
    const Joint& joint = model.link(slot.link).joint;
    if (joint.type == JointType::floating) {
      append(names, joint.name, {".x", ".y", ".z", ".qx", ".qy", ".qz", ".qw"});
    } else if (joint.type == JointType::spherical) {
      append(names, joint.name, {".qx", ".qy", ".qz", ".qw"});
    } else if (joint.type == JointType::planar) {
      append(names, joint.name, {".x", ".y", ".angle"});
    } else {
      names.push_back(joint.name);
    }
  }
  return names;
}

std::vector<std::string> v_names(const Model& model) {
  std::vector<std::string> names;
  for (const JointSlot& slot : model.joints()) {
    const Joint& joint = model.link(slot.link).joint;
    for (const std::string_view suffix : velocity_suffixes(joint.type)) {
      names.push_back(joint.name + std::string(suffix));
    }
  }
  return names;
}

Result make_result(const Model& model) {
  Result result;
  result.model = model.name;
  result.revision = model.revision();
  result.gravity = model.gravity();
  for (const JointSlot& slot : model.joints()) {
    result.joints.push_back(model.link(slot.link).joint.name);
    result.dofs.push_back(slot.nv);
  }
  return result;
}

}  // namespace kinetree
