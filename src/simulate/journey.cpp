#include "simulate/journey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kinetree/report.hpp"
#include "simulate/system.hpp"

namespace kinetree::simulation {

bool edits_robot(const SimulationOptions& options) {
  return std::any_of(options.events.begin(), options.events.end(),
                     [](const Event& event) { return event.edit != nullptr; });
}

View::View(const Model& first, const ChangingRobot& robot)
    : way_(first, robot.model()), back_(robot.model(), first) {
  const double gone = std::numeric_limits<double>::quiet_NaN();
  otherwise_ = {0, Vector::Constant(first.nq(), gone), Vector::Constant(first.nv(), gone)};
  for (const JointSlot& slot : first.joints()) {
    const Vector* q = robot.locked_at(first.link(slot.link).joint.name);
    if (q == nullptr) continue;
    otherwise_.q.segment(slot.q_first, slot.nq) = *q;
    otherwise_.v.segment(slot.v_first, slot.nv).setZero();
  }
}

void View::look(const State& x, State& first) const {
  first = otherwise_;
  first.t = x.t;
  back_.copy_q(x.q, first.q);
  back_.copy_v(x.v, first.v);
}

void View::copy_back(const State& first, State& x) const {
  way_.copy_q(first.q, x.q);
  way_.copy_v(first.v, x.v);
}

Journey::Journey(const Model& model, const Controller& controller, const SimulationOptions& options,
                 const Recorder& recorder)
    : first_(model),
      controller_(controller),
      options_(options),
      recorder_(recorder),
      robot_(model, evaluation(options)) {
  if (edits_robot(options) && options.plant) {
    throw UsageError("another plant cannot follow events that edit the robot");
  }
  for (const Event& event : options.events) check(event);
  for (const AppliedForce& force : options.forces) {
    if (force.body.empty() || is_known(force.body, false)) continue;
    throw UsageError(fmt::format("a force acts on '{}': there is no such link", force.body));
  }
}

/// Whether the robot of the start or anything that may come has a link or a joint of that name.
bool Journey::is_known(const std::string& name, bool joint) const {
  const auto has = [&](const Model& model) {
    return (joint ? model.find_joint(name) : model.find(name)).has_value();
  };
  if (has(first_)) return true;
  return std::any_of(options_.events.begin(), options_.events.end(), [&](const Event& event) {
    const auto* attach = event.edit ? std::get_if<Attach>(event.edit.get()) : nullptr;
    return attach != nullptr && has(attach->branch);
  });
}

void Journey::check(const Event& event) const {
  if (!event.edit) return;
  const RobotEdit& edit = *event.edit;
  if (const auto* attach = std::get_if<Attach>(&edit)) return check(event, *attach);
  if (const auto* detach = std::get_if<Detach>(&edit)) {
    const auto comes = [&](const Event& other) {
      const auto* attach = other.edit ? std::get_if<Attach>(other.edit.get()) : nullptr;
      return attach != nullptr && attach->as == detach->what;
    };
    if (std::any_of(options_.events.begin(), options_.events.end(), comes)) return;
    if (is_known(detach->what, false)) return;
    throw UsageError(
        fmt::format("event '{}' detaches '{}', which nothing attaches", event.name, detach->what));
  }
  const auto* lock = std::get_if<Lock>(&edit);
  const std::string& joint = lock != nullptr ? lock->joint : std::get<Unlock>(edit).joint;
  if (is_known(joint, true)) return;
  throw UsageError(fmt::format("event '{}': there is no joint '{}'", event.name, joint));
}

void Journey::check(const Event& event, const Attach& attach) const {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("event '{}' attaches '{}': {}", event.name, attach.as, why));
  };
  const Model& branch = attach.branch;
  if (attach.as.empty()) refuse("it needs a name");
  if (!is_known(attach.to, false)) refuse(fmt::format("there is no link '{}'", attach.to));
  Model copy = first_;  // names, numbers and poses are checked by attaching it somewhere
  copy.attach(first_.find(attach.to).value_or(LinkId{}), branch, attach.placement);
  if (attach.q.size() != 0 && attach.q.size() != branch.nq()) {
    refuse(fmt::format("q has {} numbers, but it needs {}", attach.q.size(), branch.nq()));
  }
  if (!attach.q.allFinite() || !attach.linear.allFinite() || !attach.angular.allFinite()) {
    refuse("a number is not finite");
  }
  const Vector q = attach.q.size() > 0 ? attach.q : branch.neutral();
  const LimitOptions::Rule rule = options_.limits.rule;
  for (const JointSlot& slot : branch.joints()) {
    const Joint& joint = branch.link(slot.link).joint;
    const double at = q[slot.q_first];
    if (slot.nq != slot.nv &&
        std::abs(q.segment<4>(slot.q_first + slot.nq - 4).norm() - 1) > 1e-6) {
      refuse(fmt::format("the quaternion of joint '{}' is not of unit length", joint.name));
    }
    const bool inside = slot.nv != 1 || (at >= joint.limits.lower && at <= joint.limits.upper);
    if (!inside && (rule == LimitOptions::stop || rule == LimitOptions::bounce)) {
      refuse(fmt::format("joint '{}' comes at {}, outside its limits", joint.name, at));
    }
  }
  const auto& given = options_.prescribed.velocities;
  const bool any = std::find(given.begin(), given.end(), true) != given.end();
  if (branch.has_mimics() && (any || rule == LimitOptions::bounce)) {
    refuse("prescribed motion and bounces do not take mimicking joints");
  }
  Evaluator alone(branch, evaluation(options_));
  if (!alone.massless_joints().empty()) {
    throw ModelError(fmt::format(
        "event '{}' attaches '{}': nothing gives joint '{}' inertia (give the links below it mass "
        "or inertia, the joint armature, or fix it)",
        event.name, attach.as, alone.massless_joints().front()));
  }
}

void Journey::bind_events() {
  const Model& model = robot_.model();
  for (Event& event : bound_.events) {
    if (event.bind) {
      event.value = event.bind(model);
      if (!event.value) event.value = [](const State&) { return 0.0; };  // crosses nothing
      continue;
    }
    if (number_ == 0) continue;
    event.value = [view = view_, value = event.value, first = State{}](const State& x) mutable {
      view->look(x, first);
      return value(first);
    };
    if (!event.change) continue;
    event.change = [view = view_, change = event.change](State& x) {
      State first;
      view->look(x, first);
      change(first);
      view->copy_back(first, x);
    };
  }
}

/// Prescribed and desired motion of the first robot, in the places that its joints have now.
void Journey::bind_motion() {
  const Model& model = robot_.model();
  auto& given = bound_.prescribed.velocities;
  if (!given.empty()) {
    std::vector<bool> now(static_cast<std::size_t>(model.nv()));
    view_->way().copy_v(options_.prescribed.velocities, now);
    given = now;
    Reference first{first_.neutral(), Vector::Zero(first_.nv()), Vector::Zero(first_.nv())};
    bound_.prescribed.motion = [view = view_, motion = options_.prescribed.motion, first](
                                   double t, Reference& x) mutable {
      motion(t, first);
      view->copy_v(first.a, x.a);
    };
  }
  if (!bound_.desired) return;
  const Vector none = Vector::Constant(model.nq(), std::numeric_limits<double>::quiet_NaN());
  bound_.desired = [view = view_, motion = options_.desired, first = Reference{}, none](
                       double t, Reference& x) mutable {
    motion(t, first);
    x.q = none;
    view->copy_q(first.q, x.q);
  };
}

void Journey::bind() {
  const Model& model = robot_.model();
  bound_ = options_;
  view_ = std::make_shared<View>(first_, robot_);
  bound_.forces.clear();
  for (AppliedForce force : options_.forces) {
    const auto link = model.find(force.body.empty() ? first_.link(force.link).name : force.body);
    if (!link) continue;
    force.link = *link;
    bound_.forces.push_back(force);
  }
  bind_events();
  if (number_ > 0) bind_motion();
  if (options_.controller_for) {
    acting_ = options_.controller_for(model);
    if (!acting_) throw UsageError("controller_for gave no controller (no_torque() is one)");
  } else if (number_ == 0) {
    acting_ = controller_;
  } else {
    acting_ = [view = view_, controller = controller_, first = State{}, torques = Vector{}](
                  const State& x, Eigen::Ref<Vector> tau) mutable {
      view->look(x, first);
      torques.setZero(first.v.size());
      controller(first, torques);
      Vector all = tau;
      view->copy_v(torques, all);
      tau = all;
    };
  }
}

void Journey::describe_robot(double t) {
  const Model& model = robot_.model();
  const Result head = make_result(model);
  at_->robot = std::make_shared<RunRobot>(
      RunRobot{number_, t, head.joints, head.dofs, q_names(model), v_names(model)});
  at_->run.robots.push_back(at_->robot);
}

void Journey::sum_up(const RobotChange& change, double t) {
  Audit& audit = at_->books.audit;
  if (!audit.robot_changes) audit.robot_changes.emplace();
  Audit::RobotChanges& sum = *audit.robot_changes;
  ++sum.number;
  sum.kinetic += change.kinetic;
  sum.potential += change.potential;
  sum.lost += change.lost;
  sum.drive_work += change.drive_work;
  const auto keep = [t](Audit::Extreme& largest, double value) {
    if (value > largest.value) largest = {value, t};
  };
  keep(sum.residual, change.residual);
  if (!change.floats) return;
  keep(sum.linear_residual, (change.linear_after - change.linear_before).norm());
  keep(sum.angular_residual, (change.angular_after - change.angular_before).norm());
}

/// The drift of momentum goes on from what it was, with the payload's own added: a wrong jump would
/// show in it.
void Journey::carry_momentum(const ChangingRobot::Momentum& payload, const State& x) {
  Books& books = at_->books;
  if (!books.floats) return;
  Evaluator now(robot_.model());
  const Vector3 com = now.center_of_mass(x.q);
  books.momentum += payload.linear;
  books.spin += payload.angular;            // about the origin, as change() left it
  books.spin -= com.cross(books.momentum);  // and about the new centre of mass
}

/// Applies all edits that are due. Those that the robot does not take are noted, and nothing else.
bool Journey::change(const Driver& driver, State& x) {
  bool changed = false;
  std::vector<bool> fixed = driver.fixed();
  Books& books = at_->books;
  for (const DueEdit& due : driver.due()) {
    Happening& happening = at_->run.happenings[due.happening];
    Evaluator before(robot_.model(), evaluation(options_));
    const double energy = before.kinetic_energy(x.q, x.v) + before.potential_energy(x.q);
    const double mass = before.total_mass();
    const Vector3 com = before.center_of_mass(x.q);
    try {
      const ChangingRobot::Outcome outcome = robot_.apply(*due.edit, x, fixed);
      books.momentum += mass * (x.t - books.since) * first_.gravity();
      books.since = x.t;
      books.spin += com.cross(books.momentum);
      carry_momentum(outcome.payload, x);
      changed = true;
      happening.robot = outcome.books;
      sum_up(outcome.books, x.t);
      Evaluator after(robot_.model(), evaluation(options_));
      books.audit.event_work +=
          after.kinetic_energy(x.q, x.v) + after.potential_energy(x.q) - energy;
    } catch (const Error& error) {
      happening.action = "ignored";
      happening.reason = error.what();
    }
  }
  return changed;
}

Run Journey::run(const State& start) {
  at_ = std::make_unique<Passage>(start.t, start.t + options_.duration);
  const bool changes = edits_robot(options_);
  if (changes) describe_robot(start.t);
  State x = start;
  while (true) {
    bind();
    Driver driver(robot_.model(), x, acting_, bound_, recorder_, *at_);
    driver.go();
    if (driver.due().empty()) return driver.finish();
    driver.leave();
    x = driver.state();
    at_->changed = change(driver, x);
    if (!at_->changed) continue;
    ++number_;
    describe_robot(x.t);
  }
}

}  // namespace kinetree::simulation
