#include "plan/state_plan.hpp"

namespace kinetree {
namespace {

/// Bodies whose M is solved in registers.
constexpr int few_bodies = 8;

const StateKernels& state_kernels_of([[maybe_unused]] const SimdSet& set) {
#if defined(KINETREE_HAS_AVX2)
  if (set.name == "avx2") return avx2::state_kernels();
#endif
#if defined(KINETREE_HAS_AVX512)
  if (set.name == "avx512") return avx512::state_kernels();
#endif
  return baseline::state_kernels();
}

bool solves(StateTask task) {
  return task == StateTask::forward_dynamics || task == StateTask::forward_derivatives;
}

}  // namespace

bool is_chain(const Compiled& compiled) noexcept {
  const TreeData<double>& tree = compiled.tree;
  for (std::size_t i = 0; i < tree.parent.size(); ++i) {
    if (tree.parent[i] != static_cast<int>(i) - 1) return false;
    if (tree.kind[i] != JointKind::revolute && tree.kind[i] != JointKind::prismatic) return false;
  }
  return !tree.parent.empty() && !compiled.coupled();
}

Across fastest(const Compiled& compiled, StateTask task) noexcept {
  if (!is_chain(compiled)) return Across::nothing;
  return solves(task) && compiled.nv > few_bodies ? Across::nothing : Across::bodies;
}

StatePlan::StatePlan(const Compiled& compiled)
    : set_(kinetree::simd()), kernels_(state_kernels_of(set_)), plan_(compiled, false) {
  const std::size_t bytes = kernels_.memory(plan_.view());
  memory_.reset(static_cast<std::byte*>(::operator new(bytes, cache_line)));
  kernels_.prepare(plan_.view(), memory_.get());
}

bool StatePlan::has(Across across, StateTask task) const noexcept {
  if (across == Across::nothing) return true;
  if (plan_.view().chain.size() == 0) return false;
  return !solves(task) || plan_.view().nv <= few_bodies;
}

}  // namespace kinetree
