// A plan to evaluate one state after the other: kernels of an instruction set, and their memory.
#pragma once
#include <memory>
#include <new>

#include "kinetree/simd.hpp"
#include "plan/plan.hpp"
#include "plan/state_kernels.hpp"

namespace kinetree {

/// In coordinates of the tree: of joints that mimic others as well. Robots that fill less than half
/// of the registers are computed in half as wide ones, where the processor has both.
class StatePlan {
 public:
  explicit StatePlan(const Compiled& compiled);
  /// Whether the task can be done that way for this robot.
  bool has(Across across, StateTask task) const noexcept;
  /// The way that was measured to be fastest for robots of this shape (docs/performance.md).
  Across fastest(StateTask task) const noexcept;
  const PlanView& view(Across across) const noexcept { return of(across).plan.view(); }
  /// Nothing is allocated or thrown.
  void run(Across across, StateTask task, const StateArrays& arrays) const noexcept {
    const Side& side = of(across);
    side.kernels.run[static_cast<std::size_t>(across)][static_cast<std::size_t>(task)](
        side.plan.view(), side.memory.get(), arrays);
  }
  const SimdSet& simd(Across across) const noexcept { return of(across).set; }

 private:
  static constexpr std::align_val_t cache_line{64};
  struct Free {
    void operator()(std::byte* memory) const noexcept { ::operator delete(memory, cache_line); }
  };
  /// What belongs to one instruction set.
  struct Side {
    Side(const SimdSet& set, const Compiled& compiled);
    const SimdSet& set;
    const StateKernels& kernels;
    Plan plan;
    std::unique_ptr<std::byte, Free> memory;
  };
  const Side& of(Across across) const noexcept { return *side_[static_cast<std::size_t>(across)]; }

  std::unique_ptr<const Side> wide_, narrow_;
  std::array<const Side*, acrosses> side_{};
};

}  // namespace kinetree
