// Runners of plans: the same inputs and outputs as a kernel's, in lanes.
#pragma once
#include "evaluate/workspace.hpp"
#include "plan/state_plan.hpp"

namespace kinetree {

template <Across across, StateTask task>
void run_planned(Workspace<double>& w) noexcept {
  constexpr bool matrix = task == StateTask::mass_matrix || task == StateTask::coriolis;
  constexpr bool moves = task != StateTask::mass_matrix && task != StateTask::gravity;
  const double* const x = task == StateTask::forward_dynamics ? w.tau().data() : w.a().data();
  w.planned()->run(across, task,
                   {w.q().data(),
                    moves ? w.v().data() : nullptr,
                    x,
                    {matrix ? &w.matrix()(0, 0) : w.out().data(), nullptr, nullptr}});
}

}  // namespace kinetree
