// Rollouts on the registers of one instruction set. Compiled once for each set, as kernels.cpp.
#include "batch/rollout_kernels.hpp"

#include <new>

#include "batch/rollout_step.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {
// Found by RolloutStep through their argument, so not in a namespace without a name.
inline Pack square_root(const Pack& x) {
  Pack root;
  for (int k = 0; k < lanes; ++k) root.value[k] = __builtin_sqrt(x.value[k]);
  return root;
}
/// a where x is below the bound, b elsewhere.
inline Pack where_less(const Pack& x, double bound, const Pack& a, const Pack& b) {
  return Pack(choose(x.value < bound, a.value, b.value));
}

namespace {

/// What comes first in the memory of a thread.
struct alignas(64) RolloutHead {
  Scratch<Pack> scratch;
  RolloutScratch<Pack> motion;
};

void load_block(const double* from, std::ptrdiff_t block, View<Pack> to) {
  from += block * to.size() * lanes;
  for (int k = 0; k < to.size(); ++k, from += lanes) to[k] = Pack::load(from);
}
void store_block(View<Pack> from, std::ptrdiff_t block, double* to) {
  to += block * from.size() * lanes;
  for (int k = 0; k < from.size(); ++k, to += lanes) from[k].store(to);
}

/// The lanes that are not finite any more get the number of this step.
void note_failures(const RolloutScratch<Pack>& motion, int step, int* failed) {
  Pack sum(0.0);  // of x - x: not zero where x is not finite
  for (const View<Pack>& x : {motion.q, motion.v}) {
    for (int k = 0; k < x.size(); ++k) sum = sum + (x[k] - x[k]);
  }
  if (all_zero(sum)) return;
  for (int lane = 0; lane < lanes; ++lane) {
    if (sum[lane] != 0 && failed[lane] == 0) failed[lane] = step;
  }
}

void roll_block(const RolloutPlan& plan, RolloutHead& head, const RolloutArrays& x,
                std::ptrdiff_t block) {
  RolloutScratch<Pack>& motion = head.motion;
  RolloutStep<Pack> next(plan, head.scratch, motion);
  load_block(x.q, block, motion.q);
  load_block(x.v, block, motion.v);
  for (int k = 0; k < motion.tau.size(); ++k) motion.tau[k] = Pack(0.0);
  if (x.held) load_block(x.tau, block, motion.tau);
  int* const failed = x.failed + block * lanes;
  for (int lane = 0; lane < lanes; ++lane) failed[lane] = 0;
  const std::ptrdiff_t samples = x.every > 0 ? x.steps / x.every : 0;
  const Pack h(x.step);
  for (int step = 1; step <= x.steps; ++step) {
    if (!x.held && x.tau != nullptr) {
      load_block(x.tau, block * x.steps + step - 1, motion.tau);
    }
    x.rk4 ? next.rk4(h) : next.semi_implicit_euler(h);
    note_failures(motion, step, failed);
    if (x.every == 0 || step % x.every != 0) continue;
    const std::ptrdiff_t place = block * samples + step / x.every - 1;
    if (x.q_samples != nullptr) store_block(motion.q, place, x.q_samples);
    if (x.v_samples != nullptr) store_block(motion.v, place, x.v_samples);
  }
  store_block(motion.q, block, x.q_end);
  store_block(motion.v, block, x.v_end);
}

void roll(const RolloutPlan& plan, std::byte* memory, const RolloutArrays& arrays,
          std::ptrdiff_t first, std::ptrdiff_t last) {
  RolloutHead& head = *reinterpret_cast<RolloutHead*>(memory);
  for (std::ptrdiff_t b = first; b < last; ++b) roll_block(plan, head, arrays, b);
}

std::size_t rollout_memory(const RolloutPlan& plan) {
  RolloutHead counted;
  Arena<Pack> arena(nullptr);
  counted.scratch.place(plan.model, arena, true);
  counted.motion.place(plan.model, arena);
  return sizeof(RolloutHead) + arena.used();
}
void prepare_rollout(const RolloutPlan& plan, std::byte* memory) {
  RolloutHead& head = *new (memory) RolloutHead;
  Arena<Pack> arena(memory + sizeof(RolloutHead));
  head.scratch.place(plan.model, arena, true);
  head.motion.place(plan.model, arena);
  head.scratch.fill(plan.model);
}

}  // namespace

const RolloutKernels& rollout_kernels() noexcept {
  static constexpr RolloutKernels kernels{lanes, rollout_memory, prepare_rollout, roll};
  return kernels;
}

}  // namespace kinetree::KINETREE_SIMD_SET
