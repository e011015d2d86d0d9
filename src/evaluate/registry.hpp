// The registry: one table of methods, for every scalar. It drives the evaluator, the command line,
// the tests and the docs; a method that is not here does not exist.
//
// A runner takes its inputs from the workspace and leaves its result in out() or M().
#pragma once
#include <array>

#include "evaluate/workspace.hpp"
#include "kernel/forward_dynamics/cholesky.hpp"
#include "kernel/forward_dynamics/ltdl.hpp"
#include "kernel/inverse_dynamics/rnea.hpp"
#include "kernel/mass_matrix/crba.hpp"
#include "kinetree/evaluator.hpp"

namespace kinetree {

/// Poses of all joints: the first step of every method.
template <class S>
void joint_poses(Workspace<S>& w) noexcept {
  kernel::joint_poses<S>(w.tree(), w.q(), w.X_parent());
}

/// M(q) into a matrix of the user's size; joint poses must be there.
template <class S>
void crba_into(Workspace<S>& w, MatrixView<S> M) noexcept {
  kernel::crba<S>(w.tree(), w.X_parent(), w.Ic(), w.coupled() ? w.tree_M() : M);
  if (w.coupled()) kernel::reduce_matrix<S>(w.v_coupling(), w.tree_M(), M);
}

template <class S>
void run_crba(Workspace<S>& w) noexcept {
  joint_poses(w);
  crba_into(w, w.M());
}

template <kernel::Terms terms, class S>
void run_rnea(Workspace<S>& w) noexcept {
  joint_poses(w);
  kernel::rnea<terms, S>(w.tree(), w.X_parent(), w.v(), w.a(), w.motion(), w.force(), w.tree_out());
  if (w.coupled()) kernel::reduce<S>(w.v_coupling(), w.tree_out(), w.out());
}

template <class S>
void run_aba(Workspace<S>& w) noexcept {
  joint_poses(w);
  kernel::aba<S>(w.tree(), w.X_parent(), w.v(), w.tau(), w.aba(), w.out());
}

/// out = tau - h, and M where its factor will be: the start of every M-and-factor method.
template <class S>
void prepare_solution(Workspace<S>& w) noexcept {
  run_rnea<kernel::Terms::bias>(w);
  for (int k = 0; k < w.nv(); ++k) w.out()[k] = w.tau()[k] - w.out()[k];
  crba_into(w, w.factor());
}

template <class S>
void run_cholesky(Workspace<S>& w) noexcept {
  prepare_solution(w);
  kernel::cholesky_factor(w.factor());
  kernel::cholesky_solve(w.factor(), w.out());
}

template <class S>
void run_ltdl(Workspace<S>& w) noexcept {
  prepare_solution(w);
  kernel::ltdl_factor(w.tree().previous, w.factor());
  kernel::ltdl_solve(w.tree().previous, w.factor(), w.out());
}

template <class S>
struct Registered {
  Method method;
  void (*run)(Workspace<S>&) noexcept;
};

template <class S>
inline constexpr std::array<Registered<S>, 7> registry{{
    {{Quantity::mass_matrix, "crba", "composite rigid bodies", "O(n d)", "walker_orin1982", true},
     run_crba<S>},
    {{Quantity::gravity, "rnea", "Newton–Euler recursion at rest", "O(n)", "luh_walker_paul1980",
      true},
     run_rnea<kernel::Terms::gravity, S>},
    {{Quantity::bias, "rnea", "Newton–Euler recursion without acceleration", "O(n)",
      "luh_walker_paul1980", true},
     run_rnea<kernel::Terms::bias, S>},
    {{Quantity::inverse_dynamics, "rnea", "Newton–Euler recursion", "O(n)", "luh_walker_paul1980",
      true},
     run_rnea<kernel::Terms::all, S>},
    {{Quantity::forward_dynamics, "aba", "articulated bodies", "O(n)", "featherstone2008", false},
     run_aba<S>},
    {{Quantity::forward_dynamics, "cholesky", "M, then dense Cholesky", "O(n³)", "mohan_saha2007",
      true},
     run_cholesky<S>},
    {{Quantity::forward_dynamics, "ltdl", "M, then branch-sparse LᵀDL", "O(n d²)",
      "featherstone2008", false},
     run_ltdl<S>},
}};

}  // namespace kinetree
