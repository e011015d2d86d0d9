// What drives the robot of a scenario: trajectories, controllers, prescribed motion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/scenario.hpp"
#include "kinetree/report.hpp"

namespace kinetree {
namespace {

/// Reads trajectories of some coordinates: their names, where they start unless the file says it,
/// and where to note the times at which they bend.
struct TrajectoryReader {
  std::vector<std::string> names;
  Vector start;
  std::vector<double>& breakpoints;

  Trajectory read(Node node) {
    const std::string type = node.need("type", "one of cycloid, cosine, quintic, table")
                                 .choice({"cycloid", "cosine", "quintic", "table"});
    Trajectory trajectory = type == "table"    ? read_table(node)
                            : type == "cosine" ? read_cosine(node)
                                               : read_way(node, type == "cycloid");
    node.refuse_unknown();
    return trajectory;
  }

 private:
  Vector vector(Node& node, const std::string& key, const Vector& otherwise) const {
    const auto found = node.find(key);
    return found ? found->vector(names, otherwise) : otherwise;
  }

  Trajectory read_way(Node& node, bool is_cycloid) {
    const Vector from = vector(node, "from", start);
    const Vector to = node.need("to", "\"to\": where it ends").vector(names, from);
    const double T = node.need("T", "\"T\": how many seconds it takes").positive();
    breakpoints.push_back(T);
    return is_cycloid ? cycloid(from, to, T) : quintic(from, to, T);
  }

  Trajectory read_cosine(Node& node) const {
    const Vector zero = Vector::Zero(start.size());
    const Vector amplitude =
        node.need("amplitude", "\"amplitude\": radians or metres").vector(names, zero);
    const auto omega = node.find("omega"), frequency = node.find("frequency");
    if (omega.has_value() == frequency.has_value()) {
      node.fail("needs \"omega\" or \"frequency\"", "radians per second, or turns per second");
    }
    const Vector rate = omega ? omega->vector(names, zero)
                              : Vector(2 * std::numbers::pi * frequency->vector(names, zero));
    return cosine(vector(node, "from", zero), amplitude, rate);
  }

  Trajectory read_table(Node& node) {
    std::vector<double> times;
    Matrix q;
    read_rows(node, "q", names, times, q);
    if (times.size() < 2) node.fail("has one row", "write two or more");
    breakpoints.insert(breakpoints.end(), times.begin(), times.end());
    return spline(times, q);
  }

 public:
  /// {"t": […], "q": [[…], …]}, {"rows": [{"t": …, "q": […]}, …]}, or these rows themselves.
  static void read_rows(Node& node, const std::string& key, const std::vector<std::string>& names,
                        std::vector<double>& times, Matrix& columns) {
    const Vector zero = Vector::Zero(static_cast<Eigen::Index>(names.size()));
    std::vector<double> values;  // row by row
    const auto add = [&values](const Vector& row) {
      values.insert(values.end(), row.begin(), row.end());
    };
    const bool is_rows = node.is(json::Kind::array);
    if (const auto rows = is_rows ? std::optional(node) : node.find("rows")) {
      rows->each([&](Node row) {
        times.push_back(row.need("t", "\"t\": seconds").number());
        add(row.need(key, "one number a joint").vector(names, zero));
        row.refuse_unknown();
      });
    } else {
      const Node t = node.need("t", "\"rows\": [{\"t\": …}, …], or \"t\": […]");
      times = t.numbers();
      std::size_t count = 0;
      node.need(key, "one row a time").each([&](const Node& row) {
        add(row.vector(names, zero));
        ++count;
      });
      if (count != times.size()) {
        t.fail(fmt::format("has {} times, but there are {} rows", times.size(), count),
               "one row a time");
      }
    }
    if (times.empty()) node.fail("has no rows", "write one or more");
    for (std::size_t i = 1; i < times.size(); ++i) {
      if (times[i] > times[i - 1]) continue;
      node.fail(fmt::format("times must grow, but {} follows {}", times[i], times[i - 1]),
                "sort the rows, and keep one a time");
    }
    columns = Eigen::Map<const Matrix>(values.data(), zero.size(),
                                       static_cast<Eigen::Index>(times.size()));
  }
};

/// A controller with a trajectory, for any robot that has some of its joints.
struct Law {
  std::string type;
  Trajectory motion;
  Gains gains;  ///< passivity: λ and kd
  Options options;
  Driven joints;

  Controller make(const Model& robot, const std::vector<HeldJoint>& held) const {
    if (held.empty()) return make(robot, joints, motion, gains);
    // What came is held where it came, with the gains of the last joint.
    const auto more = static_cast<Eigen::Index>(held.size());
    Driven all = joints;
    Gains extended;
    Vector q(more);
    for (Eigen::Index k = 0; k < more; ++k) {
      all.push_back(held[static_cast<std::size_t>(k)].joint);
      q[k] = held[static_cast<std::size_t>(k)].q;
    }
    for (const auto& [from, to] :
         {std::pair{&gains.kp, &extended.kp}, std::pair{&gains.kd, &extended.kd}}) {
      if (from->size() == 0) continue;
      to->resize(from->size() + more);
      *to << *from, Vector::Constant(more, (*from)[from->size() - 1]);
    }
    const Trajectory both = [motion = motion, q, x = Reference{}](double t,
                                                                  Reference& out) mutable {
      motion(t, x);
      const Eigen::Index n = x.q.size(), m = q.size();
      for (Vector* part : {&out.q, &out.v, &out.a}) part->setZero(n + m);
      out.q << x.q, q;
      out.v.head(n) = x.v;
      out.a.head(n) = x.a;
    };
    return make(robot, all, both, extended);
  }

 private:
  Controller make(const Model& robot, const Driven& driven, const Trajectory& way,
                  const Gains& k) const {
    if (type == "feedforward") return feedforward(robot, way, options, driven);
    if (type == "pd") return on_joints(robot, driven, pd(way, k));
    if (type == "pd_gravity") return pd_gravity(robot, way, k, options, driven);
    if (type == "passivity") return passivity(robot, way, k.kp, k.kd, options, driven);
    if (type == "anti_swing") return anti_swing(robot, way, k, options, driven);
    return computed_torque(robot, way, k, options, driven);
  }

  /// A controller that sees these joints alone, of one degree of freedom each.
  static Controller on_joints(const Model& robot, const Driven& driven, const Controller& inner) {
    std::vector<std::pair<int, int>> places;
    for (const std::string& name : driven) {
      places.emplace_back(-1, -1);
      for (const JointSlot& slot : robot.joints()) {
        if (robot.link(slot.link).joint.name != name) continue;
        places.back() = {slot.q_first, slot.v_first};
      }
    }
    return [places, inner](const State& x, Eigen::Ref<Vector> tau) {
      const auto n = static_cast<Eigen::Index>(places.size());
      State part{x.t, Vector::Zero(n), Vector::Zero(n)};
      Vector torques = Vector::Zero(n);
      for (Eigen::Index k = 0; k < n; ++k) {
        const auto [q, v] = places[static_cast<std::size_t>(k)];
        if (v < 0) continue;
        part.q[k] = x.q[q];
        part.v[k] = x.v[v];
      }
      inner(part, torques);
      for (Eigen::Index k = 0; k < n; ++k) {
        const int v = places[static_cast<std::size_t>(k)].second;
        if (v >= 0) tau[v] = torques[k];
      }
    };
  }
};

class ControlReader {
 public:
  explicit ControlReader(Scenario& scenario)
      : scenario_(scenario),
        model_(scenario.model),
        q_names_(q_names(model_)),
        v_names_(v_names(model_)) {
    // What the simulated robot has, its controller knows; friction it does not compensate.
    options_.include = {.armature = scenario.options.include.armature, .friction = false};
  }

  /// Null where the controller of the start goes on for the joints that it was made for.
  ControllerRecipe recipe;

  void read_controller(Node& root) {
    auto found = root.find("controller");
    if (!found) {
      scenario_.controller_type = "none";
      scenario_.controller = no_torque();
      return;
    }
    Node& node = *found;
    scenario_.controller_type =
        node.need("type",
                  "none, torque, feedforward, pd, pd_gravity, computed_torque, passivity, "
                  "anti_swing")
            .choice({"none", "torque", "feedforward", "pd", "pd_gravity", "computed_torque",
                     "passivity", "anti_swing"});
    make(node, scenario_.controller_type);
    node.refuse_unknown();
  }

  void read_desired(Node& root) {
    if (const auto node = root.find("desired")) scenario_.options.desired = trajectory(*node);
    // A target is a place to go to, a trajectory a motion to be on.
    if (!scenario_.options.desired || has_target_ || root.find("initial")) return;
    Reference x;
    scenario_.options.desired(0, x);
    scenario_.start.q = x.q;
    scenario_.start.v = x.v;
    scenario_.remarks.emplace_back("starts on the desired motion (no \"initial\")");
  }

 private:
  void make(Node& node, const std::string& type) {
    Controller& controller = scenario_.controller;
    if (type == "none") {
      controller = no_torque();
      return;
    }
    if (type == "torque") {
      controller = read_torque(node);
      return;
    }
    Law law;
    law.type = type;
    law.motion = desired(node);
    law.options = options_;
    for (const JointSlot& slot : model_.joints()) {
      law.joints.push_back(model_.link(slot.link).joint.name);
    }
    const bool slotine = type == "passivity";
    if (type != "feedforward") {
      law.gains = {gain(node, slotine ? "lambda" : "kp"), gain(node, "kd")};
    }
    controller = law.make(model_, {});
    const auto knows = node.find("knows");
    if (knows && knows->choice({"robot", "attached"}) == "robot") return;
    recipe = [law](const Model& robot, const std::vector<HeldJoint>& held) {
      return law.make(robot, held);
    };
  }

  Controller read_torque(Node& node) {
    const Vector zero = Vector::Zero(model_.nv());
    auto table = node.find("table");
    if (!table && !node.find("t") && !node.find("rows")) {
      return constant_torque(
          node.need("tau", "\"tau\": one number a velocity").vector(v_names_, zero));
    }
    std::vector<double> times;
    Matrix tau;
    TrajectoryReader::read_rows(table ? *table : node, "tau", v_names_, times, tau);
    if (table && !table->is(json::Kind::array)) table->refuse_unknown();
    auto& breakpoints = scenario_.options.breakpoints;
    breakpoints.insert(breakpoints.end(), times.begin(), times.end());
    return torque_table(times, tau);
  }

  Vector gain(Node& node, const std::string& key) const {
    return node.need(key, fmt::format("\"{}\": one number, or one a joint", key))
        .vector(v_names_, Vector::Zero(model_.nv()));
  }

  void need_plain_coordinates(const Node& node) const {
    if (model_.nq() == model_.nv()) return;
    node.fail("this robot has floating or spherical joints, for which trajectories are not made",
              "prescribe the motion of single joints, or apply torques");
  }

  Trajectory trajectory(const Node& node) {
    need_plain_coordinates(node);
    return TrajectoryReader{q_names_, scenario_.start.q, scenario_.options.breakpoints}.read(node);
  }

  /// "trajectory", or "target": one place to hold.
  Trajectory desired(Node& node) {
    Trajectory motion;
    const auto target = node.find("target");
    if (target && node.find("trajectory")) {
      node.fail("has both \"target\" and \"trajectory\"", "keep one");
    }
    if (target) need_plain_coordinates(*target);
    has_target_ = target.has_value();
    motion = target ? hold(target->vector(q_names_, scenario_.start.q))
                    : trajectory(node.need("trajectory", "\"trajectory\": {\"type\": …}"));
    scenario_.options.desired = motion;
    return motion;
  }

  Scenario& scenario_;
  const Model& model_;
  std::vector<std::string> q_names_, v_names_;
  Options options_;
  bool has_target_ = false;
};

/// The joints of a prescribed motion, which have one coordinate each.
std::vector<JointSlot> read_prescribed_joints(const Node& list, const Model& model) {
  std::vector<JointSlot> joints;
  list.each([&](const Node& entry) {
    const std::string name = entry.text();
    const auto& slots = model.joints();
    const auto slot = std::find_if(slots.begin(), slots.end(), [&](const JointSlot& s) {
      return model.link(s.link).joint.name == name && s.nv == 1;
    });
    if (slot == slots.end()) {
      entry.fail("no joint " + in_quotes(name) + " with one degree of freedom",
                 did_you_mean(name, v_names(model), "kinetree info lists the joints"));
    }
    for (const JointSlot& other : joints) {
      if (other.v_first == slot->v_first)
        entry.fail(in_quotes(name) + " is there twice", "keep one");
    }
    joints.push_back(*slot);
  });
  if (joints.empty()) list.fail("names no joint", "name one, or leave \"prescribed\" out");
  return joints;
}

/// "prescribed": {"joints": […], "trajectory": {…}}.
void read_prescribed(Node& root, Scenario& scenario) {
  auto node = root.find("prescribed");
  if (!node) return;
  const Model& model = scenario.model;
  if (has_mimics(model)) {
    node->fail("prescribed motion does not take robots with mimicking joints",
               "\"mimic\": \"off\" makes them independent");
  }
  std::vector<int> q, v;
  TrajectoryReader reader{{}, {}, scenario.options.breakpoints};
  const Node list = node->need("joints", "\"joints\": [names]");
  for (const JointSlot& slot : read_prescribed_joints(list, model)) {
    reader.names.push_back(model.link(slot.link).joint.name);
    q.push_back(slot.q_first);
    v.push_back(slot.v_first);
  }
  reader.start.resize(static_cast<Eigen::Index>(q.size()));
  for (std::size_t i = 0; i < q.size(); ++i) {
    reader.start[static_cast<Eigen::Index>(i)] = scenario.start.q[q[i]];
  }
  const Trajectory motion = reader.read(node->need("trajectory", "\"trajectory\": {\"type\": …}"));
  node->refuse_unknown();
  Reference x;
  motion(0, x);
  auto& prescribed = scenario.options.prescribed;
  prescribed.velocities.assign(static_cast<std::size_t>(model.nv()), false);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    prescribed.velocities[static_cast<std::size_t>(v[i])] = true;
    scenario.start.q[q[i]] = x.q[k];
    scenario.start.v[v[i]] = x.v[k];
  }
  prescribed.motion = [motion, v, x](double t, Reference& all) mutable {
    motion(t, x);
    for (std::size_t i = 0; i < v.size(); ++i) all.a[v[i]] = x.a[static_cast<Eigen::Index>(i)];
  };
  scenario.remarks.emplace_back("prescribed joints start on their motion");
}

}  // namespace

ControllerRecipe read_control(Node& root, Scenario& scenario) {
  ControlReader reader(scenario);
  reader.read_controller(root);
  reader.read_desired(root);
  read_prescribed(root, scenario);
  return reader.recipe;
}

}  // namespace kinetree
