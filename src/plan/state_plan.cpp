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

/// With registers half as wide, if this processor has such besides.
const SimdSet* half_of(const SimdSet& set) {
  constexpr int narrowest = 4;
  for (const SimdSet& other : simd_sets()) {
    if (other.available && other.lanes >= narrowest && 2 * other.lanes == set.lanes) return &other;
  }
  return nullptr;
}

/// What a wide register costs in narrow ones: more than one, as fewer can be computed at a time and
/// lanes are farther apart.
constexpr double wide_register = 1.4;

/// In registers one after the other; what is left in the trunk fills none.
double limb_steps(const PlanView& view) {
  double steps = view.trunk->tree.size();
  for (int g = 0; g < view.limbs.size(); ++g) steps += view.limbs[g].levels;
  return steps;
}

}  // namespace

/// Pairs of bodies are most of C and of derivatives: there bodies win wherever they can be. Limbs
/// move from frame to frame with fewer products. Bodies that fill less than half of their registers
/// lose to one number at a time, for gravity two thirds; so does any tree in registers of two.
/// Articulated bodies in columns take registers that hold a whole column.
Across StatePlan::fastest(StateTask task) const noexcept {
  const PlanView& view = this->view(Across::bodies);
  const bool pairs = task == StateTask::coriolis || task == StateTask::inverse_derivatives ||
                     task == StateTask::forward_derivatives;
  const int lanes = simd(Across::bodies).lanes, most = task == StateTask::gravity ? 3 : 4;
  const bool full = lanes >= 4 && 2 * view.groups.size() * lanes <= most * view.nv;
  const bool many = task == StateTask::forward_dynamics && view.nv > few_bodies;
  const bool bodies = has(Across::bodies, task) && (!many || lanes == 8);
  if (bodies && (pairs || view.chain)) return Across::bodies;
  if (has(Across::limbs, task)) return Across::limbs;
  return bodies && full ? Across::bodies : Across::nothing;
}

StatePlan::Side::Side(const SimdSet& which, const Compiled& compiled)
    : set(which), kernels(tables_of(set).state()), plan(compiled, false, set.lanes) {
  const std::size_t bytes = kernels.memory(plan.view());
  memory.reset(static_cast<std::byte*>(::operator new(bytes, cache_line)));
  kernels.prepare(plan.view(), memory.get());
}

StatePlan::StatePlan(const Compiled& compiled) {
  const Compiled tree = independent(compiled);
  wide_ = std::make_unique<const Side>(kinetree::simd(), tree);
  side_.fill(wide_.get());
  const PlanView& wide = wide_->plan.view();
  const SimdSet* const half = wide.chain ? nullptr : half_of(wide_->set);
  if (half == nullptr) return;
  narrow_ = std::make_unique<const Side>(*half, tree);
  const PlanView& narrow = narrow_->plan.view();
  const auto use_narrow = [this](Across across, double narrow_cost, double wide_cost) {
    if (narrow_cost > wide_cost) return;
    side_[static_cast<std::size_t>(across)] = narrow_.get();
  };
  if (narrow.groups.size() > 0) {
    use_narrow(Across::bodies, narrow.groups.size(), wide_register * wide.groups.size());
  }
  if (narrow.trunk != nullptr && wide.trunk != nullptr) {
    use_narrow(Across::limbs, limb_steps(narrow), wide_register * limb_steps(wide));
  }
}

bool StatePlan::has(Across across, StateTask task) const noexcept {
  const PlanView& view = this->view(across);
  const StateKernels& kernels = of(across).kernels;
  if (kernels.run[static_cast<std::size_t>(across)][static_cast<std::size_t>(task)] == nullptr) {
    return false;
  }
  if (across == Across::nothing) return true;
  if (across == Across::bodies) {
    return view.groups.size() > 0;
  }
  // Registers are written whole: a column must hold one, or what is behind a limb spoils another.
  if (view.trunk == nullptr || view.nv < simd(Across::limbs).lanes) return false;
  return task != StateTask::coriolis || is_one_body(*view.trunk);
}

}  // namespace kinetree
