// Edits of the robot in a scenario: what is attached, detached, locked and unlocked.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/rotation.hpp"
#include "io/scenario.hpp"
#include "kinetree/report.hpp"

namespace kinetree {

LinkId read_body(const Node& node, const Model& model) {
  const std::string name = node.text();
  if (const auto link = model.find(name)) return *link;
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(model.size()));
  for (int i = 0; i < model.size(); ++i) {
    names.push_back(model.link(LinkId{static_cast<std::uint32_t>(i)}).name);
  }
  node.fail(in_quotes(model.name) + " has no body " + in_quotes(name),
            did_you_mean(name, names, "kinetree info lists the bodies"));
}

namespace {

/// The branch by its name in the robot: a single link has it, several have it before their own.
Model renamed(const Model& branch, const std::string& as) {
  Model model;
  model.name = as;
  model.set_gravity(branch.gravity());
  const bool single = branch.size() == 1;
  for (int i = 0; i < branch.size(); ++i) {
    const LinkId id{static_cast<std::uint32_t>(i)};
    Link link = branch.link(id);
    const bool takes_name = link.joint.name == link.name;
    link.name = single ? as : as + "/" + link.name;
    link.joint.name = takes_name ? link.name : as + "/" + link.joint.name;
    if (link.joint.mimic) {
      const Link& leader = branch.link(*branch.find_joint(link.joint.mimic->joint));
      const bool same = single && leader.joint.name == leader.name;
      link.joint.mimic->joint = same ? as : as + "/" + leader.joint.name;
    }
    model.add(std::move(link), branch.parent(id));
  }
  return model;
}

Pose read_pose(Node& node) {
  Pose pose;
  if (const auto origin = node.find("origin")) pose.p = origin->vector3();
  const auto rpy = node.find("rpy"), rotation = node.find("rotation");
  if (rpy && rotation) rotation->fail("stands beside \"rpy\"", "keep one");
  if (rpy) pose.R = from_rpy(rpy->vector3());
  if (!rotation) return pose;
  const std::vector<double> numbers = rotation->numbers();
  if (numbers.size() != 9) {
    rotation->fail(fmt::format("has {} numbers, but needs 9", numbers.size()), "row by row");
  }
  pose.R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(numbers.data());
  constexpr double tolerance = 1e-6;
  if (!(rotation_error(pose.R) <= tolerance)) {
    rotation->fail("is no rotation", "its rows must be of unit length and at right angles");
  }
  return pose;
}

void read_velocity(const Node& given, Attach& attach) {
  if (given.is(json::Kind::text)) {
    const bool carried = given.choice({"rest", "carried"}) == "carried";
    attach.before = carried ? Attach::carried : Attach::rest;
    return;
  }
  Node node = given;
  attach.before = Attach::moving;
  if (const auto linear = node.find("linear")) attach.linear = linear->vector3();
  if (const auto angular = node.find("angular")) attach.angular = angular->vector3();
  node.refuse_unknown();
}

void read_q(const Node& node, const Model& branch, Vector& q) {
  q = node.vector(q_names(branch), branch.neutral());
  for (const JointSlot& slot : branch.joints()) {
    if (slot.nq == slot.nv) continue;
    const double length = q.segment<4>(slot.q_first + slot.nq - 4).norm();
    constexpr double tolerance = 1e-6;
    if (!(std::abs(length - 1) <= tolerance)) {
      node.fail("the quaternion (x y z w) of joint " +
                    in_quotes(branch.link(slot.link).joint.name) + " is not of unit length",
                "normalise it");
    }
    q.segment<4>(slot.q_first + slot.nq - 4) /= length;
  }
}

}  // namespace

Attach Attachments::read_attach(Node node, const std::string& file, Diagnostics* notes) {
  Attach attach;
  attach.to = node.need("to", "\"to\": the body that takes it").text();
  const Node name = node.need("model", "\"model\": what is attached");
  const Model branch = read_scenario_model(name, file, notes);
  const auto as = node.find("as");
  attach.as = as ? as->name() : branch.name;
  attach.branch = renamed(branch, attach.as);
  if (auto pose = node.find("pose")) {
    if (node.find("origin") || node.find("rpy") || node.find("rotation")) {
      pose->fail("stands beside \"origin\", \"rpy\" or \"rotation\"", "keep one of them");
    }
    attach.placement = read_pose(*pose);
    pose->refuse_unknown();
  } else {
    attach.placement = read_pose(node);
  }
  if (const auto q = node.find("q")) read_q(*q, branch, attach.q);
  if (const auto velocity = node.find("velocity")) read_velocity(*velocity, attach);
  read_actuated(node, attach);
  Evaluator alone(branch);
  if (!alone.massless_joints().empty()) {
    name.fail("nothing gives joint " + in_quotes(alone.massless_joints().front()) + " inertia",
              "give the links below it mass or inertia, the joint armature, or fix it");
  }
  node.refuse_unknown();
  branches_.push_back(attach.branch);
  return attach;
}

void Attachments::read_actuated(Node& node, const Attach& attach) {
  const auto actuated = node.find("actuated");
  if (!actuated || !actuated->boolean()) return;
  if (!actuated_) actuated_ = actuated;
  const Vector q = attach.q.size() > 0 ? attach.q : attach.branch.neutral();
  for (const JointSlot& slot : attach.branch.joints()) {
    const std::string& joint = attach.branch.link(slot.link).joint.name;
    if (slot.nv != 1) {
      actuated->fail("joint " + in_quotes(joint) + " has several degrees of freedom",
                     "only joints with one can be driven");
    }
    const auto same = [&](const HeldJoint& held) { return held.joint == joint; };
    std::erase_if(held_, same);
    held_.push_back({joint, q[slot.q_first]});
  }
}

void Attachments::need_driven(bool is_driven) const {
  if (!actuated_ || is_driven) return;
  actuated_->fail("this controller does not drive what comes",
                  "take one with a trajectory that knows what is \"attached\", or leave it out");
}

std::optional<RobotEdit> Attachments::read_edit(Node& event, const Model& robot,
                                                const std::string& file, Diagnostics* notes,
                                                std::optional<Node>& value) {
  const auto attach = event.find("attach"), detach = event.find("detach");
  const auto lock = event.find("lock"), unlock = event.find("unlock");
  if (attach.has_value() + detach.has_value() + lock.has_value() + unlock.has_value() > 1) {
    event.fail("edits the robot twice", "write two events");
  }
  value = attach ? attach : detach ? detach : lock ? lock : unlock;
  if (attach) {
    Node node = *attach;
    // Before its model, which may be missing too.
    const Node to = node.need("to", "\"to\": the body that takes it");
    const bool comes = std::any_of(branches_.begin(), branches_.end(), [&](const Model& branch) {
      return branch.find(to.text()).has_value();
    });
    if (!comes) read_body(to, robot);
    return read_attach(*attach, file, notes);
  }
  if (detach) return Detach{detach->text()};
  if (lock) return Lock{lock->text()};
  if (unlock) return Unlock{unlock->text()};
  return std::nullopt;
}

void Attachments::read(Node& root, const Scenario& scenario, const std::string& file,
                       Diagnostics* notes) {
  const auto events = root.find("events");
  if (!events) return;
  std::size_t number = 0;
  events->each([&](Node event) {
    check_number(number++, event);
    event.expect_object();
    std::optional<Node> value;
    auto edit = read_edit(event, scenario.model, file, notes, value);
    if (!edit) return;
    const auto t = event.find("t");
    edits_.push_back({event, *value, t ? std::optional(t->number()) : std::nullopt,
                      std::make_shared<const RobotEdit>(std::move(*edit))});
  });
  const bool known = std::all_of(edits_.begin(), edits_.end(),
                                 [](const Asked& asked) { return asked.t.has_value(); });
  known ? check_in_order(scenario.model) : check_apart(scenario.model);
}

std::shared_ptr<const RobotEdit> Attachments::edit(const Node& event) const {
  for (const Asked& asked : edits_) {
    if (asked.event.path() == event.path()) return asked.edit;
  }
  return nullptr;
}

bool Attachments::has_link(const Node& name) const {
  return std::any_of(branches_.begin(), branches_.end(),
                     [&](const Model& branch) { return branch.find(name.text()).has_value(); });
}

namespace {

/// The robot that edits make, to see whether they can be.
struct Rehearsal {
  Model robot;
  std::map<std::string, std::vector<std::string>> attached;
  std::map<std::string, bool> locked;

  void attach(const Node& node, const Attach& edit) {
    if (attached.contains(edit.as)) {
      node.fail(in_quotes(edit.as) + " is attached already at that time",
                "detach it before, or choose another \"as\"");
    }
    if (!robot.find(edit.to)) {
      node.fail("there is no body " + in_quotes(edit.to) + " at that time",
                "attach what has it before");
    }
    try {
      robot.attach(robot.at(edit.to), edit.branch, edit.placement);
    } catch (const Error& error) {
      node.fail(error.what(), "choose another \"as\", or mend the model");
    }
    for (int i = 0; i < edit.branch.size(); ++i) {
      const LinkId id{static_cast<std::uint32_t>(i)};
      if (!edit.branch.parent(id)) attached[edit.as].push_back(edit.branch.link(id).name);
    }
  }

  void detach(const Node& node, const std::string& what) {
    const auto known = attached.find(what);
    if (known == attached.end()) {
      node.fail("nothing called " + in_quotes(what) + " is attached at that time",
                "attach it in an event before");
    }
    const std::vector<std::string> roots = known->second;
    try {
      for (const std::string& root : roots) robot.detach(robot.at(root));
    } catch (const Error& error) {
      node.fail(error.what(), "let both go together");
    }
    std::erase_if(attached,
                  [&](const auto& entry) { return !robot.find(entry.second.front()).has_value(); });
  }

  void lock(const Node& node, const std::string& joint, bool locks) {
    const auto link = robot.find_joint(joint);
    if (!link) {
      node.fail("there is no joint " + in_quotes(joint) + " at that time",
                did_you_mean(joint, v_names(robot), "kinetree info lists the joints"));
    }
    if (locks == locked[joint]) {
      node.fail("joint " + in_quotes(joint) + (locks ? " is locked already" : " is not locked"),
                locks ? "unlock it before" : "lock it in an event before");
    }
    try {
      if (!locks) robot.unlock(*link);
      for (const JointSlot& slot : robot.joints()) {
        if (!locks || slot.link != *link) continue;
        robot.lock(*link, Vector(robot.neutral().segment(slot.q_first, slot.nq)));
        break;
      }
    } catch (const Error& error) {
      node.fail(error.what(), "choose another joint");
    }
    if (robot.nv() == 0) node.fail("nothing would be left that moves", "choose another joint");
    locked[joint] = locks;
  }

  void apply(const Node& node, const RobotEdit& edit) {
    if (const auto* a = std::get_if<Attach>(&edit)) return attach(node, *a);
    if (const auto* d = std::get_if<Detach>(&edit)) return detach(node, d->what);
    if (const auto* l = std::get_if<Lock>(&edit)) return lock(node, l->joint, true);
    lock(node, std::get<Unlock>(edit).joint, false);
  }
};

}  // namespace

/// All times are known: the edits are rehearsed.
void Attachments::check_in_order(const Model& robot) const {
  std::vector<const Asked*> order;
  for (const Asked& asked : edits_) order.push_back(&asked);
  std::stable_sort(order.begin(), order.end(),
                   [](const Asked* a, const Asked* b) { return *a->t < *b->t; });
  Rehearsal rehearsal{robot, {}, {}};
  for (const Asked* asked : order) rehearsal.apply(asked->value, *asked->edit);
}

/// Conditions decide: each edit must be possible at some time.
void Attachments::check_apart(const Model& robot) const {
  std::set<std::string> things, joints;
  const auto add_joints = [&](const Model& model) {
    for (const JointSlot& slot : model.joints()) joints.insert(model.link(slot.link).joint.name);
  };
  add_joints(robot);
  for (const Asked& asked : edits_) {
    const auto* attach = std::get_if<Attach>(asked.edit.get());
    if (attach == nullptr) continue;
    Rehearsal alone{robot, {}, {}};
    Attach here = *attach;
    if (!robot.find(here.to)) here.to = robot.link(LinkId{}).name;
    alone.attach(asked.value, here);
    things.insert(attach->as);
    add_joints(attach->branch);
  }
  for (const Asked& asked : edits_) {
    const auto* detach = std::get_if<Detach>(asked.edit.get());
    if (detach != nullptr && !things.contains(detach->what)) {
      asked.value.fail("nothing called " + in_quotes(detach->what) + " is ever attached",
                       "attach it in another event");
    }
    const auto* lock = std::get_if<Lock>(asked.edit.get());
    const auto* unlock = std::get_if<Unlock>(asked.edit.get());
    const std::string joint = lock != nullptr     ? lock->joint
                              : unlock != nullptr ? unlock->joint
                                                  : "";
    if ((lock != nullptr || unlock != nullptr) && !joints.contains(joint)) {
      asked.value.fail("there is no joint " + in_quotes(joint),
                       did_you_mean(joint, v_names(robot), "kinetree info lists the joints"));
    }
  }
}

}  // namespace kinetree
