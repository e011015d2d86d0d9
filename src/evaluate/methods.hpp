// How each method is run on a workspace, and the table of them all.
#pragma once
#include <array>

#include "evaluate/registry.hpp"
#include "kernel/forward_dynamics/cholesky.hpp"
#include "kernel/forward_dynamics/ltdl.hpp"
#include "kernel/inverse_dynamics/denoc.hpp"
#include "kernel/inverse_dynamics/explicit.hpp"
#include "kernel/inverse_dynamics/gdahj.hpp"
#include "kernel/mass_matrix/crba.hpp"
#include "kernel/mass_matrix/denoc.hpp"
#include "kernel/mass_matrix/explicit.hpp"
#include "kernel/mass_matrix/gdahj.hpp"
#include "kernel/mass_matrix/momentum.hpp"
#include "kernel/mass_matrix/progressive.hpp"
#include "kernel/mass_matrix/pseudo_inertia.hpp"

namespace kinetree {

// ---- what methods start from and end with
// --------------------------------------------------------

/// Poses of all links along the world's axes, which papers take as given.
template <class S>
void place_links(Workspace<S>& w) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  joint_poses(w);
  const Tree<S> tree = w.tree();
  const kernel::Geometry<S> g = w.geometry();
  for (int i = 0; i < tree.size(); ++i) kernel::place_link(tree, i, w.X_parent()[i], w.zero(), g);
}
template <class S>
void place_links_and_inertias(Workspace<S>& w) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  place_links(w);
  for (int i = 0; i < w.tree().size(); ++i) kernel::turn_inertia<S>(w.tree(), i, w.geometry());
}

/// Completes what a kernel left in tree_M(M): rotor inertias, and the user's coordinates.
template <class S>
void finish_matrix(Workspace<S>& w, MatrixView<S> M) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  kernel::add_armature<S>(w.tree(), w.tree_M(M));
  if (w.coupled()) kernel::reduce_matrix<S>(w.v_coupling(), w.tree_M(M), M);
}
/// The same for forces; with accelerations the rotors take their share.
template <kernel::Terms terms, class S>
void finish_forces(Workspace<S>& w) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  const View<S> tau = w.tree_out();
  if constexpr (terms == kernel::Terms::all) {
    for (int k = 0; k < tau.size(); ++k) tau[k] = tau[k] + w.tree().armature[k] * w.a()[k];
  }
  if (w.coupled()) kernel::reduce<S>(w.v_coupling(), tau, w.out());
}

// ---- mass matrix
// -----------------------------------------------------------------------------------

/// M(q) into a matrix of the user's size; joint poses must be there.
template <class S>
void crba_into(Workspace<S>& w, MatrixView<S> M) noexcept {
  kernel::crba<S>(w.tree(), w.X_parent(), w.Ic(), w.tree_M(M));
  finish_matrix(w, M);
}

template <class S>
void run_crba(Workspace<S>& w) noexcept {
  joint_poses(w);
  crba_into(w, w.M());
}

template <class S>
void run_explicit(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  const Tree<S> tree = w.tree();
  const kernel::Geometry<S> g = w.geometry();
  const MatrixView<S> M = w.tree_M(w.M());
  w.for_each(tree.nv(), [&](int u) { kernel::explicit_row<S>(tree, g, u, M); });
  finish_matrix(w, w.M());
}

template <class S>
void run_momentum(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::momentum<S>(w.tree(), w.geometry(), w.momentum(), w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

template <class S>
void run_momentum_dense(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::momentum_dense<S>(w.tree(), w.geometry(), w.zero(), w.momentum(), w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

template <class S>
void run_pseudo_inertia(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::pseudo_inertia<S>(w.tree(), w.geometry(), w.zero(), w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

template <class S>
void run_denoc_matrix(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::denoc_matrix<S>(w.tree(), w.geometry(), w.Ic(), w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

template <class S>
void run_progressive(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::progressive<S>(w.tree(), w.geometry(), w.momentum().J, w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

template <class S>
void run_gdahj(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::gdahj<S>(w.tree(), w.geometry(), w.gdahj(), w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

template <class S>
void run_gdahj_printed(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::gdahj_printed<S>(w.tree(), w.geometry(), w.gdahj(), w.tree_M(w.M()));
  finish_matrix(w, w.M());
}

// ---- gravity, bias, inverse dynamics
// ---------------------------------------------------------------

template <kernel::Terms terms, class S>
void run_rnea(Workspace<S>& w) noexcept {
  joint_poses(w);
  kernel::rnea<terms, S>(w.tree(), w.X_parent(), w.v(), w.a(), w.motion(), w.force(), w.tree_out());
  finish_forces<terms>(w);
}

template <class S>
void run_explicit_bias(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::explicit_bias<S>(w.tree(), w.geometry(), w.v(), {w.motion(), w.force()}, w.tree_out());
  finish_forces<kernel::Terms::bias>(w);
}

template <class S>
void run_explicit_inverse(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::explicit_inverse_dynamics<S>(w.tree(), w.geometry(), w.v(), w.a(),
                                       {w.motion(), w.force()}, w.tree_out());
  finish_forces<kernel::Terms::all>(w);
}

template <kernel::Terms terms, class S>
void run_denoc_forces(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::denoc_forces<terms, S>(w.tree(), w.geometry(), w.v(), w.a(), w.motion(), w.force(),
                                 w.tree_out());
  finish_forces<terms>(w);
}

template <class S>
void run_gdahj_inverse(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::gdahj_inverse_dynamics<S>(w.tree(), w.geometry(), w.v(), w.a(), w.injection(),
                                    w.tree_out());
  finish_forces<kernel::Terms::all>(w);
}

// ---- forward dynamics
// --------------------------------------------------------------------------------

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

// ---- the table
// -----------------------------------------------------------------------------------

template <class S>
inline constexpr std::array method_table{
    Registered<S>{{Quantity::mass_matrix, "crba", "composite rigid bodies", "O(n d)",
                   "walker_orin1982", true},
                  run_crba<S>},
    Registered<S>{{Quantity::mass_matrix, "explicit", "every element in closed form", "O(n³)",
                   "wang_ju", true},
                  run_explicit<S>},
    Registered<S>{{Quantity::mass_matrix, "momentum", "Jacobians of the joints that move a link",
                   "O(n d²)", "wang_ju", true},
                  run_momentum<S>},
    Registered<S>{{Quantity::mass_matrix, "momentum_dense", "Jacobians of all joints, as printed",
                   "O(n³)", "wang_ju", true},
                  run_momentum_dense<S>},
    Registered<S>{{Quantity::mass_matrix, "pseudo_inertia", "4×4 pseudo-inertia matrices",
                   "O(n d²)", "wang_ju", true},
                  run_pseudo_inertia<S>},
    Registered<S>{{Quantity::mass_matrix, "denoc", "natural orthogonal complement", "O(n d)",
                   "mohan_saha2007", true},
                  run_denoc_matrix<S>},
    Registered<S>{
        {Quantity::mass_matrix, "progressive", "screws, link by link", "O(n d²)", "laus2009", true},
        run_progressive<S>},
    Registered<S>{
        {Quantity::mass_matrix, "gdahj", "two dot products an entry", "O(n d)", "safeea2018", true},
        run_gdahj<S>},
    Registered<S>{{Quantity::mass_matrix, "gdahj_printed", "the same with the sums as printed",
                   "O(n d)", "safeea2018", true},
                  run_gdahj_printed<S>},
    Registered<S>{{Quantity::gravity, "rnea", "Newton–Euler recursion at rest", "O(n)",
                   "luh_walker_paul1980", true},
                  run_rnea<kernel::Terms::gravity, S>},
    Registered<S>{{Quantity::bias, "rnea", "Newton–Euler recursion without acceleration", "O(n)",
                   "luh_walker_paul1980", true},
                  run_rnea<kernel::Terms::bias, S>},
    Registered<S>{
        {Quantity::bias, "explicit", "every joint in closed form", "O(n d)", "wang_ju", true},
        run_explicit_bias<S>},
    Registered<S>{
        {Quantity::bias, "denoc", "natural orthogonal complement", "O(n)", "mohan_saha2007", true},
        run_denoc_forces<kernel::Terms::bias, S>},
    Registered<S>{{Quantity::inverse_dynamics, "rnea", "Newton–Euler recursion", "O(n)",
                   "luh_walker_paul1980", true},
                  run_rnea<kernel::Terms::all, S>},
    Registered<S>{{Quantity::inverse_dynamics, "denoc", "natural orthogonal complement", "O(n)",
                   "mohan_saha2007", true},
                  run_denoc_forces<kernel::Terms::all, S>},
    Registered<S>{{Quantity::inverse_dynamics, "explicit", "every joint in closed form", "O(n³)",
                   "wang_ju", true},
                  run_explicit_inverse<S>},
    Registered<S>{
        {Quantity::inverse_dynamics, "gdahj", "frame injection", "O(n d)", "safeea2018", true},
        run_gdahj_inverse<S>},
    Registered<S>{{Quantity::forward_dynamics, "aba", "articulated bodies", "O(n)",
                   "featherstone2008", false},
                  run_aba<S>},
    Registered<S>{{Quantity::forward_dynamics, "cholesky", "M, then dense Cholesky", "O(n³)",
                   "mohan_saha2007", true},
                  run_cholesky<S>},
    Registered<S>{{Quantity::forward_dynamics, "ltdl", "M, then branch-sparse LᵀDL", "O(n d²)",
                   "featherstone2008", false},
                  run_ltdl<S>},
};

}  // namespace kinetree
