// A plan to evaluate one state after the other: kernels of an instruction set, and their memory.
#pragma once
#include <memory>
#include <new>

#include "kinetree/simd.hpp"
#include "plan/plan.hpp"
#include "plan/state_kernels.hpp"

namespace kinetree {

/// In coordinates of the tree: of joints that mimic others as well.
class StatePlan {
 public:
  explicit StatePlan(const Compiled& compiled);
  /// Whether the task can be done that way for this robot.
  bool has(Across across, StateTask task) const noexcept;
  /// The way that was measured to be fastest for robots of this shape (docs/performance.md).
  Across fastest(StateTask task) const noexcept;
  const PlanView& view() const noexcept { return plan_.view(); }
  /// Nothing is allocated or thrown.
  void run(Across across, StateTask task, const StateArrays& arrays) const noexcept {
    kernels_.run[static_cast<std::size_t>(across)][static_cast<std::size_t>(task)](
        plan_.view(), memory_.get(), arrays);
  }
  const SimdSet& simd() const noexcept { return set_; }

 private:
  static constexpr std::align_val_t cache_line{64};
  struct Free {
    void operator()(std::byte* memory) const noexcept { ::operator delete(memory, cache_line); }
  };
  const SimdSet& set_;
  const StateKernels& kernels_;
  Plan plan_;
  std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace kinetree
