#include "simulate/auditor.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "kinetree/report.hpp"

namespace kinetree::simulation {
namespace {

constexpr int largest_dense = 64;  ///< beyond, the condition of M is estimated in O(n)
constexpr int condition_samples = 40;

void keep_largest(Audit::Extreme& largest, double value, double t) {
  if (!(std::abs(value) > std::abs(largest.value))) return;
  largest = {value, t};
}

template <class List>
bool names_joint(const List& list, const std::string& joint) {
  return std::any_of(list.begin(), list.end(), [&](const auto& x) { return x.joint == joint; });
}

}  // namespace

std::vector<int> floating_bases(const Model& model) {
  std::vector<int> base;
  for (int i = 0; i < model.size(); ++i) {
    LinkId root{static_cast<std::uint32_t>(i)};
    LinkId moved = root;
    for (std::optional<LinkId> up = root; up; up = model.parent(*up)) {
      if (model.link(*up).joint.type != JointType::fixed) moved = *up;
    }
    if (model.link(moved).joint.type != JointType::floating) return {};
  }
  for (const JointSlot& slot : model.joints()) {
    if (!model.is_floating_base(slot.link)) continue;
    for (int k = 0; k < slot.nv; ++k) base.push_back(slot.v_first + k);
  }
  return base;
}

Auditor::Auditor(System& system, const SimulationOptions& options, const State& start, Books& books)
    : audit(books.audit),
      system_(system),
      options_(options),
      books_(books),
      base_(floating_bases(system.model())) {
  const Model& model = system.model();
  q_joint_.resize(static_cast<std::size_t>(model.nq()));
  for (const JointSlot& slot : model.joints()) {
    const auto first = static_cast<std::size_t>(slot.q_first);
    for (std::size_t k = first; k < first + static_cast<std::size_t>(slot.nq); ++k) {
      q_joint_[k] = model.link(slot.link).joint.name;
    }
  }
  for (const std::string& joint : q_joint_) {
    departed_.push_back(names_joint(audit.departures, joint));
  }
  for (const System::Limited& limited : system.limited()) {
    beyond_.push_back(names_joint(audit.limits, limited.joint));
  }
  for (Vector* x : {&desired_.q, &desired_.v, &desired_.a}) x->setZero(model.nv());
  if (!books.open) open(start);
}

void Auditor::open(const State& start) {
  const Model& model = system_.model();
  books_.open = true;
  books_.since = start.t;
  books_.floats = !base_.empty() && options_.forces.empty();
  for (const JointSlot& slot : model.joints()) {
    const Joint& joint = model.link(slot.link).joint;
    const bool grounded = joint.damping != 0 || joint.friction != 0 || joint.armature != 0;
    if (model.is_floating_base(slot.link) && grounded) books_.floats = false;
  }
  if (options_.desired) {
    audit.tracking_error.emplace();
    audit.band = options_.band;
  }
  audit.initial_energy = energy(start);
  audit.initial_condition = condition(start.q);
  audit.largest_condition = {audit.initial_condition, start.t};
  books_.stride = 50;
  if (options_.record_every > 0) {
    books_.stride =
        std::max(1L, std::lround(options_.duration / options_.record_every) / condition_samples);
  }
}

double Auditor::energy(const State& x) {
  Evaluator& evaluator = system_.evaluator();
  return evaluator.kinetic_energy(x.q, x.v) + evaluator.potential_energy(x.q);
}

double Auditor::balance(double energy, double work) const {
  return energy - audit.initial_energy - (books_.settled + work) - audit.limit_work -
         audit.event_work;
}

Sample Auditor::sample(const State& x, const Vector& y) {
  Evaluator& evaluator = system_.evaluator();
  Sample sample;
  system_.act(x);
  sample.t = x.t;
  sample.q = x.q;
  sample.v = x.v;
  sample.a = system_.a();
  sample.tau = system_.tau();
  sample.T = evaluator.kinetic_energy(x.q, x.v);
  sample.U = evaluator.potential_energy(x.q);
  sample.balance = balance(sample.T + sample.U, y.tail(system_.nv() + works).sum());
  keep_largest(audit.largest_balance, sample.balance, x.t);
  if (options_.desired) {
    options_.desired(x.t, desired_);
    sample.q_desired = desired_.q;
  }
  if (books_.floats) watch_momentum(sample);
  watch_condition(sample);
  ++books_.samples;
  return sample;
}

void Auditor::watch(const State& x) {
  for (std::size_t i = 0; i < beyond_.size(); ++i) {
    const System::Limited& limited = system_.limited()[i];
    const double q = x.q[limited.q];
    // A limit that holds a joint does so to rounding.
    const double slack = 1e-9 * std::max(1.0, std::abs(q));
    const bool upper = q > limited.upper + slack;
    if (beyond_[i] || (!upper && q >= limited.lower - slack)) continue;
    beyond_[i] = true;
    audit.limits.push_back({limited.joint, x.t, q, upper});
  }
  if (options_.desired) watch_tracking(x.t, x.q);
  for (const int k : base_) {  // a thruster
    if (books_.floats && system_.tau()[k] != 0) lose_momentum();
  }
}

void Auditor::watch_tracking(double t, const Vector& q) {
  options_.desired(t, desired_);
  for (int k = 0; k < q.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double error = std::abs(q[k] - desired_.q[k]);
    if (error > audit.tracking_error->value) {
      audit.tracking_error = {error, t};
      audit.tracking_joint = q_joint_[i];
    }
    if (!(error > options_.band) || departed_[i]) continue;  // NaN: nothing is desired of it
    departed_[i] = true;
    audit.departures.push_back({q_joint_[i], t});
  }
}

void Auditor::lose_momentum() {
  books_.floats = false;
  audit.linear_drift.reset();
  audit.angular_drift.reset();
}

void Auditor::watch_momentum(const Sample& sample) {
  const SpatialVector now = system_.evaluator().centroidal_momentum(sample.q, sample.v);
  if (books_.samples == 0) {
    books_.momentum = now.linear();
    books_.spin = now.angular();
    audit.linear_drift.emplace();
    audit.angular_drift.emplace();
  }
  const Vector3 fallen =
      system_.evaluator().total_mass() * (sample.t - books_.since) * system_.model().gravity();
  keep_largest(*audit.linear_drift, (now.linear() - books_.momentum - fallen).norm(), sample.t);
  keep_largest(*audit.angular_drift, (now.angular() - books_.spin).norm(), sample.t);
}

void Auditor::watch_condition(const Sample& sample) {
  if (books_.samples == 0 || books_.samples % books_.stride != 0 || system_.nv() > largest_dense)
    return;
  const double now = condition(sample.q);
  if (now > audit.largest_condition.value) audit.largest_condition = {now, sample.t};
}

double Auditor::condition(const Vector& q) {
  Evaluator& evaluator = system_.evaluator();
  const int n = system_.nv();
  if (n == 0) return 1;
  if (n <= largest_dense) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(evaluator.mass_matrix(q),
                                                       Eigen::EigenvaluesOnly);
    const double least = solver.eigenvalues().minCoeff();
    return least > 0 ? solver.eigenvalues().maxCoeff() / least
                     : std::numeric_limits<double>::infinity();
  }
  // The largest eigenvalues of M and of M⁻¹ by power iteration, M x by inverse dynamics.
  const Vector rest = Vector::Zero(n), weight = evaluator.gravity(q);
  Vector x(n), y(n);
  for (int k = 0; k < n; ++k) x[k] = y[k] = 1 + 0.5 * std::sin(k);
  double stiff = 0, soft = 0;
  for (int i = 0; i < 60; ++i) {
    x = evaluator.inverse_dynamics(q, rest, x.normalized()) - weight;
    stiff = x.norm();
    y.normalize();
    evaluator.solve_mass_matrix(q, y);
    soft = y.norm();
  }
  return stiff * soft;
}

void Auditor::jump(double energy, bool by_limit) {
  (by_limit ? audit.limit_work : audit.event_work) += energy;
}

void Auditor::step(double h) {
  ++audit.steps;
  audit.smallest_step = audit.steps == 1 ? h : std::min(audit.smallest_step, h);
  audit.largest_step = std::max(audit.largest_step, h);
}

void Auditor::instability(double t, std::string joint, std::optional<double> growth,
                          bool broke_down) {
  constexpr double noticeable = 1e-3;  // 1/s; below, it takes hours
  const bool physical = growth && *growth > noticeable;
  if (!broke_down && !physical) {
    audit.remarks.push_back(
        fmt::format("{} left the band of {:g} at {:.6g} s without a growing mode: that is the "
                    "controller's error, or the integrator's, not an instability",
                    joint, options_.band, t));
    return;
  }
  std::string text;
  if (physical) {
    text = fmt::format(
        "neighbouring motions part as exp({:.3g} t) here: the robot itself is "
        "unstable, any error of {:.0e} grows to {:g} within {:.2g} s, and a smaller "
        "tolerance only buys time",
        *growth, options_.integrator.rtol, options_.band,
        std::log(std::max(options_.band / options_.integrator.rtol, 1.0)) / *growth);
  } else if (growth) {
    text = fmt::format(
        "the linearised motion does not grow here (largest real part {:.3g} 1/s): "
        "the integrator is at fault; take smaller steps, or rosenbrock23",
        *growth);
  } else {
    text = "the motion cannot be linearised here, so the cause is not known";
  }
  audit.instability = {t, std::move(joint), growth, std::move(text)};
}

void Auditor::settle(const Vector& y) {
  const Eigen::Index n = system_.nv();
  const std::vector<std::string> names = v_names(system_.model());
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::string& name = names[static_cast<std::size_t>(k)];
    auto work = std::find_if(books_.works.begin(), books_.works.end(),
                             [&](const auto& entry) { return entry.first == name; });
    if (work == books_.works.end()) work = books_.works.insert(work, {name, 0.0});
    work->second += y[2 * n + k];
  }
  books_.settled += y.tail(n + works).sum();
  audit.friction_work += y[3 * n + friction];
  audit.external_work += y[3 * n + external];
  books_.penalties += y[3 * n + limit];
  books_.evaluations += system_.evaluations;
}

void Auditor::finish(const State& x) {
  audit.final_energy = energy(x);
  audit.final_balance = balance(audit.final_energy, 0);
  audit.work.resize(static_cast<Eigen::Index>(books_.works.size()));
  for (std::size_t i = 0; i < books_.works.size(); ++i) {
    audit.work[static_cast<Eigen::Index>(i)] = books_.works[i].second;
    if (audit.robot_changes) audit.work_names.push_back(books_.works[i].first);
  }
  audit.limit_work += books_.penalties;
  audit.evaluations = books_.evaluations;
}

}  // namespace kinetree::simulation
