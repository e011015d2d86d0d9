#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "batch/generated_batch.hpp"
#include "batch/kernels.hpp"
#include "evaluate/pool.hpp"
#include "kinetree/batch.hpp"
#include "kinetree/error.hpp"
#include "plan/plan.hpp"
#include "plan/simd_tables.hpp"

namespace kinetree {
namespace {

constexpr std::align_val_t cache_line{64};

/// Blocks that a thread takes at once: enough to hide what handing out costs.
constexpr std::ptrdiff_t blocks_at_once = 32;
/// Results of more bytes than this are not kept in caches, which they would not fit.
constexpr std::size_t kept_results = std::size_t{16} << 20;
/// A thread has room for four matrices of so many velocities in every lane: 256 MB.
constexpr int largest_batch_nv = 1000;

}  // namespace

void BatchBuffer::Free::operator()(double* memory) const noexcept {
  ::operator delete[](memory, cache_line);
}
BatchBuffer::BatchBuffer(std::size_t size)
    : data_(static_cast<double*>(::operator new[](size * sizeof(double), cache_line))),
      size_(size) {}

struct BatchEvaluator::Impl {
  Impl(const Model& model, const BatchOptions& options);

  /// An array of the user's: how many numbers of it a state has, and what it is called.
  struct Array {
    const char* name;
    In numbers;
    int width;
  };
  /// What a call is given and where its results go, in the order of BatchArrays.
  struct Call {
    BatchTask task;
    std::array<Array, 3> inputs{};
    std::array<Array, 3> outputs{};
  };
  void run(const Call& call);

  Array q(In x) const { return {"q", x, plan.view().nq}; }
  Array rate(const char* what, In x) const { return {what, x, plan.view().nv}; }
  Array square(const char* what, In x) const { return {what, x, plan.view().nv * plan.view().nv}; }

  const SimdSet& set;
  const BatchKernels& kernels;
  Evaluator oracle;  ///< of one state: what it refuses is refused here, in its words
  Compiled compiled;
  Plan plan;
  std::optional<GeneratedBatch> generated;
  int threads;
  std::unique_ptr<Pool> pool;
  std::vector<BatchBuffer> memory;  ///< one a thread
  std::vector<Entry> pattern;
  std::shared_ptr<const Revision::Counter> watch;
  std::uint64_t revision;
  Vector neutral, rest;
  bool solvable = false;  ///< known to be without massless joints

 private:
  void list_pattern();
  std::byte* memory_of(int thread) {
    return reinterpret_cast<std::byte*>(memory[static_cast<std::size_t>(thread)].data());
  }
  std::ptrdiff_t count_blocks(const Call& call) const;
  static bool streams(const Call& call);
  std::ptrdiff_t evaluate(BatchTask task, const BatchArrays& arrays, std::ptrdiff_t count);
  [[noreturn]] void refuse(std::ptrdiff_t block, const Call& call);
};

BatchEvaluator::Impl::Impl(const Model& model, const BatchOptions& options)
    : set(kinetree::simd()),
      kernels(tables_of(set).batch()),
      oracle(model, {.methods = {}, .include = options.include}),
      compiled(compile(model, options.include.armature)),
      plan(compiled, options.include.friction),
      threads(count_threads(options.threads)),
      pool(threads > 1 ? std::make_unique<Pool>(threads) : nullptr),
      watch(model.revisions().watch()),
      revision(model.revision()),
      neutral(model.neutral()),
      rest(Vector::Zero(model.nv())) {
  if (compiled.tree.nv() > largest_batch_nv) {
    throw UsageError(
        fmt::format("{} velocities: batches go up to {} (evaluate such a robot state by state)",
                    compiled.tree.nv(), largest_batch_nv));
  }
  const std::size_t bytes = kernels.memory(plan.view());
  for (int i = 0; i < threads; ++i) {
    memory.emplace_back((bytes + sizeof(double) - 1) / sizeof(double));
    kernels.prepare(plan.view(), memory_of(i));
  }
  list_pattern();
  if (options.generated) generated.emplace(model, options, set, kernels.takes);
}

void BatchEvaluator::Impl::list_pattern() {
  const PlanView& view = plan.view();
  const View<const int> before = view.coupled() ? view.dense_chain : view.tree.previous;
  pattern.resize(static_cast<std::size_t>(view.packed));
  for (int k = 0; k < view.nv; ++k) {
    for (int l = k; l >= 0; l = before[l]) {
      const int place = view.row[k] + view.level[l];
      pattern[static_cast<std::size_t>(place)] = {k, l};
    }
  }
}

/// Throws where the arrays do not have the same number of blocks.
std::ptrdiff_t BatchEvaluator::Impl::count_blocks(const Call& call) const {
  const auto lanes = static_cast<std::size_t>(kernels.lanes);
  const std::size_t of_q = lanes * static_cast<std::size_t>(plan.view().nq);
  const std::size_t count = of_q == 0 ? 0 : call.inputs[0].numbers.size() / of_q;
  for (const auto* arrays : {&call.inputs, &call.outputs}) {
    for (const Array& array : *arrays) {
      if (array.name == nullptr) continue;
      const std::size_t wanted = count * lanes * static_cast<std::size_t>(array.width);
      if (array.numbers.size() == wanted) continue;
      throw UsageError(
          fmt::format("{} has {} numbers, but {} blocks of {} states with {} numbers each are {}",
                      array.name, array.numbers.size(), count, lanes, array.width, wanted));
    }
  }
  return static_cast<std::ptrdiff_t>(count);
}

/// Whether results go past the caches.
bool BatchEvaluator::Impl::streams(const Call& call) {
  std::size_t numbers = 0;
  for (const Array& array : call.outputs) {
    const auto at = reinterpret_cast<std::uintptr_t>(array.numbers.data());
    if (at % static_cast<std::size_t>(cache_line) != 0) return false;
    numbers += array.numbers.size();
  }
  return numbers * sizeof(double) > kept_results;
}

void BatchEvaluator::Impl::run(const Call& call) {
  if (watch && watch->load(std::memory_order_acquire) != revision) oracle.gravity(neutral);
  const bool solves =
      call.task == BatchTask::forward_dynamics || call.task == BatchTask::forward_derivatives;
  if (solves && !solvable) oracle.forward_dynamics(neutral, rest, rest);
  solvable = solvable || solves;
  const std::ptrdiff_t count = count_blocks(call);
  BatchArrays arrays{call.inputs[0].numbers.data(),
                     call.inputs[1].name == nullptr ? nullptr : call.inputs[1].numbers.data(),
                     call.inputs[2].name == nullptr ? nullptr : call.inputs[2].numbers.data(),
                     {},
                     false};
  for (std::size_t i = 0; i < arrays.out.size(); ++i) {
    arrays.out[i] = const_cast<double*>(call.outputs[i].numbers.data());  // NOLINT: it was an Out
  }
  arrays.streams = streams(call);
  const std::ptrdiff_t bad = evaluate(call.task, arrays, count);
  if (bad < count) refuse(bad, call);
}

/// The first block that was not taken; `count`: none.
std::ptrdiff_t BatchEvaluator::Impl::evaluate(BatchTask task, const BatchArrays& arrays,
                                              std::ptrdiff_t count) {
  const PlanView& view = plan.view();
  const bool by_code = generated && generated->has(task);
  const BatchKernel kernel = kernels.run[static_cast<std::size_t>(task)];
  const auto run_blocks = [&](int thread, std::ptrdiff_t first, std::ptrdiff_t last) {
    return by_code ? generated->run(task, view, arrays, first, last)
                   : kernel(view, memory_of(thread), arrays, first, last);
  };
  if (!pool || count <= blocks_at_once) return run_blocks(0, 0, count);
  std::atomic<std::ptrdiff_t> next{0}, first_bad{count};
  auto work = [&](int thread) {
    for (;;) {
      const std::ptrdiff_t first = next.fetch_add(blocks_at_once, std::memory_order_relaxed);
      if (first >= first_bad.load(std::memory_order_relaxed)) return;
      const std::ptrdiff_t last = std::min(first + blocks_at_once, count);
      const std::ptrdiff_t done = run_blocks(thread, first, last);
      if (done == last) continue;
      std::ptrdiff_t known = first_bad.load();
      while (done < known && !first_bad.compare_exchange_weak(known, done)) {
      }
    }
  };
  pool->for_each(threads, work);
  return first_bad.load();
}

/// In the words of the evaluator of one state, which looks at the states of the block in turn.
void BatchEvaluator::Impl::refuse(std::ptrdiff_t block, const Call& call) {
  const auto state_of = [&](const Array& array, int lane) {
    Vector x = Vector::Zero(array.name == nullptr ? oracle.nv() : array.width);
    if (array.name == nullptr) return x;
    const auto first = static_cast<std::size_t>(block) * static_cast<std::size_t>(array.width) *
                       static_cast<std::size_t>(kernels.lanes);
    for (int k = 0; k < array.width; ++k) {
      x[k] = array.numbers[first + static_cast<std::size_t>(k * kernels.lanes + lane)];
    }
    return x;
  };
  for (int lane = 0; lane < kernels.lanes; ++lane) {
    try {
      const Vector x = state_of(call.inputs[2], lane);
      const Vector position = state_of(call.inputs[0], lane);
      const Vector velocity = state_of(call.inputs[1], lane);
      if (call.inputs[2].name != nullptr && call.inputs[2].name[0] == 't') {
        oracle.forward_dynamics(position, velocity, x);
      } else {
        oracle.inverse_dynamics(position, velocity, x);
      }
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("state {}: {}", block * kernels.lanes + lane, error.what()));
    }
  }
  throw UsageError(fmt::format("a state of block {} is no state of this robot", block));
}

BatchEvaluator::BatchEvaluator(const Model& model, const BatchOptions& options)
    : impl_(std::make_unique<Impl>(model, options)) {}
BatchEvaluator::BatchEvaluator(BatchEvaluator&&) noexcept = default;
BatchEvaluator& BatchEvaluator::operator=(BatchEvaluator&&) noexcept = default;
BatchEvaluator::~BatchEvaluator() = default;

const SimdSet& BatchEvaluator::simd() const noexcept { return impl_->set; }
int BatchEvaluator::lanes() const noexcept { return impl_->kernels.lanes; }
int BatchEvaluator::nq() const noexcept { return impl_->plan.view().nq; }
int BatchEvaluator::nv() const noexcept { return impl_->plan.view().nv; }
int BatchEvaluator::threads() const noexcept { return impl_->threads; }
const std::vector<BatchEvaluator::Entry>& BatchEvaluator::pattern() const noexcept {
  return impl_->pattern;
}

void BatchEvaluator::mass_matrix(In q, Out M) {
  impl_->run({BatchTask::mass_matrix, {impl_->q(q)}, {impl_->square("M", M)}});
}
void BatchEvaluator::packed_mass_matrix(In q, Out M) {
  impl_->run({BatchTask::packed_mass_matrix,
              {impl_->q(q)},
              {{{"the packed M", M, impl_->plan.view().packed}}}});
}
void BatchEvaluator::coriolis(In q, In v, Out C) {
  impl_->run({BatchTask::coriolis, {impl_->q(q), impl_->rate("v", v)}, {impl_->square("C", C)}});
}
void BatchEvaluator::gravity(In q, Out g) {
  impl_->run({BatchTask::gravity, {impl_->q(q)}, {impl_->rate("g", g)}});
}
void BatchEvaluator::bias(In q, In v, Out h) {
  impl_->run({BatchTask::bias, {impl_->q(q), impl_->rate("v", v)}, {impl_->rate("h", h)}});
}
void BatchEvaluator::inverse_dynamics(In q, In v, In a, Out tau) {
  impl_->run({BatchTask::inverse_dynamics,
              {impl_->q(q), impl_->rate("v", v), impl_->rate("a", a)},
              {impl_->rate("tau", tau)}});
}
void BatchEvaluator::forward_dynamics(In q, In v, In tau, Out a) {
  impl_->run({BatchTask::forward_dynamics,
              {impl_->q(q), impl_->rate("v", v), impl_->rate("tau", tau)},
              {impl_->rate("a", a)}});
}
void BatchEvaluator::inverse_dynamics_derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv) {
  impl_->run({BatchTask::inverse_derivatives,
              {impl_->q(q), impl_->rate("v", v), impl_->rate("a", a)},
              {impl_->square("dtau_dq", dtau_dq), impl_->square("dtau_dv", dtau_dv)}});
}
void BatchEvaluator::forward_dynamics_derivatives(In q, In v, In tau, Out da_dq, Out da_dv,
                                                  Out da_dtau) {
  impl_->run({BatchTask::forward_derivatives,
              {impl_->q(q), impl_->rate("v", v), impl_->rate("tau", tau)},
              {impl_->square("da_dq", da_dq), impl_->square("da_dv", da_dv),
               impl_->square("da_dtau", da_dtau)}});
}

}  // namespace kinetree
