#include "plan/state_plan.hpp"

#include "plan/simd_tables.hpp"

namespace kinetree {
namespace {

/// Bodies whose M is solved in registers.
constexpr int few_bodies = 8;

/// A body that moves as it likes, with all limbs on it.
bool is_one_body(const PlanView& trunk) {
  return trunk.tree.size() == 1 && trunk.tree.kind[0] == JointKind::floating;
}

/// As if no joint mimicked another one.
Compiled independent(Compiled compiled) {
  compiled.q.clear();
  compiled.v.clear();
  compiled.nq = compiled.tree.nq;
  compiled.nv = compiled.tree.nv();
  return compiled;
}

}  // namespace

/// Pairs of bodies are most of C and of derivatives: there bodies win wherever they can be. Limbs
/// move from frame to frame with fewer products. Bodies that fill less than two thirds of their
/// registers lose to one number at a time.
Across StatePlan::fastest(StateTask task) const noexcept {
  const PlanView& view = plan_.view();
  const bool pairs = task == StateTask::coriolis || task == StateTask::inverse_derivatives ||
                     task == StateTask::forward_derivatives;
  const bool full = 2 * view.groups.size() * set_.lanes <= 3 * view.nv;
  const bool bodies = has(Across::bodies, task);
  if (bodies && (pairs || view.chain)) return Across::bodies;
  if (has(Across::limbs, task)) return Across::limbs;
  return bodies && full ? Across::bodies : Across::nothing;
}

StatePlan::StatePlan(const Compiled& compiled)
    : set_(kinetree::simd()),
      kernels_(tables_of(set_).state()),
      plan_(independent(compiled), false, set_.lanes) {
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
    return view.groups.size() > 0 && (task != StateTask::forward_dynamics || view.nv <= few_bodies);
  }
  if (view.trunk == nullptr) return false;
  return task != StateTask::coriolis || is_one_body(*view.trunk);
}

}  // namespace kinetree
