// What happens to the robot of a scenario: forces on links, joint limits; events have their own
// file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scenario.hpp"
#include "kinetree/report.hpp"

namespace kinetree {
namespace {

AppliedForce read_force(Node node, const Model& model, const Attachments& attachments) {
  AppliedForce force;
  const Node body = node.need("body", "\"body\": the name of a link");
  if (attachments.has_link(body)) {
    force.body = body.text();
  } else {
    force.link = read_body(body, model);
  }
  const auto f = node.find("force"), torque = node.find("torque");
  if (!f && !torque) node.fail("has neither \"force\" nor \"torque\"", "\"force\": [x, y, z]");
  if (f) force.force = f->vector3();
  if (torque) force.torque = torque->vector3();
  if (const auto point = node.find("point")) force.point = point->vector3();
  if (const auto axes = node.find("axes")) {
    force.link_axes = axes->choice({"world", "body"}) == "body";
  }
  if (const auto from = node.find("from")) force.from = from->not_negative();
  if (const auto to = node.find("to")) {
    force.to = to->number();
    if (!(force.to > force.from)) to->fail("ends before it begins", "write more than \"from\"");
  }
  node.refuse_unknown();
  return force;
}

/// A limit is met from inside.
void check_start(const Node& node, const Scenario& scenario) {
  const LimitOptions::Rule rule = scenario.options.limits.rule;
  if (rule != LimitOptions::stop && rule != LimitOptions::bounce) return;
  if (rule == LimitOptions::bounce && has_mimics(scenario.model)) {
    node.fail("\"bounce\" does not take robots with mimicking joints",
              "\"mimic\": \"off\" makes them independent");
  }
  for (const JointSlot& slot : scenario.model.joints()) {
    const Joint& joint = scenario.model.link(slot.link).joint;
    if (slot.nv != 1) continue;
    const double q = scenario.start.q[slot.q_first];
    if (q >= joint.limits.lower && q <= joint.limits.upper) continue;
    node.fail(fmt::format("joint {} starts at {}, outside its limits {} to {}",
                          in_quotes(joint.name), q, joint.limits.lower, joint.limits.upper),
              "start inside, or \"limits\": \"ignore\" or \"penalty\"");
  }
}

void read_limits(Node& root, Scenario& scenario) {
  auto node = root.find("limits");
  if (!node) return;
  LimitOptions& limits = scenario.options.limits;
  const auto rule = [](const Node& name) {
    const std::string text = name.choice({"ignore", "stop", "bounce", "penalty"});
    return text == "stop"      ? LimitOptions::stop
           : text == "bounce"  ? LimitOptions::bounce
           : text == "penalty" ? LimitOptions::penalty
                               : LimitOptions::ignore;
  };
  if (node->is(json::Kind::text)) {
    limits.rule = rule(*node);
    return check_start(*node, scenario);
  }
  limits.rule = rule(node->need("rule", "ignore, stop, bounce or penalty"));
  if (const auto restitution = node->find("restitution")) {
    limits.restitution = restitution->not_negative();
    if (limits.restitution > 1) restitution->fail("is above 1", "impacts bring no energy: 0 to 1");
  }
  if (const auto stiffness = node->find("stiffness")) limits.stiffness = stiffness->positive();
  if (const auto damping = node->find("damping")) limits.damping = damping->not_negative();
  node->refuse_unknown();
  check_start(*node, scenario);
}

}  // namespace

void check_number(std::size_t before, const Node& node) {
  constexpr std::size_t most = 10000;
  if (before >= most) node.fail("is one too many", fmt::format("a scenario has up to {}", most));
}

void read_happenings(Node& root, Scenario& scenario, const Attachments& attachments) {
  if (const auto forces = root.find("forces")) {
    forces->each([&](const Node& node) {
      check_number(scenario.options.forces.size(), node);
      scenario.options.forces.push_back(read_force(node, scenario.model, attachments));
      const double from = scenario.options.forces.back().from;
      if (from < scenario.options.duration) return;
      scenario.remarks.push_back(fmt::format("the force from {:g} s on never acts", from));
    });
  }
  read_limits(root, scenario);
  if (const auto events = root.find("events")) read_events(*events, scenario, attachments);
}

}  // namespace kinetree
