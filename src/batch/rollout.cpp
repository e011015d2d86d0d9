#include "kinetree/rollout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "batch/rollout_kernels.hpp"
#include "evaluate/pool.hpp"
#include "kinetree/error.hpp"
#include "plan/plan.hpp"
#include "plan/simd_tables.hpp"

namespace kinetree {
namespace {

std::vector<RolloutJoint> list_rollout_joints(const Compiled& compiled) {
  std::vector<RolloutJoint> joints;
  for (const JointSlot& slot : compiled.slots) {
    const bool turns = slot.nq != slot.nv;
    joints.push_back({slot.q_first, slot.v_first, turns ? slot.nv - 3 : slot.nv, turns});
  }
  return joints;
}

}  // namespace

struct Rollout::Impl {
  Impl(const Model& model, const Options& wanted);

  void check(In q, In v, In tau, const Steps& steps, const Result& result) const;
  void check_size(const char* name, std::size_t size, std::size_t width, std::size_t count) const;
  void check_numbers(const char* name, In x, std::size_t width) const;
  void check_quaternions(In q) const;
  std::byte* memory_of(int thread) {
    return reinterpret_cast<std::byte*>(memory[static_cast<std::size_t>(thread)].data());
  }

  Options options;
  const RolloutKernels& kernels;
  Evaluator oracle;
  Compiled compiled;
  Plan plan;
  std::vector<RolloutJoint> joints;
  RolloutPlan view;
  int threads;
  std::unique_ptr<Pool> pool;
  std::vector<BatchBuffer> memory;  ///< one a thread
  std::shared_ptr<const Revision::Counter> watch;
  std::uint64_t revision;
  Vector neutral;
};

Rollout::Impl::Impl(const Model& model, const Options& wanted)
    : options(wanted),
      kernels(tables_of(kinetree::simd()).rollout()),
      oracle(model, {.methods = {}, .include = wanted.include}),
      compiled(compile(model, wanted.include.armature)),
      plan(compiled, wanted.include.friction),
      joints(list_rollout_joints(compiled)),
      view{plan.view(), {joints.data(), static_cast<int>(joints.size())}},
      threads(count_threads(wanted.threads)),
      pool(threads > 1 ? std::make_unique<Pool>(threads) : nullptr),
      watch(model.revisions().watch()),
      revision(model.revision()),
      neutral(model.neutral()) {
  if (const auto& massless = oracle.massless_joints(); !massless.empty()) {
    throw ModelError(
        fmt::format("rollout: nothing gives joint '{}' inertia (give the links below it mass or "
                    "inertia, the joint armature, or fix it)",
                    massless.front()));
  }
  const std::size_t bytes = kernels.memory(view);
  for (int i = 0; i < threads; ++i) {
    memory.emplace_back((bytes + sizeof(double) - 1) / sizeof(double));
    kernels.prepare(view, memory_of(i));
  }
}

void Rollout::Impl::check_size(const char* name, std::size_t size, std::size_t width,
                               std::size_t count) const {
  const std::size_t wanted = count * width * static_cast<std::size_t>(kernels.lanes);
  if (size == wanted) return;
  throw UsageError(
      fmt::format("{} has {} numbers, but {} blocks of {} states with {} numbers each are {}", name,
                  size, count, kernels.lanes, width, wanted));
}

void Rollout::Impl::check_numbers(const char* name, In x, std::size_t width) const {
  const auto bad = std::find_if_not(x.begin(), x.end(), [](double y) { return std::isfinite(y); });
  if (bad == x.end()) return;
  const auto at = static_cast<std::size_t>(bad - x.begin());
  const auto lanes = static_cast<std::size_t>(kernels.lanes);
  throw UsageError(fmt::format("state {}: {} contains {}, which is not a finite number",
                               at / (lanes * width) * lanes + at % lanes, name, *bad));
}

void Rollout::Impl::check_quaternions(In q) const {
  const auto lanes = static_cast<std::size_t>(kernels.lanes);
  const auto width = static_cast<std::size_t>(compiled.nq);
  for (std::size_t state = 0; state < q.size() / width; ++state) {
    const std::size_t first = state / lanes * lanes * width + state % lanes;
    for (const RolloutJoint& joint : joints) {
      if (!joint.turns) continue;
      double square = 0;
      for (int k = 0; k < 4; ++k) {
        const double x = q[first + static_cast<std::size_t>(joint.q + joint.plain + k) * lanes];
        square += x * x;
      }
      constexpr double tolerance = 1e-6;
      if (std::abs(std::sqrt(square) - 1) <= tolerance) continue;
      throw UsageError(fmt::format("state {}: a quaternion of q has length {:.9g} (normalise it)",
                                   state, std::sqrt(square)));
    }
  }
}

void Rollout::Impl::check(In q, In v, In tau, const Steps& steps, const Result& result) const {
  if (!(steps.step > 0) || !std::isfinite(steps.step) || steps.steps < 0 || steps.every < 0) {
    throw UsageError(
        fmt::format("{} steps of {} s, samples every {}: give a positive step and no "
                    "negative numbers",
                    steps.steps, steps.step, steps.every));
  }
  const auto nq = static_cast<std::size_t>(compiled.nq), nv = static_cast<std::size_t>(compiled.nv);
  const auto lanes = static_cast<std::size_t>(kernels.lanes);
  const std::size_t count = nq == 0 ? 0 : q.size() / (nq * lanes);
  const auto samples = static_cast<std::size_t>(steps.samples());
  const auto each = static_cast<std::size_t>(steps.steps);
  check_size("q", q.size(), nq, count);
  check_size("v", v.size(), nv, count);
  const bool every_step = tau.size() != count * nv * lanes;
  if (!tau.empty()) check_size("tau", tau.size(), every_step ? each * nv : nv, count);
  check_size("the last q", result.q.size(), nq, count);
  check_size("the last v", result.v.size(), nv, count);
  if (!result.q_samples.empty()) {
    check_size("q of the samples", result.q_samples.size(), samples * nq, count);
  }
  if (!result.v_samples.empty()) {
    check_size("v of the samples", result.v_samples.size(), samples * nv, count);
  }
  check_size("failed", result.failed.size(), 1, count);
  check_numbers("q", q, nq);
  check_numbers("v", v, nv);
  check_numbers("tau", tau, every_step ? each * nv : nv);
  check_quaternions(q);
}

Rollout::Rollout(const Model& model, const Options& options)
    : impl_(std::make_unique<Impl>(model, options)) {}
Rollout::Rollout(Rollout&&) noexcept = default;
Rollout& Rollout::operator=(Rollout&&) noexcept = default;
Rollout::~Rollout() = default;

int Rollout::lanes() const noexcept { return impl_->kernels.lanes; }
int Rollout::nq() const noexcept { return impl_->compiled.nq; }
int Rollout::nv() const noexcept { return impl_->compiled.nv; }
int Rollout::threads() const noexcept { return impl_->threads; }

void Rollout::run(In q, In v, In tau, const Steps& steps, const Result& result) {
  Impl& x = *impl_;
  if (x.watch && x.watch->load(std::memory_order_acquire) != x.revision) {
    x.oracle.gravity(x.neutral);  // refuses, in its words
  }
  x.check(q, v, tau, steps, result);
  const auto block = static_cast<std::size_t>(x.kernels.lanes);
  const auto count = static_cast<std::ptrdiff_t>(result.failed.size() / block);
  const bool held = !tau.empty() && tau.size() == v.size();
  const RolloutArrays arrays{q.data(),
                             v.data(),
                             tau.empty() ? nullptr : tau.data(),
                             result.q.data(),
                             result.v.data(),
                             result.q_samples.empty() ? nullptr : result.q_samples.data(),
                             result.v_samples.empty() ? nullptr : result.v_samples.data(),
                             result.failed.data(),
                             steps.step,
                             steps.steps,
                             steps.every,
                             held,
                             x.options.method == rk4};
  if (!x.pool) return x.kernels.run(x.view, x.memory_of(0), arrays, 0, count);
  std::atomic<std::ptrdiff_t> next{0};
  auto work = [&](int thread) {
    for (std::ptrdiff_t b = next++; b < count; b = next++) {
      x.kernels.run(x.view, x.memory_of(thread), arrays, b, b + 1);
    }
  };
  x.pool->for_each(x.threads, work);
}

}  // namespace kinetree
