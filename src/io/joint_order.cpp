// Tools order joints differently: by file, by name, by depth. Names bring them together.
#include "io/joint_order.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "io/complaints.hpp"

namespace kinetree {
namespace {

const std::string& joint_name(const Model& model, const JointSlot& slot) {
  return model.link(slot.link).joint.name;
}

JointFault refuse_joint(const Model& model, const std::string& joint, std::size_t entry) {
  if (const auto link = model.find_joint(joint)) {
    const bool mimics = model.link(*link).joint.mimic.has_value();
    return {entry, "not_a_coordinate", "joint " + in_quotes(joint),
            mimics ? "mimics another joint and has no entry of its own" : "is fixed",
            mimics ? "remove it, or use --mimic off" : "remove it from \"joints\""};
  }
  std::vector<std::string> names;
  for (const JointSlot& slot : model.joints()) names.push_back(joint_name(model, slot));
  return {entry, "unknown_joint", "",
          fmt::format("{} has no joint {}", in_quotes(model.name), in_quotes(joint)),
          did_you_mean(joint, names, "kinetree info lists the joints")};
}

}  // namespace

void JointOrder::append(const JointSlot& slot) {
  for (int k = 0; k < slot.nq; ++k) q.push_back(slot.q_first + k);
  for (int k = 0; k < slot.nv; ++k) v.push_back(slot.v_first + k);
}

JointOrder model_order(const Model& model) {
  JointOrder order;
  for (const JointSlot& slot : model.joints()) order.append(slot);
  return order;
}

std::optional<JointFault> match_joints(const Model& model, std::span<const std::string> names,
                                       JointOrder& order) {
  std::unordered_map<std::string, const JointSlot*> slots;
  for (const JointSlot& slot : model.joints()) slots.emplace(joint_name(model, slot), &slot);
  std::unordered_set<std::string> listed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!listed.insert(names[i]).second) {
      return JointFault{i, "duplicate_name", "",
                        "the joint " + in_quotes(names[i]) + " is listed twice", "list it once"};
    }
    if (!slots.contains(names[i])) return refuse_joint(model, names[i], i);
  }
  for (const JointSlot& slot : model.joints()) {
    const std::string& name = joint_name(model, slot);
    if (listed.contains(name)) continue;
    if (!model.is_floating_base(slot.link)) {
      return JointFault{{},
                        "missing_joint",
                        "",
                        "\"joints\" lacks the moving joint " + in_quotes(name),
                        "list every moving joint of the model"};
    }
    order.append(slot);
  }
  for (const std::string& name : names) order.append(*slots.at(name));
  return std::nullopt;
}

}  // namespace kinetree
