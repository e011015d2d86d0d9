// What happens to the robot of a scenario: forces on links, joint limits, events.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "io/scenario.hpp"
#include "kinetree/report.hpp"

namespace kinetree {
namespace {

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

AppliedForce read_force(Node node, const Model& model) {
  AppliedForce force;
  force.link = read_body(node.need("body", "\"body\": the name of a link"), model);
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

class EventReader {
 public:
  EventReader(Scenario& scenario, std::string file)
      : scenario_(scenario), model_(scenario.model), file_(std::move(file)) {}

  void read(Node node) {
    node.expect_object();
    if (node.find("attach") || node.find("detach")) return refuse_change_of_model(node);
    Event event;
    if (const auto name = node.find("name")) event.name = name->name();
    read_value(node, event);
    if (const auto direction = node.find("direction")) {
      const std::string text = direction->choice({"both", "rising", "falling"});
      event.direction = text == "rising"    ? Event::rising
                        : text == "falling" ? Event::falling
                                            : Event::both;
    }
    if (const auto action = node.find("action")) {
      event.stops = action->choice({"record", "stop"}) == "stop";
    }
    if (const auto set = node.find("set")) read_change(*set, event);
    node.refuse_unknown();
    scenario_.options.events.push_back(std::move(event));
  }

 private:
  void read_value(Node& node, Event& event) {
    const auto t = node.find("t"), joint = node.find("joint"), body = node.find("body");
    if (t.has_value() + joint.has_value() + body.has_value() != 1) {
      node.fail("needs one of \"t\", \"joint\" and \"body\"",
                "{\"joint\": \"elbow\", \"crosses\": 0.5}");
    }
    if (t) {
      const double at = t->positive();
      if (at > scenario_.options.duration) {
        scenario_.remarks.push_back(fmt::format("the event at {:g} s is after the end", at));
      }
      scenario_.options.breakpoints.push_back(at);
      event = at_time(event.name.empty() ? fmt::format("t = {:g}", at) : event.name, at);
      return;
    }
    const double at = node.need("crosses", "\"crosses\": the value to cross").number();
    if (joint) return read_joint_value(node, *joint, at, event);
    const LinkId link = read_body(*body, model_);
    const std::string axis = node.need("axis", "x, y or z of the world").choice({"x", "y", "z"});
    const Eigen::Index k = axis == "x" ? 0 : axis == "y" ? 1 : 2;
    // Shared by all events on bodies: one place to keep poses is enough.
    if (!evaluator_) evaluator_ = std::make_shared<Evaluator>(model_);
    event.value = [evaluator = evaluator_, link, k, at](const State& x) {
      return evaluator->poses(x.q)[index(link)].p[k] - at;
    };
    if (event.name.empty()) event.name = fmt::format("{} {} = {:g}", body->text(), axis, at);
  }

  void read_joint_value(Node& node, const Node& joint, double at, Event& event) const {
    const auto of = node.find("of");
    const bool of_velocity = of && of->choice({"q", "v"}) == "v";
    const std::vector<std::string> names = of_velocity ? v_names(model_) : q_names(model_);
    const auto found = std::find(names.begin(), names.end(), joint.text());
    if (found == names.end()) {
      joint.fail("no coordinate " + in_quotes(joint.text()),
                 did_you_mean(joint.text(), names, "kinetree info lists them"));
    }
    const Eigen::Index k = found - names.begin();
    event.value = [k, at, of_velocity](const State& x) {
      return (of_velocity ? x.v[k] : x.q[k]) - at;
    };
    if (event.name.empty()) {
      event.name = fmt::format("{}{} = {:g}", of_velocity ? "v of " : "", joint.text(), at);
    }
  }

  /// "set": {"q": {name: value}, "v": {…}}; what is not named stays.
  void read_change(Node set, Event& event) const {
    const auto read = [&](const char* key, const std::vector<std::string>& names) {
      Vector values = Vector::Constant(static_cast<Eigen::Index>(names.size()),
                                       std::numeric_limits<double>::quiet_NaN());
      if (const auto node = set.find(key)) values = node->vector(names, values);
      return values;
    };
    Vector q = read("q", q_names(model_));
    const Vector v = read("v", v_names(model_));
    check_change(set, q, v);
    set.refuse_unknown();
    event.change = [q, v](State& x) {
      x.q = q.array().isNaN().select(x.q, q);
      x.v = v.array().isNaN().select(x.v, v);
    };
  }

  /// Quaternions change as a whole; prescribed joints follow their motion alone.
  void check_change(Node& set, Vector& q, const Vector& v) const {
    const auto& prescribed = scenario_.options.prescribed.velocities;
    for (const JointSlot& slot : model_.joints()) {
      const bool moves = q.segment(slot.q_first, slot.nq).array().isFinite().any() ||
                         v.segment(slot.v_first, slot.nv).array().isFinite().any();
      if (moves && !prescribed.empty() && prescribed[static_cast<std::size_t>(slot.v_first)]) {
        set.fail("joint " + in_quotes(model_.link(slot.link).joint.name) + " is prescribed",
                 "an event cannot change it");
      }
      if (slot.nq == slot.nv) continue;
      const Vector quaternion = q.segment<4>(slot.q_first + slot.nq - 4);
      if (!quaternion.array().isFinite().any()) continue;
      constexpr double tolerance = 1e-6;
      const double length = quaternion.norm();
      if (std::abs(length - 1) <= tolerance) {
        q.segment<4>(slot.q_first + slot.nq - 4) /= length;
        continue;
      }
      set.fail("the quaternion of joint " + in_quotes(model_.link(slot.link).joint.name) +
                   " is not of unit length",
               "write all of qx, qy, qz, qw");
    }
  }

  [[noreturn]] void refuse_change_of_model(Node& node) const {
    if (const auto detach = node.find("detach")) {
      detach->fail("nothing called " + in_quotes(detach->text()) + " is attached at that time",
                   "attach it in an event before");
    }
    auto attach = node.find("attach");
    read_body(attach->need("to", "\"to\": the body that takes it"), model_);
    read_scenario_model(attach->need("model", "\"model\": what is attached"), file_, nullptr);
    node.fail("this version does not change the robot while a simulation runs",
              "simulate the time before and after as two scenarios");
  }

  Scenario& scenario_;
  const Model& model_;
  std::string file_;
  std::shared_ptr<Evaluator> evaluator_;
};

/// All of them are looked at in every step.
void check_number(std::size_t before, const Node& node) {
  constexpr std::size_t most = 10000;
  if (before >= most) node.fail("is one too many", fmt::format("a scenario has up to {}", most));
}

}  // namespace

void read_happenings(Node& root, Scenario& scenario, const std::string& file) {
  if (const auto forces = root.find("forces")) {
    forces->each([&](const Node& node) {
      check_number(scenario.options.forces.size(), node);
      scenario.options.forces.push_back(read_force(node, scenario.model));
      const double from = scenario.options.forces.back().from;
      if (from < scenario.options.duration) return;
      scenario.remarks.push_back(fmt::format("the force from {:g} s on never acts", from));
    });
  }
  read_limits(root, scenario);
  if (const auto events = root.find("events")) {
    EventReader reader(scenario, file);
    events->each([&](const Node& node) {
      check_number(scenario.options.events.size(), node);
      reader.read(node);
    });
  }
}

}  // namespace kinetree
