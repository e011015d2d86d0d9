#include "plan/state_plan.hpp"

#include "plan/simd_tables.hpp"

namespace kinetree {
namespace {

/// Bodies whose M is solved in registers.
constexpr int few_bodies = 8;

bool solves(StateTask task) {
  return task == StateTask::forward_dynamics || task == StateTask::forward_derivatives;
}

/// A body that moves as it likes, with all limbs on it.
bool is_one_body(const PlanView& trunk) {
  return trunk.tree.size() == 1 && trunk.tree.kind[0] == JointKind::floating;
}

}  // namespace

Across StatePlan::fastest(StateTask task) const noexcept {
  if (has(Across::bodies, task)) return Across::bodies;
  return has(Across::limbs, task) ? Across::limbs : Across::nothing;
}

StatePlan::StatePlan(const Compiled& compiled)
    : set_(kinetree::simd()),
      kernels_(tables_of(set_).state()),
      plan_(compiled, false, set_.lanes) {
  const std::size_t bytes = kernels_.memory(plan_.view());
  memory_.reset(static_cast<std::byte*>(::operator new(bytes, cache_line)));
  kernels_.prepare(plan_.view(), memory_.get());
}

bool StatePlan::has(Across across, StateTask task) const noexcept {
  const PlanView& view = plan_.view();
  if (kernels_.run[static_cast<std::size_t>(across)][static_cast<std::size_t>(task)] == nullptr) {
    return false;
  }
  if (across == Across::nothing) return true;
  if (across == Across::bodies) {
    return view.chain.size() > 0 && (!solves(task) || view.nv <= few_bodies);
  }
  if (view.trunk == nullptr) return false;
  return task != StateTask::coriolis || is_one_body(*view.trunk);
}

}  // namespace kinetree
