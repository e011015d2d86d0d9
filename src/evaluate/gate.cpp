// The gate of the evaluator: what it accepts, and what it says when it does not.
#include "evaluate/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "evaluate/choose.hpp"
#include "evaluate/run_forces.hpp"
#include "evaluate/singular.hpp"
#include "kernel/energy.hpp"
#include "kinetree/generated.hpp"

namespace kinetree {
namespace {

constexpr int largest_nv = 20000;      // a dense M of this size takes 3.2 GB
constexpr int largest_prepared = 512;  // dense matrices of 2 MB each

std::unique_ptr<Pool> make_pool(int threads) {
  return threads == 1 ? nullptr : std::make_unique<Pool>(threads);  // it refuses what is no number
}

void check_size(int velocities) {
  if (velocities <= largest_nv) return;
  throw ModelError(
      fmt::format("{} degrees of freedom: matrices of that size do not fit "
                  "(kinetree evaluates up to {})",
                  velocities, largest_nv));
}

Compiled compile_within_size(const Model& model, bool with_armature) {
  Compiled compiled = compile(model, with_armature);
  check_size(compiled.tree.nv());
  return compiled;
}

/// Generated code has the numbers of one model inside.
void refuse_other_code(const Options& options, const Model& model) {
  if (!options.generated) return;
  if (options.generated->model != model.hash()) {
    throw UsageError(fmt::format(
        "the generated code was made for another robot than '{}' is now: generate it again, or "
        "choose another method",
        model.name));
  }
  if (options.generated->armature != options.include.armature) {
    throw UsageError("the generated code was made with another choice of armature");
  }
}

/// Of numbers that are not finite all bits of the exponent are set, so that one more in its last
/// place reaches the sign: in integers nothing waits long.
bool all_finite(const double* x, int size) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000, last_place = 0x0010000000000000;
  using Two [[gnu::vector_size(2 * sizeof(std::uint64_t))]] = std::uint64_t;
  const auto bad_of = [](const auto& bits) { return (bits & exponent) + last_place; };
  const auto two_at = [](const double* from) {
    Two bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
  };
  if (size < 2) return size < 1 || bad_of(std::bit_cast<std::uint64_t>(x[0])) >> 63 == 0;
  Two bad = bad_of(two_at(x + size - 2));
  for (int k = 0; k + 2 < size; k += 2) bad |= bad_of(two_at(x + k));
  return (bad[0] | bad[1]) >> 63 == 0;
}

constexpr auto as_it_is = [](double x) { return x; };

}  // namespace

Evaluator::Impl::Impl(const Model& of, const Options& wanted)
    : options(wanted),
      pool(make_pool(options.threads)),
      compiled(compile_within_size(of, options.include.armature)),
      reserved(of.reserved()),
      plan(make_plan(options.methods, compiled, reserved)),
      w(compiled, as_it_is),
      watch(of.revisions().watch()),
      revision(of.revision()),
      state(of.revisions().state()),
      name(of.name) {
  refuse_other_code(options, of);
  choose_methods();
  w.use(options.generated.get(), plan.get());
  if (compiled.coupled()) massless_now();  // takes memory: not in an evaluation
  w.use(pool.get());
  if (method(Quantity::coriolis).tensor) w.reserve_tensor();
  prepare();
}

/// Everything that can be refused comes first.
void Evaluator::Impl::sync(const Model& of) {
  const Changes changes = of.changes_since(state);
  refuse_faults(of, changes.from);
  refuse_other_code(options, of);
  check_size(of.nv());
  for (const Registered<double>* row : chosen) refuse_tensor(row->method, of.nv());
  compiled.follow(of, changes);
  // A plan has the numbers of the model in another form, and is made anew: where no memory may be
  // taken, there is none.
  reserved = of.reserved();
  plan = make_plan(options.methods, compiled, reserved);
  w.use(options.generated.get(), plan.get());
  w.follow(as_it_is);
  watch = of.revisions().watch();
  revision = of.revision();
  state = of.revisions().state();
  if (name != of.name) name = of.name;
  massless_known = false;
  choose_methods();
  prepare();
}

void Evaluator::Impl::choose_methods() {
  const MethodChoice from{compiled, plan.get(), options.generated.get(), reserved};
  for (const Quantity quantity : quantities()) {
    const Registered<double>*& row = chosen[static_cast<std::size_t>(quantity)];
    const std::string& wanted = options.methods[quantity];
    // Followed over an edit, a method by name stays, and so does what "auto" took, mostly.
    const bool stays = row != nullptr && (wanted != "auto" || row == &automatic(quantity, from));
    if (!stays) row = &choose(quantity, wanted, from);
  }
  std::string_view forward = method(Quantity::forward_dynamics).name;
  if (forward == "generated" || planned_row(Quantity::forward_dynamics, forward) != nullptr) {
    forward = automatic(Quantity::forward_dynamics, {compiled, nullptr, nullptr}).method.name;
  }
  solver = forward == "aba"     ? Solver::aba
           : forward == "ltdl"  ? Solver::ltdl
           : forward == "denoc" ? Solver::denoc
                                : Solver::cholesky;
  list_planned();
}

/// Once, since names are compared. Friction is taken off forces here, and coordinates that joints
/// share are expanded here, so these inputs are not lent.
void Evaluator::Impl::list_planned() {
  for (const Quantity quantity : quantities()) {
    const auto k = static_cast<std::size_t>(quantity);
    by_plan[k] = plan != nullptr && planned_row(quantity, method(quantity).name) != nullptr;
    lent_to_plans[k] = by_plan[k] && !compiled.coupled() && !options.include.friction;
  }
}

MatrixResult Evaluator::Impl::sized(Store<double>& result, int rows, int columns) {
  result.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  return {result.get(), rows, columns};
}

VectorResult Evaluator::Impl::vector(Store<double>& result) const {
  result.reserve(static_cast<std::size_t>(compiled.nv));
  return {result.get(), compiled.nv};
}

/// All memory now, for what the model may become: evaluations will find room for every result.
void Evaluator::Impl::prepare() {
  const auto links = static_cast<std::size_t>(std::max(compiled.link_capacity, 1));
  const auto n = static_cast<std::size_t>(std::max(compiled.nv_capacity, compiled.nv));
  poses.reserve(links);
  poses.resize(compiled.frames.size());
  prescribed.reserve(n);
  prescribed.resize(static_cast<std::size_t>(compiled.nv));
  visited.reserve(std::max(n, static_cast<std::size_t>(compiled.tree.nv())));
  visited.resize(static_cast<std::size_t>(compiled.tree.size()));
  for (Result* x : {&g, &h, &tau, &a, &p, &loss, &Cw, &Ctw, &D, &hybrid_a, &hybrid_tau, &parts.h,
                    &parts.g, &parts.a, &parts.Cv}) {
    x->reserve(n);
  }
  for (Result* x :
       {&J, &Jdot, &parts.J, &parts.Jdot, &space_J, &space_Jdot, &space_Jbar, &solved}) {
    x->reserve(6 * n);
  }
  for (Result* x : {&M, &inverse}) x->reserve(n * n);  // not touched until somebody asks
  if (n > largest_prepared) return;
  for (Result* x : {&C, &Mdot, &U, &parts.M, &parts.C, &parts.Mdot, &dtau_dq, &dtau_dv, &dtau_da,
                    &da_dq, &da_dv, &da_dtau}) {
    x->reserve(n * n);
  }
  const std::size_t rates = 3 * std::max(n, static_cast<std::size_t>(compiled.tree.nv()));
  Y.reserve(n * (10 * links + rates));
  if (std::max(static_cast<int>(n), compiled.tree.nv()) > largest_prepared_tensor) return;
  w.reserve_tensor();  // mimics make it more than n
  dM.reserve(n * n * n);
  symbols.reserve(n * n * n);
}

/// Where it is called: three of them are a good part of a call that takes a tenth of a microsecond.
[[gnu::always_inline]] inline void Evaluator::Impl::take_numbers(const char* what,
                                                                 const VectorIn& x, int expected,
                                                                 InputVector<double>& to,
                                                                 bool lent) const {
  if (x.size() != expected) [[unlikely]]
    refuse_size(what, x, expected);
  if (!all_finite(x.data(), expected)) [[unlikely]]
    refuse_numbers(what, x);
  to.given = x.data();
  if (lent) [[likely]]
    return;
  std::copy(x.data(), x.data() + expected, to.own.data());
  to.keep();
}

void Evaluator::Impl::refuse_size(const char* what, const VectorIn& x, int expected) const {
  throw UsageError(fmt::format("{} has {} numbers, but the model '{}' needs {}", what, x.size(),
                               name, expected));
}
void Evaluator::Impl::refuse_numbers(const char* what, const VectorIn& x) {
  for (const double entry : x) {
    if (!std::isfinite(entry)) {
      throw UsageError(fmt::format("{} contains {}, which is not a finite number", what, entry));
    }
  }
}

void Evaluator::Impl::refuse_edited() const {
  throw UsageError(fmt::format(
      "the model '{}' was edited after this evaluator was made: call sync(model) first", name));
}

void Evaluator::Impl::take_q(const VectorIn& q, bool lent) {
  check_revision();
  w.inputs().keep();
  take_numbers("q", q, compiled.nq, w.inputs().q, lent);
  for (const int which : compiled.quaternions) check_quaternion(q, which);
  if (compiled.coupled()) take(q, w.q_coupling(), w.q());
}

void Evaluator::Impl::check_quaternion(const VectorIn& q, int which) const {
  const JointSlot& slot = compiled.slots[static_cast<std::size_t>(which)];
  const int first = slot.q_first + slot.nq - 4;
  const double norm = q.segment<4>(first).norm();
  constexpr double tolerance = 1e-6;
  if (std::abs(norm - 1) <= tolerance) return;
  throw UsageError(
      fmt::format("the quaternion (x y z w) of joint '{}', q[{}] to q[{}], has "
                  "length {:.9g}: normalise it",
                  compiled.joint_names[index(slot.link)], first, first + 3, norm));
}

void Evaluator::Impl::take_rate(const char* what, const VectorIn& x, InputVector<double>& to,
                                bool lent) {
  take_numbers(what, x, compiled.nv, to, lent);
  if (compiled.coupled()) take(x, w.v_coupling(), to.view());
}

void Evaluator::Impl::take_tau(const VectorIn& tau_in, bool lent) {
  take_numbers("tau", tau_in, compiled.nv, w.inputs().tau, lent);
}

void Evaluator::Impl::take(const VectorIn& x, const kernel::Coupling<double>& G, View<double> to) {
  if (compiled.coupled()) {
    kernel::expand<double>(G, {x.data(), static_cast<int>(x.size())}, to);
  } else {
    std::copy(x.begin(), x.end(), to.data());
  }
}

void Evaluator::Impl::massless_now() {
  massless = kinetree::massless_joints(compiled);
  massless_known = true;
}

void Evaluator::Impl::look_for_massless() {
  if (massless_known) return;
  joint_poses(w);
  if (loses_inertia(w)) return massless_now();
  massless.clear();
  massless_known = true;
}

void Evaluator::Impl::refuse_massless(const char* what) {
  look_for_massless();
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
    throw UsageError(fmt::format("no link number {} in model '{}'", index(link), name));
  }
  return compiled.frames[index(link)];
}

void Evaluator::Impl::check_element(int u, int k) const {
  if (u >= 0 && u < compiled.nv && k >= 0 && k < compiled.nv) return;
  throw UsageError(fmt::format("no element ({}, {}) in M of '{}': both count from 0 to {}", u, k,
                               name, compiled.nv - 1));
}

VectorResult Evaluator::Impl::run(Quantity quantity, Store<double>& result) {
  const Registered<double>& row = *chosen[static_cast<std::size_t>(quantity)];
  if (row.subtrees) compiled.order_subtrees();
  VectorResult x = vector(result);
  w.inputs().keep_apart(result.get(), compiled.nv);
  w.write_vector_to(result.get());
  row.run(w);
  w.write_vector_to(nullptr);
  return x;
}

MatrixResult Evaluator::Impl::run_matrix(Quantity quantity, Store<double>& result) {
  const Registered<double>& row = *chosen[static_cast<std::size_t>(quantity)];
  if (row.subtrees) compiled.order_subtrees();
  MatrixResult x = square(result);
  w.inputs().keep_apart(x.data(), compiled.nv * compiled.nv);
  w.write_matrix_to(x.data(), &result == &M);
  row.run(w);
  return x;
}

VectorResult Evaluator::Impl::finish(Store<double>& result) {
  if (w.coupled()) kernel::reduce<double>(w.v_coupling(), w.tree_out(), w.out());
  VectorResult x = vector(result);
  std::copy(w.out().data(), w.out().data() + compiled.nv, x.data());
  return x;
}

VectorResult Evaluator::Impl::accelerate(Store<double>& result) {
  refuse_massless("forward dynamics");
  if (options.include.friction) {
    const VectorResult lost = friction_loss();
    for (int k = 0; k < compiled.nv; ++k) w.tau()[k] -= lost[k];
  }
  return run(Quantity::forward_dynamics, result);
}

VectorResult Evaluator::Impl::friction_loss() {
  VectorResult lost = vector(loss);
  lost.setZero();
  for (int k = 0; k < compiled.tree.nv(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double rate = w.v()[k];
    const double sign = rate > 0 ? 1 : rate < 0 ? -1 : 0;
    const Coupled to = compiled.coupled() ? compiled.v[i] : Coupled{k, 1, 0};
    lost[to.source] += to.multiplier * (compiled.damping[i] * rate + compiled.friction[i] * sign);
  }
  return lost;
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
