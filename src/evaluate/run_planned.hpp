// Runners of plans: the same inputs and outputs as a kernel's, in lanes.
#pragma once
#include "evaluate/workspace.hpp"
#include "kernel/forward_dynamics/cholesky.hpp"
#include "plan/state_plan.hpp"

namespace kinetree {

/// In the tree's coordinates.
template <Across across, StateTask task>
void run_in_tree(Workspace<double>& w, double* result) noexcept {
  constexpr bool moves = task != StateTask::mass_matrix && task != StateTask::gravity;
  const Inputs<double>& in = w.inputs();
  const InputVector<double>& x = task == StateTask::forward_dynamics ? in.tau : in.a;
  w.planned()->run(across, task,
                   {in.q.given,
                    moves ? in.v.given : nullptr,
                    x.given,
                    {result, nullptr, nullptr},
                    w.keeps_matrix()});
}
template <Across across, StateTask task>
void run_matrix_planned(Workspace<double>& w, MatrixView<double> user) noexcept {
  const MatrixView<double> tree = w.tree_M(user);
  run_in_tree<across, task>(w, &tree(0, 0));
  if (w.coupled()) kernel::reduce_matrix<double>(w.v_coupling(), tree, user);
}
template <Across across, StateTask task>
void run_vector_planned(Workspace<double>& w) noexcept {
  run_in_tree<across, task>(w, w.tree_out().data());
  if (w.coupled()) kernel::reduce<double>(w.v_coupling(), w.tree_out(), w.out());
}
/// Branches that mimics couple are no tree: M as a whole.
template <Across across>
void solve_coupled(Workspace<double>& w) noexcept {
  run_vector_planned<across, StateTask::bias>(w);
  for (int k = 0; k < w.nv(); ++k) w.out()[k] = w.tau()[k] - w.out()[k];
  run_matrix_planned<across, StateTask::mass_matrix>(w, w.factor());
  kernel::cholesky_factor(w.factor());
  kernel::cholesky_solve(w.factor(), w.out());
}

template <Across across, StateTask task>
void run_planned(Workspace<double>& w) noexcept {
  if constexpr (task == StateTask::mass_matrix || task == StateTask::coriolis) {
    run_matrix_planned<across, task>(w, w.matrix());
  } else if (task == StateTask::forward_dynamics && w.coupled()) {
    solve_coupled<across>(w);
  } else {
    run_vector_planned<across, task>(w);
  }
}

}  // namespace kinetree
