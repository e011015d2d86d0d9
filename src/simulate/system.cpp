#include "simulate/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kinetree::simulation {
namespace {

const Link& link(const Model& model, int i) {
  return model.link(LinkId{static_cast<std::uint32_t>(i)});
}

}  // namespace

Options evaluation(const SimulationOptions& options) {
  Options wanted;
  wanted.methods = options.methods;
  wanted.generated = options.generated;
  wanted.include = {.armature = options.include.armature, .friction = false};  // ours: see Loss
  return wanted;
}

System::System(const Model& model, const Controller& controller, const SimulationOptions& options)
    : model_(model),
      controller_(controller),
      options_(options),
      evaluator_(model, evaluation(options)),
      chart_(model),
      held_(static_cast<std::size_t>(model.nv())),
      given_(options.prescribed.velocities) {
  check();
  given_.resize(held_.size());
  fixed_ = given_;
  any_given_ = std::find(given_.begin(), given_.end(), true) != given_.end();
  for (Vector* x : {&tau_, &total_, &a_, &reaction_}) x->setZero(model.nv());
  x_ = {0, model.neutral(), Vector::Zero(model.nv())};
  for (Vector* x : {&motion_.q, &motion_.v, &motion_.a}) x->setZero(model.nv());
  list_losses();
  list_limits();
}

void System::check() {
  if (!evaluator_.massless_joints().empty() && !options_.plant) {
    throw ModelError(
        fmt::format("simulate: nothing gives joint '{}' inertia (give the links below "
                    "it mass or inertia, the joint armature, or fix it)",
                    evaluator_.massless_joints().front()));
  }
  const auto& prescribed = options_.prescribed.velocities;
  if (!prescribed.empty() && prescribed.size() != held_.size()) {
    throw UsageError(
        fmt::format("prescribed motion has {} entries, but the model '{}' has {} "
                    "velocities",
                    prescribed.size(), model_.name, held_.size()));
  }
  const bool any = std::find(prescribed.begin(), prescribed.end(), true) != prescribed.end();
  if (any && !options_.prescribed.motion) throw UsageError("prescribed motion needs a trajectory");
  if (options_.plant && (any || options_.limits.rule == LimitOptions::bounce)) {
    throw UsageError(
        "another plant cannot take prescribed motion or bounces: it knows no constraints");
  }
  if (any && options_.integrator.method == "rk4_energy") {
    throw UsageError("rk4_energy scales velocities and cannot keep prescribed ones (use dopri5)");
  }
  if (any) {
    Reference motion{model_.neutral(), Vector::Zero(model_.nv()), Vector::Zero(model_.nv())};
    options_.prescribed.motion(0, motion);
    if (motion.a.size() != model_.nv()) {
      throw UsageError(
          fmt::format("the prescribed motion has {} accelerations, but the model '{}' "
                      "has {} velocities",
                      motion.a.size(), model_.name, model_.nv()));
    }
  }
  check_forces();
  bool coupled = false;
  for (int i = 0; i < model_.size(); ++i) coupled = coupled || link(model_, i).joint.mimic;
  if (coupled && (any || options_.limits.rule == LimitOptions::bounce)) {
    throw UsageError(
        "prescribed motion and bounces do not take mimicking joints (make the joints "
        "independent: --mimic off)");
  }
}

void System::check_forces() const {
  for (const AppliedForce& force : options_.forces) {
    if (index(force.link) >= static_cast<std::size_t>(model_.size())) {
      throw UsageError(fmt::format("a force acts on link number {}, which '{}' does not have",
                                   index(force.link), model_.name));
    }
    if (!force.point.allFinite() || !force.force.allFinite() || !force.torque.allFinite() ||
        std::isnan(force.from) || std::isnan(force.to)) {
      throw UsageError(fmt::format("the force on '{}' has a number that is not finite",
                                   model_.link(force.link).name));
    }
  }
}

void System::list_losses() {
  if (!options_.include.friction) return;
  for (int i = 0; i < model_.size(); ++i) {
    const Joint& joint = link(model_, i).joint;
    if (joint.damping == 0 && joint.friction == 0) continue;
    // A mimicking joint loses power as well; it moves with the first of its chain.
    double multiplier = 1;
    const Link* moved = &link(model_, i);
    while (moved->joint.mimic) {
      multiplier *= moved->joint.mimic->multiplier;
      moved = &model_.link(*model_.find_joint(moved->joint.mimic->joint));
    }
    for (const JointSlot& slot : model_.joints()) {
      if (&model_.link(slot.link) != moved) continue;
      for (int k = 0; k < slot.nv; ++k) {
        losses_.push_back({slot.v_first + k, multiplier, joint.damping, joint.friction});
      }
    }
  }
}

void System::list_limits() {
  for (int i = 0; i < model_.size(); ++i) {
    const Joint& joint = link(model_, i).joint;
    double lower = joint.limits.lower, upper = joint.limits.upper;
    if (!std::isfinite(lower) && !std::isfinite(upper)) continue;
    // Limits of a mimicking joint are limits of the one it follows.
    const Link* moved = &link(model_, i);
    while (moved->joint.mimic) {
      const Mimic& mimic = *moved->joint.mimic;
      if (mimic.multiplier == 0) break;
      lower = (lower - mimic.offset) / mimic.multiplier;
      upper = (upper - mimic.offset) / mimic.multiplier;
      if (mimic.multiplier < 0) std::swap(lower, upper);
      moved = &model_.link(*model_.find_joint(mimic.joint));
    }
    for (const JointSlot& slot : model_.joints()) {
      if (&model_.link(slot.link) != moved || slot.nv != 1) continue;
      limited_.push_back({slot.q_first, slot.v_first, lower, upper, joint.name});
    }
  }
}

void System::unpack(double t, const Vector& y, State& x) const {
  x.t = t;
  chart_.position(y, x.q);
  x.v = y.segment(nv(), nv());
}

void System::pack(const State& x, Vector& y) {
  chart_.place(x.q);
  y.head(nv()).setZero();
  y.segment(nv(), nv()) = x.v;
}

void System::recentre(const State& x, Vector& y) {
  chart_.move(x.q, y);
  y.segment(nv(), nv()) = x.v;
}

void System::set_piece(double begin, double end) {
  earliest_ = std::nextafter(begin, HUGE_VAL);
  latest_ = std::nextafter(end, -HUGE_VAL);
}

void System::position_rate(const Vector& y, Vector& y_rate) const {
  const Vector v = y.segment(nv(), nv());
  chart_.rate(y, v, y_rate);
}

void System::rate(double t, const Vector& y, Vector& y_rate) {
  ++evaluations;
  const Eigen::Index n = nv();
  if (!y.allFinite()) {
    y_rate.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  unpack(std::clamp(t, earliest_, latest_), y, x_);
  if (!act(x_)) {
    y_rate.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  chart_.rate(y, x_.v, y_rate);
  y_rate.segment(n, n) = a_;
  y_rate.segment(2 * n, n) = tau_.cwiseProduct(x_.v);
  for (int k = 0; k < works; ++k) y_rate[3 * n + k] = power_[static_cast<std::size_t>(k)];
}

bool System::act(const State& x) {
  tau_.setZero();
  controller_(x, tau_);
  for (int k = 0; k < nv() && bad_torque_ < 0; ++k) {
    if (!std::isfinite(tau_[k])) bad_torque_ = k;
  }
  for (int k = 0; k < nv(); ++k) {
    if (given_[static_cast<std::size_t>(k)]) tau_[k] = 0;  // the motion says what it takes
  }
  total_ = tau_;
  power_ = {};
  add_losses(x);
  add_forces(x);
  if (options_.limits.rule == LimitOptions::penalty) add_penalties(x);
  if (!total_.allFinite() || !x.q.allFinite() || !x.v.allFinite()) return false;
  accelerate(x);
  return a_.allFinite();
}

void System::add_losses(const State& x) {
  for (const Loss& loss : losses_) {
    const double rate = loss.multiplier * x.v[loss.v];
    const double force =
        loss.damping * rate + loss.friction * std::tanh(rate / options_.friction_speed);
    total_[loss.v] -= loss.multiplier * force;
    power_[friction] -= force * rate;
  }
}

void System::add_forces(const State& x) {
  for (const AppliedForce& applied : options_.forces) {
    if (x.t < applied.from || x.t >= applied.to) continue;
    Vector3 force = applied.force, torque = applied.torque;
    if (applied.link_axes) {
      const Matrix3& R = evaluator_.poses(x.q)[index(applied.link)].R;
      force = R * force;
      torque = R * torque;
    }
    const Matrix& J = evaluator_.jacobian(x.q, applied.link, applied.point);
    reaction_ = J.topRows<3>().transpose() * force + J.bottomRows<3>().transpose() * torque;
    total_ += reaction_;
    power_[external] += reaction_.dot(x.v);
  }
}

void System::add_penalties(const State& x) {
  for (const Limited& limited : limited_) {
    const double q = x.q[limited.q], rate = x.v[limited.v];
    const double beyond = q > limited.upper ? q - limited.upper : std::min(q - limited.lower, 0.0);
    if (beyond == 0) continue;
    // A damper must not pull the joint back into its limit.
    double push = options_.limits.stiffness * beyond + options_.limits.damping * rate;
    if (push * beyond < 0) push = 0;
    total_[limited.v] -= push;
    power_[limit] -= push * rate;
  }
}

void System::accelerate(const State& x) {
  reaction_.setZero();
  if (options_.plant) {
    options_.plant(x, total_, a_);
    return;
  }
  if (!any_held_ && !any_given_) {
    a_ = evaluator_.forward_dynamics(x.q, x.v, total_);
    return;
  }
  a_.setZero();
  if (any_given_) {
    options_.prescribed.motion(x.t, motion_);
    for (int k = 0; k < nv(); ++k) {
      if (given_[static_cast<std::size_t>(k)]) a_[k] = motion_.a[k];
    }
    if (!a_.allFinite()) return;  // act() says so
  }
  const HybridDynamics& hybrid = evaluator_.hybrid_dynamics(x.q, x.v, fixed_, a_, total_);
  a_ = hybrid.a;
  for (int k = 0; k < nv(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (given_[i]) tau_[k] = hybrid.tau[k] - total_[k];
    if (held_[i]) reaction_[k] = hybrid.tau[k] - total_[k];
  }
}

void System::hold(int velocity, bool held) {
  held_[static_cast<std::size_t>(velocity)] = held;
  any_held_ = std::find(held_.begin(), held_.end(), true) != held_.end();
  fixed_ = given_;
  for (std::size_t k = 0; k < fixed_.size(); ++k) fixed_[k] = fixed_[k] || held_[k];
}

Vector System::impulse_response(const State& x, int velocity) {
  const Vector rest = Vector::Zero(nv());
  Vector unit = rest;
  unit[velocity] = 1;
  const Vector before = evaluator_.hybrid_dynamics(x.q, rest, given_, rest, rest).a;
  return evaluator_.hybrid_dynamics(x.q, rest, given_, rest, unit).a - before;
}

}  // namespace kinetree::simulation
