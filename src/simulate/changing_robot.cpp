#include "simulate/changing_robot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulate/auditor.hpp"

namespace kinetree::simulation {

Correspondence::Correspondence(const Model& from, const Model& to)
    : q_(static_cast<std::size_t>(from.nq()), -1), v_(static_cast<std::size_t>(from.nv()), -1) {
  std::map<std::string_view, JointSlot> slots;
  for (const JointSlot& slot : to.joints()) slots[to.link(slot.link).joint.name] = slot;
  for (const JointSlot& slot : from.joints()) {
    const auto there = slots.find(from.link(slot.link).joint.name);
    if (there == slots.end()) continue;
    const JointSlot& other = there->second;
    if (other.nq != slot.nq || other.nv != slot.nv) continue;
    const auto q_first = static_cast<std::size_t>(slot.q_first);
    const auto v_first = static_cast<std::size_t>(slot.v_first);
    for (int k = 0; k < slot.nq; ++k) q_[q_first + static_cast<std::size_t>(k)] = other.q_first + k;
    for (int k = 0; k < slot.nv; ++k) v_[v_first + static_cast<std::size_t>(k)] = other.v_first + k;
  }
}

void Correspondence::copy(const std::vector<int>& places, const Vector& from, Vector& to) {
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] >= 0) to[places[k]] = from[static_cast<Eigen::Index>(k)];
  }
}

void Correspondence::copy_v(const std::vector<bool>& from, std::vector<bool>& to) const {
  for (std::size_t k = 0; k < v_.size(); ++k) {
    if (v_[k] >= 0) to[static_cast<std::size_t>(v_[k])] = from[k];
  }
}

namespace {

/// A link as a rigid body in motion: J of its centre of mass, and what moves there.
struct Body {
  Matrix J;  ///< 6 × nv, at the centre of mass, world axes
  double mass = 0;
  Matrix3 inertia = Matrix3::Zero();  ///< about the centre of mass, world axes
  Vector3 com = Vector3::Zero();
  Pose pose;

  /// I V of a velocity (of the centre of mass, angular).
  Vector momentum(const Vector& V) const {
    Vector p(6);
    p << mass * V.head<3>(), inertia * V.tail<3>();
    return p;
  }
  double kinetic(const Vector& V) const { return 0.5 * V.dot(momentum(V)); }
};

Body body_of(Evaluator& evaluator, const Model& model, const Vector& q, LinkId id) {
  const MassProperties& own = model.link(id).inertia;
  Body body;
  body.J = evaluator.jacobian(q, id, own.com);
  body.pose = evaluator.poses(q)[index(id)];
  body.mass = own.mass;
  body.inertia = body.pose.R * own.inertia * body.pose.R.transpose();
  body.com = body.pose.R * own.com + body.pose.p;
  return body;
}

void add(ChangingRobot::Momentum& sum, const Body& body, const Vector& V, double sign = 1) {
  const Vector p = sign * body.momentum(V);
  sum.linear += p.head<3>();
  sum.angular += p.tail<3>() + body.com.cross(p.head<3>());
}

ChangingRobot::Momentum whole(Evaluator& evaluator, const State& x) {
  const SpatialVector about_com = evaluator.centroidal_momentum(x.q, x.v);
  const Vector3 com = evaluator.center_of_mass(x.q);
  return {about_com.linear(), about_com.angular() + com.cross(about_com.linear())};
}

LinkId nth(int i) { return LinkId{static_cast<std::uint32_t>(i)}; }

std::vector<std::string> roots_of(const Model& branch) {
  std::vector<std::string> roots;
  for (int i = 0; i < branch.size(); ++i) {
    if (!branch.parent(nth(i))) roots.push_back(branch.link(nth(i)).name);
  }
  return roots;
}

/// M Δv = impulse in all free directions, Δv = 0 in the others.
Vector jump(Evaluator& evaluator, const Vector& q, const Vector& impulse,
            const std::vector<bool>& fixed) {
  if (std::find(fixed.begin(), fixed.end(), true) == fixed.end()) {
    Vector change = impulse;
    evaluator.solve_mass_matrix(q, change);
    return change;
  }
  const Vector rest = Vector::Zero(impulse.size());
  const Vector weight = evaluator.hybrid_dynamics(q, rest, fixed, rest, rest).a;
  return evaluator.hybrid_dynamics(q, rest, fixed, rest, impulse).a - weight;
}

}  // namespace

/// The robot before and after, side by side.
struct ChangingRobot::Moment {
  Moment(const Model& old_model, const Model& new_model, const Options& options, const State& x,
         const std::vector<bool>& was_fixed)
      : before(old_model, options), after(new_model, options), way(old_model, new_model), old(x) {
    if (!after.massless_joints().empty()) {
      throw ModelError(fmt::format("nothing gives joint '{}' inertia", after.massless_joints()[0]));
    }
    now = {x.t, new_model.neutral(), Vector::Zero(new_model.nv())};
    fixed.assign(static_cast<std::size_t>(new_model.nv()), false);
    way.copy_q(x.q, now.q);
    way.copy_v(x.v, now.v);
    way.copy_v(was_fixed, fixed);
    conserved = Vector::Zero(new_model.nv());
    way.copy_v(before.momentum(x.q, x.v), conserved);
    books.floats = !floating_bases(new_model).empty();
    for (std::size_t k = 0; k < fixed.size(); ++k) {
      if (fixed[k]) books.floats = false;
    }
    const Momentum whole_before = whole(before, x);
    books.linear_before = whole_before.linear;
    books.angular_before = whole_before.angular;
    books.mass = after.total_mass() - before.total_mass();
  }

  /// After `now` has its velocities, `conserved` the momenta and payload_kinetic that of the
  /// payload before, if it came. `released`: momentum of what went.
  Outcome close(const Momentum& payload, double payload_kinetic, const Momentum& released) {
    const Momentum whole_after = whole(after, now);
    books.linear_after = whole_after.linear + released.linear;
    books.angular_after = whole_after.angular + released.angular;
    const Vector change = after.momentum(now.q, now.v) - conserved;
    for (Eigen::Index k = 0; k < change.size(); ++k) {
      if (fixed[static_cast<std::size_t>(k)]) {
        books.drive_work += now.v[k] * change[k];
      } else if (!came_free(k)) {
        books.residual = std::max(books.residual, std::abs(change[k]));
      }
    }
    const double kinetic = after.kinetic_energy(now.q, now.v) - before.kinetic_energy(old.q, old.v);
    books.kinetic = payload_kinetic;
    books.potential = after.potential_energy(now.q) - before.potential_energy(old.q);
    books.lost = books.kinetic + books.drive_work - kinetic;
    return {books, payload};
  }
  /// A direction that was not free before, and brings its own momentum: an unlocked joint.
  bool came_free(Eigen::Index k) const { return unlocked.size() > 0 && unlocked[k] != 0; }

  Evaluator before, after;
  Correspondence way;
  State old, now;
  std::vector<bool> fixed;
  Vector conserved, unlocked;
  RobotChange books;
};

ChangingRobot::Outcome ChangingRobot::apply(const RobotEdit& edit, State& x,
                                            std::vector<bool>& fixed) {
  if (const auto* a = std::get_if<Attach>(&edit)) return attach(*a, x, fixed);
  if (const auto* d = std::get_if<Detach>(&edit)) return detach(*d, x, fixed);
  if (const auto* l = std::get_if<Lock>(&edit)) return lock(*l, x, fixed);
  return unlock(std::get<Unlock>(edit), x, fixed);
}

const Vector* ChangingRobot::locked_at(const std::string& joint) const {
  const auto found = locked_.find(joint);
  return found == locked_.end() ? nullptr : &found->second;
}

ChangingRobot::Outcome ChangingRobot::attach(const Attach& edit, State& x,
                                             std::vector<bool>& fixed) {
  if (attached_.contains(edit.as)) {
    throw ModelError(fmt::format("'{}' is attached already", edit.as));
  }
  Model next = model_;
  const Edit done = next.attach(next.at(edit.to), edit.branch, edit.placement);
  Moment moment(model_, next, options_, x, fixed);
  moment.books.what = edit.as;
  State& now = moment.now;
  if (edit.q.size() > 0) Correspondence(edit.branch, next).copy_q(edit.q, now.q);
  const Pose root = moment.after.poses(now.q)[index(done.link)];
  Momentum payload;
  double kinetic = 0;
  Vector impulse = Vector::Zero(next.nv());
  for (int i = 0; i < done.count; ++i) {
    const LinkId id = nth(static_cast<int>(index(done.link)) + i);
    const Body body = body_of(moment.after, next, now.q, id);
    const Vector along = body.J * now.v;
    Vector V = Vector::Zero(6);
    if (edit.before == Attach::carried) V = along;
    if (edit.before == Attach::moving) {
      V << edit.linear + edit.angular.cross(body.com - root.p), edit.angular;
    }
    add(payload, body, V);
    kinetic += body.kinetic(V);
    moment.conserved += body.J.transpose() * body.momentum(V);
    if (edit.before != Attach::carried) {
      impulse += body.J.transpose() * body.momentum(V - along);
    }
  }
  if (edit.before != Attach::carried) {
    now.v += jump(moment.after, now.q, impulse, moment.fixed);
  }
  moment.books.linear_before += payload.linear;
  moment.books.angular_before += payload.angular;
  Outcome outcome = moment.close(payload, kinetic, {});
  if (!now.v.allFinite()) throw ModelError("the capture has no finite velocities");
  attached_[edit.as] = roots_of(edit.branch);
  model_ = std::move(next);
  x = now;
  fixed = moment.fixed;
  return outcome;
}

ChangingRobot::Outcome ChangingRobot::detach(const Detach& edit, State& x,
                                             std::vector<bool>& fixed) {
  const auto known = attached_.find(edit.what);
  if (known == attached_.end() && !model_.find(edit.what)) {
    throw ModelError(fmt::format("nothing called '{}' is attached", edit.what));
  }
  const std::vector<std::string> roots =
      known == attached_.end() ? std::vector{edit.what} : known->second;
  Model next = model_;
  std::vector<std::string> gone;
  for (const std::string& root : roots) {
    const Model removed = next.detach(next.at(root));
    for (int i = 0; i < removed.size(); ++i) gone.push_back(removed.link(nth(i)).name);
  }
  if (next.nv() == 0) throw ModelError("nothing would be left that moves");
  Moment moment(model_, next, options_, x, fixed);
  moment.books.what = edit.what;
  Momentum released;
  for (const std::string& name : gone) {
    const Body body = body_of(moment.before, model_, x.q, model_.at(name));
    const Vector V = body.J * x.v;
    add(released, body, V);
    Vector share = Vector::Zero(next.nv());
    moment.way.copy_v(Vector(body.J.transpose() * body.momentum(V)), share);
    moment.conserved -= share;
  }
  const double kinetic = moment.after.kinetic_energy(moment.now.q, moment.now.v) -
                         moment.before.kinetic_energy(x.q, x.v);
  Outcome outcome = moment.close({-released.linear, -released.angular}, kinetic, released);
  std::erase_if(attached_, [&](const auto& entry) {
    return std::find(gone.begin(), gone.end(), entry.second.front()) != gone.end();
  });
  model_ = std::move(next);
  x = moment.now;
  fixed = moment.fixed;
  return outcome;
}

ChangingRobot::Outcome ChangingRobot::lock(const Lock& edit, State& x, std::vector<bool>& fixed) {
  const auto link = model_.find_joint(edit.joint);
  if (!link) throw ModelError(fmt::format("there is no joint '{}'", edit.joint));
  Vector q;
  for (const JointSlot& slot : model_.joints()) {
    if (slot.link == *link) q = x.q.segment(slot.q_first, slot.nq);
  }
  if (q.size() == 0) throw ModelError(fmt::format("joint '{}' does not move", edit.joint));
  Model next = model_;
  next.lock(*link, q);
  if (next.nv() == 0) throw ModelError("nothing would be left that moves");
  Moment moment(model_, next, options_, x, fixed);
  moment.books.what = edit.joint;
  State& now = moment.now;
  const Vector impulse = moment.conserved - moment.after.momentum(now.q, now.v);
  now.v += jump(moment.after, now.q, impulse, moment.fixed);
  Outcome outcome = moment.close({}, 0, {});
  locked_[edit.joint] = q;
  model_ = std::move(next);
  x = now;
  fixed = moment.fixed;
  return outcome;
}

ChangingRobot::Outcome ChangingRobot::unlock(const Unlock& edit, State& x,
                                             std::vector<bool>& fixed) {
  const Vector* q = locked_at(edit.joint);
  const auto link = model_.find_joint(edit.joint);
  if (q == nullptr || !link) throw ModelError(fmt::format("joint '{}' is not locked", edit.joint));
  Model next = model_;
  next.unlock(*link);
  Moment moment(model_, next, options_, x, fixed);
  moment.books.what = edit.joint;
  moment.unlocked = Vector::Zero(next.nv());
  for (const JointSlot& slot : next.joints()) {
    if (slot.link != *link) continue;
    moment.now.q.segment(slot.q_first, slot.nq) = *q;
    moment.unlocked.segment(slot.v_first, slot.nv).setOnes();
  }
  Outcome outcome = moment.close({}, 0, {});
  locked_.erase(edit.joint);
  model_ = std::move(next);
  x = moment.now;
  fixed = moment.fixed;
  return outcome;
}

}  // namespace kinetree::simulation
