// Events of a scenario: when they happen, and what then.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "io/scenario.hpp"
#include "kinetree/report.hpp"

namespace kinetree {
namespace {

std::string name_of(const RobotEdit& edit) {
  if (const auto* attach = std::get_if<Attach>(&edit)) return attach->as;
  if (const auto* detach = std::get_if<Detach>(&edit)) return detach->what;
  if (const auto* lock = std::get_if<Lock>(&edit)) return lock->joint;
  return std::get<Unlock>(edit).joint;
}

using Value = std::function<double(const State& x)>;

class EventReader {
 public:
  EventReader(Scenario& scenario, const Attachments& attachments)
      : scenario_(scenario), model_(scenario.model), attachments_(attachments) {}

  void read(Node node) {
    node.expect_object();
    Event event;
    event.edit = attachments_.edit(node);
    for (const char* key : {"attach", "detach", "lock", "unlock"}) {
      const auto edit = node.find(key);
      if (edit) event.name = fmt::format("{} {}", key, name_of(*event.edit));
    }
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
    if (event.edit && (event.stops || event.change)) {
      node.fail("edits the robot and does something else", "write two events");
    }
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
      Event timed = at_time(event.name.empty() ? fmt::format("t = {:g}", at) : event.name, at);
      timed.edit = event.edit;
      event = std::move(timed);
      return;
    }
    if (body && node.find("reaches")) return read_place(node, *body, event);
    const double at = node.need("crosses", "\"crosses\": the value to cross").number();
    if (joint) return read_joint_value(node, *joint, at, event);
    const std::string axis = node.need("axis", "x, y or z of the world").choice({"x", "y", "z"});
    const Eigen::Index k = axis == "x" ? 0 : axis == "y" ? 1 : 2;
    read_body_value(*body, event, [k, at](const Pose& pose) { return pose.p[k] - at; });
    if (event.name.empty()) event.name = fmt::format("{} {} = {:g}", body->text(), axis, at);
  }

  /// "body", "point", "reaches", "within": the point comes closer to a place than that.
  void read_place(Node& node, const Node& body, Event& event) {
    const Vector3 place = node.need("reaches", "\"reaches\": [x, y, z]").vector3();
    const double r = node.need("within", "\"within\": metres").positive();
    const auto given = node.find("point");
    const Vector3 point = given ? given->vector3() : Vector3::Zero();
    read_body_value(body, event,
                    [=](const Pose& pose) { return (pose.R * point + pose.p - place).norm() - r; });
    event.direction = Event::falling;
    if (event.name.empty()) {
      event.name = fmt::format("{} reaches ({:g}, {:g}, {:g})", body.text(), place.x(), place.y(),
                               place.z());
    }
  }

  template <class Of>
  void read_body_value(const Node& body, Event& event, Of of) {
    if (attachments_.has_link(body) && !model_.find(body.text())) {
      event.bind = [name = body.text(), of](const Model& robot) -> Value {
        const auto link = robot.find(name);
        if (!link) return {};
        return [evaluator = std::make_shared<Evaluator>(robot), link = *link, of](const State& x) {
          return of(evaluator->poses(x.q)[index(link)]);
        };
      };
      return;
    }
    const LinkId link = read_body(body, model_);
    // Shared by all events on bodies: one place to keep poses is enough.
    if (!evaluator_) evaluator_ = std::make_shared<Evaluator>(model_);
    event.value = [evaluator = evaluator_, link, of](const State& x) {
      return of(evaluator->poses(x.q)[index(link)]);
    };
  }

  void read_joint_value(Node& node, const Node& joint, double at, Event& event) const {
    const auto of = node.find("of");
    const bool of_velocity = of && of->choice({"q", "v"}) == "v";
    const std::string name = joint.text();
    const auto value = [name, at, of_velocity](const Model& model) -> Value {
      const std::vector<std::string> names = of_velocity ? v_names(model) : q_names(model);
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) return {};
      const Eigen::Index k = found - names.begin();
      return [k, at, of_velocity](const State& x) { return (of_velocity ? x.v[k] : x.q[k]) - at; };
    };
    event.value = value(model_);
    if (!event.value) {
      const auto& branches = attachments_.branches();
      if (std::none_of(branches.begin(), branches.end(), value)) {
        joint.fail("no coordinate " + in_quotes(name),
                   did_you_mean(name, of_velocity ? v_names(model_) : q_names(model_),
                                "kinetree info lists them"));
      }
      event.bind = value;
    }
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

  Scenario& scenario_;
  const Model& model_;
  const Attachments& attachments_;
  std::shared_ptr<Evaluator> evaluator_;
};

}  // namespace

void read_events(const Node& list, Scenario& scenario, const Attachments& attachments) {
  EventReader reader(scenario, attachments);
  list.each([&](const Node& node) {
    check_number(scenario.options.events.size(), node);
    reader.read(node);
  });
}

}  // namespace kinetree
