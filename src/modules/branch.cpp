// From a part to links in a model, entered by any of its bodies.
//
// A joint from A to B places B by X_AB(q) = P D(axis, q). Entered from B, A is placed by
//
//     X_BA(q) = D(axis, q)⁻¹ P⁻¹ = D(−axis, q) P⁻¹
//
// for revolute, prismatic and helical joints: the same q, the axis reversed, and then a fixed pose.
// A link of kinetree lies on its joint, so D carries a massless link and P⁻¹ carries A. Spherical,
// planar and floating joints have no such axis: their q would change its meaning.
#include "modules/branch.hpp"

#include <utility>
#include <vector>

#include "modules/names.hpp"
#include "modules/pose.hpp"

namespace kinetree {
namespace {

Joint fixed_joint(std::string name, const Pose& placement) {
  Joint joint;
  joint.name = std::move(name);
  joint.placement = placement;
  return joint;
}

Link massless(std::string name, Joint joint) {
  Link link;
  link.name = std::move(name);
  link.joint = std::move(joint);
  return link;
}

class InstanceWriter {
 public:
  InstanceWriter(Model& branch, const Part& part, const std::string& instance)
      : branch_(branch), model_(part.model()), instance_(instance) {
    ids_.resize(static_cast<std::size_t>(model_.size()));
  }

  void write(const Connector& connector, const Hanging& hanging) {
    const LinkId entry = model_.at(connector.body);
    for (auto i = std::optional(entry); i; i = model_.parent(*i)) path_.push_back(*i);
    enter(connector, hanging);
    for (std::size_t k = 1; k < path_.size(); ++k) turn_round(path_[k - 1], path_[k]);
    for (int i = 0; i < model_.size(); ++i) {
      const auto id = static_cast<LinkId>(i);
      if (ids_[index(id)]) continue;
      Link link = named(id);
      link.joint = joint_of(id);
      ids_[index(id)] = branch_.add(std::move(link), ids_[index(*model_.parent(id))]);
    }
  }

 private:
  std::string prefixed(const std::string& name) const { return joined(instance_, '/', name); }

  Link named(LinkId id) const {
    Link link = model_.link(id);
    link.name = prefixed(link.name);
    return link;
  }

  Joint joint_of(LinkId id) const {
    Joint joint = model_.link(id).joint;
    joint.name = prefixed(joint.name);
    if (joint.mimic) joint.mimic->joint = prefixed(joint.mimic->joint);
    return joint;
  }

  void enter(const Connector& connector, const Hanging& hanging) {
    const Pose X_C_body = inverse(connector.placement);
    const Pose X_J_body = composed(hanging.X_JC, X_C_body);
    Link body = named(path_.front());
    std::optional<LinkId> parent = hanging.parent;
    if (hanging.joint.type == JointType::fixed) {
      body.joint = fixed_joint(hanging.joint.name, composed(hanging.X_parent_J, X_J_body));
    } else {
      Joint joint = hanging.joint;
      joint.placement = hanging.X_parent_J;
      parent = branch_.add(massless(joint.name, joint), parent);
      body.joint = fixed_joint(prefixed(model_.link(path_.back()).joint.name), X_J_body);
    }
    ids_[index(path_.front())] = branch_.add(std::move(body), parent);
  }

  /// `up`, the parent of `down` in the part, hangs on it here.
  void turn_round(LinkId down, LinkId up) {
    Joint joint = joint_of(down);
    const Pose X_down_up = inverse(joint.placement);
    std::optional<LinkId> parent = ids_[index(down)];
    Link link = named(up);
    if (joint.type == JointType::fixed) {
      link.joint = fixed_joint(joint.name, X_down_up);
    } else {
      if (joint_nv(joint.type) > 1) {
        throw ModelError("joint '" + joint.name + "' is " + std::string(to_string(joint.type)) +
                         " and cannot be turned round (plug '" + instance_ +
                         "' by a connector on its other side)");
      }
      link.joint = fixed_joint(joint.name + "~", X_down_up);
      joint.placement = {};
      joint.axis = -joint.axis;
      parent = branch_.add(massless(prefixed(model_.link(down).name) + "~", joint), parent);
    }
    ids_[index(up)] = branch_.add(std::move(link), parent);
  }

  Model& branch_;
  const Model& model_;
  const std::string& instance_;
  std::vector<std::optional<LinkId>> ids_;  // of the part's links, in the branch
  std::vector<LinkId> path_;                // from the body of the connector to the base
};

}  // namespace

void append_instance(Model& branch, const Part& part, const std::string& instance,
                     const Hanging& hanging) {
  InstanceWriter(branch, part, instance).write(*part.find(hanging.connector), hanging);
}

}  // namespace kinetree
