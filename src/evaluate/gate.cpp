// The gate of the evaluator: what it accepts, and what it says when it does not.
#include "evaluate/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluate/run_forces.hpp"
#include "evaluate/singular.hpp"
#include "kernel/energy.hpp"

namespace kinetree {
namespace {

constexpr int largest_nv = 20000;             // a dense M of this size takes 3.2 GB
constexpr int largest_prepared = 512;         // dense matrices of 2 MB each
constexpr int largest_prepared_tensor = 100;  // n³ numbers of 8 MB each

/// Velocities on the longest path from the world to a leaf.
int depth(const Compiled& compiled) {
  std::vector<int> to_root;
  for (const int previous : compiled.tree.previous) {
    to_root.push_back(previous < 0 ? 1 : to_root[static_cast<std::size_t>(previous)] + 1);
  }
  return to_root.empty() ? 0 : *std::max_element(to_root.begin(), to_root.end());
}

/// "auto": the fastest measured for this shape (bench/kernels.cpp). Composite bodies win on shallow
/// trees, two dot products an entry from about 16 joints in a row on; so do the sparse factor of M
/// up to a dozen, articulated bodies beyond. Mimics rule out the last two.
std::string_view automatic(Quantity quantity, const Compiled& compiled) {
  constexpr int shallow = 12, deep = 16;
  switch (quantity) {
    case Quantity::mass_matrix:
      return depth(compiled) < deep ? "crba" : "gdahj";
    case Quantity::coriolis:
      return "recursive";
    case Quantity::forward_dynamics:
      if (compiled.coupled()) return "cholesky";
      return depth(compiled) <= shallow ? "ltdl" : "aba";
    default:
      return "rnea";
  }
}

const Registered<double>& choose(Quantity quantity, std::string_view name,
                                 const Compiled& compiled) {
  const Registered<double>& row =
      registered<double>(quantity, name == "auto" ? automatic(quantity, compiled) : name);
  const Method& method = row.method;
  if (compiled.coupled() && !method.mimic) {
    throw UsageError(
        fmt::format("{}={}: this method does not take mimicking joints (use "
                    "cholesky, or make the joints independent: --mimic off)",
                    to_string(quantity), name));
  }
  refuse_tensor(method, compiled);
  return row;
}

std::unique_ptr<Pool> make_pool(int threads) {
  if (threads < 0) throw UsageError(fmt::format("{} threads: give 0 (all cores) or more", threads));
  return threads == 1 ? nullptr : std::make_unique<Pool>(threads);
}

const Compiled& check_size(const Compiled& compiled) {
  if (compiled.tree.nv() > largest_nv) {
    throw ModelError(
        fmt::format("{} degrees of freedom: matrices of that size do not fit "
                    "(kinetree evaluates up to {})",
                    compiled.tree.nv(), largest_nv));
  }
  return compiled;
}

}  // namespace

Evaluator::Impl::Impl(const Model& of, const Options& wanted)
    : options(wanted),
      pool(make_pool(options.threads)),
      compiled(compile(of, options.include.armature)),
      w(check_size(compiled), [](double x) { return x; }),
      watch(of.revisions().watch()),
      revision(of.revision()),
      model(of),
      massless(kinetree::massless_joints(of, compiled)),
      regressor_columns(count_regressor_columns()) {
  for (const Quantity quantity : quantities()) {
    chosen[static_cast<std::size_t>(quantity)] =
        &choose(quantity, options.methods[quantity], compiled);
  }
  const std::string_view forward = method(Quantity::forward_dynamics).name;
  solver = forward == "aba"     ? Solver::aba
           : forward == "ltdl"  ? Solver::ltdl
           : forward == "denoc" ? Solver::denoc
                                : Solver::cholesky;
  for (const JointSlot& slot : model.joints()) {
    if (slot.nq > slot.nv) {
      quaternions_.push_back({slot.q_first + slot.nq - 4, model.link(slot.link).joint.name});
    }
  }
  M.resize(compiled.nv, compiled.nv);  // not touched until somebody asks: it may be huge
  inverse.resize(compiled.nv, compiled.nv);
  J.setZero(6, compiled.nv);
  for (Matrix* x : {&Jdot, &parts.J, &parts.Jdot}) x->setZero(6, compiled.nv);
  solved.setZero(compiled.nv, 6);
  for (int i = 0; i < 2; ++i) {
    OperationalSpace& x = spaces[static_cast<std::size_t>(i)];
    const int m = i == 0 ? 3 : 6;
    for (Matrix* rows : {&x.J, &x.Jdot}) rows->setZero(m, compiled.nv);
    for (Matrix* square : {&x.inertia, &x.C}) square->setZero(m, m);
    for (Vector* rows : {&x.bias, &x.gravity, &x.mobility}) rows->setZero(m);
    x.Jbar.setZero(compiled.nv, m);
  }
  for (Vector* x : {&g, &h, &tau, &a, &p, &loss, &Cw, &Ctw, &parts.h, &parts.g, &parts.a, &parts.Cv,
                    &factors.D, &hybrid.a, &hybrid.tau}) {
    x->setZero(compiled.nv);
  }
  prescribed.resize(static_cast<std::size_t>(compiled.nv));
  poses.resize(compiled.frames.size());
  w.use(pool.get());
  if (method(Quantity::coriolis).tensor) w.reserve_tensor();
  if (compiled.tree.nv() <= largest_prepared) prepare();
}

Matrix& Evaluator::Impl::sized(Matrix& result, int rows, int columns) const {
  result.resize(rows, columns);  // nothing where it has that size
  return result;
}

/// All memory now: evaluations will find every result of the right size.
void Evaluator::Impl::prepare() {
  const int n = compiled.nv;
  for (Matrix* x : {&C, &Mdot, &factors.U, &parts.M, &parts.C, &parts.Mdot, &inverse_derivatives.dq,
                    &inverse_derivatives.dv, &inverse_derivatives.da, &forward_derivatives.dq,
                    &forward_derivatives.dv, &forward_derivatives.dtau}) {
    sized(*x, n, n);
  }
  sized(Y, n, regressor_columns);
  if (compiled.tree.nv() > largest_prepared_tensor) return;  // mimics make it more than n
  w.reserve_tensor();
  sized(dM, n, n * n);
  sized(symbols, n, n * n);
}

void Evaluator::Impl::check(const char* name, const VectorIn& x, int expected) const {
  if (x.size() != expected) {
    throw UsageError(fmt::format("{} has {} numbers, but the model '{}' needs {}", name, x.size(),
                                 model.name, expected));
  }
  for (const double entry : x) {
    if (!std::isfinite(entry)) {
      throw UsageError(fmt::format("{} contains {}, which is not a finite number", name, entry));
    }
  }
}

void Evaluator::Impl::check_revision() const {
  if (!watch || watch->load(std::memory_order_acquire) == revision) return;
  throw UsageError(
      fmt::format("the model '{}' was edited after this evaluator was made: call sync(model) first",
                  model.name));
}

void Evaluator::Impl::take_q(const VectorIn& q) {
  check_revision();
  check("q", q, compiled.nq);
  for (const QuaternionSlot& slot : quaternions_) {
    const double norm = q.segment<4>(slot.first).norm();
    constexpr double tolerance = 1e-6;
    if (std::abs(norm - 1) > tolerance) {
      throw UsageError(
          fmt::format("the quaternion (x y z w) of joint '{}', q[{}] to q[{}], has "
                      "length {:.9g}: normalise it",
                      slot.joint, slot.first, slot.first + 3, norm));
    }
  }
  take(q, w.q_coupling(), w.q());
}

void Evaluator::Impl::take_rate(const char* name, const VectorIn& x, View<double> to) {
  check(name, x, compiled.nv);
  take(x, w.v_coupling(), to);
}

void Evaluator::Impl::take_tau(const VectorIn& tau_in) {
  check("tau", tau_in, compiled.nv);
  std::copy(tau_in.begin(), tau_in.end(), w.tau().data());
}

void Evaluator::Impl::take(const VectorIn& x, const kernel::Coupling<double>& G, View<double> to) {
  if (compiled.coupled()) {
    kernel::expand<double>(G, {x.data(), static_cast<int>(x.size())}, to);
  } else {
    std::copy(x.begin(), x.end(), to.data());
  }
}

void Evaluator::Impl::refuse_massless(const char* what) const {
  if (massless.empty()) return;
  throw ModelError(
      fmt::format("{}: nothing gives joint{} '{}' inertia, so M is singular (give the "
                  "links below them mass or inertia, the joints armature, or fix "
                  "them)",
                  what, massless.size() > 1 ? "s" : "", fmt::join(massless, "', '")));
}

const Frame& Evaluator::Impl::frame(LinkId link, const Vector3& point) const {
  if (!point.allFinite()) throw UsageError("the point contains a number that is not finite");
  if (index(link) >= compiled.frames.size()) {
    throw UsageError(fmt::format("no link number {} in model '{}'", index(link), model.name));
  }
  return compiled.frames[index(link)];
}

void Evaluator::Impl::check_element(int u, int k) const {
  if (u >= 0 && u < compiled.nv && k >= 0 && k < compiled.nv) return;
  throw UsageError(fmt::format("no element ({}, {}) in M of '{}': both count from 0 to {}", u, k,
                               model.name, compiled.nv - 1));
}

const Vector& Evaluator::Impl::run(Quantity quantity, Vector& result) {
  chosen[static_cast<std::size_t>(quantity)]->run(w);
  std::copy(w.out().data(), w.out().data() + compiled.nv, result.data());
  return result;
}

const Matrix& Evaluator::Impl::run(Quantity quantity, Matrix& result) {
  w.write_matrix_to(sized(result, compiled.nv, compiled.nv).data());
  chosen[static_cast<std::size_t>(quantity)]->run(w);
  return result;
}

const Vector& Evaluator::Impl::finish(Vector& result) {
  if (w.coupled()) kernel::reduce<double>(w.v_coupling(), w.tree_out(), w.out());
  std::copy(w.out().data(), w.out().data() + compiled.nv, result.data());
  return result;
}

const Vector& Evaluator::Impl::accelerate(Vector& result) {
  refuse_massless("forward dynamics");
  if (options.include.friction) {
    friction_loss();
    for (int k = 0; k < compiled.nv; ++k) w.tau()[k] -= loss[k];
  }
  return run(Quantity::forward_dynamics, result);
}

const Vector& Evaluator::Impl::friction_loss() {
  loss.setZero();
  for (int k = 0; k < compiled.tree.nv(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double rate = w.v()[k];
    const double sign = rate > 0 ? 1 : rate < 0 ? -1 : 0;
    const Coupled to = compiled.coupled() ? compiled.v[i] : Coupled{k, 1, 0};
    loss[to.source] += to.multiplier * (compiled.damping[i] * rate + compiled.friction[i] * sign);
  }
  return loss;
}

void Evaluator::Impl::pose_links() {
  joint_poses(w);
  kernel::world_poses<double>(w.tree(), w.X_parent(), w.X_world());
}

void Evaluator::Impl::move_links() {
  kernel::velocities<double>(w.tree(), w.X_parent(), w.v(), w.twist());
}

spatial::Vec3<double> Evaluator::Impl::first_moment() {
  double moving = 0;
  spatial::Vec3<double> moment;
  kernel::mass_moment<double>(w.tree(), w.X_world(), moving, moment);
  return moment + compiled.grounded.h;
}

}  // namespace kinetree
