// How gravity, bias, inverse and forward dynamics are run on a workspace; the result is in out().
#pragma once
#include "evaluate/run_mass_matrix.hpp"
#include "kernel/forward_dynamics/cholesky.hpp"
#include "kernel/forward_dynamics/denoc.hpp"
#include "kernel/forward_dynamics/ltdl.hpp"
#include "kernel/inverse_dynamics/denoc.hpp"
#include "kernel/inverse_dynamics/explicit.hpp"
#include "kernel/inverse_dynamics/gdahj.hpp"

namespace kinetree {

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

template <class S>
void run_aba(Workspace<S>& w) noexcept {
  joint_poses(w);
  kernel::aba<S>(w.tree(), w.X_parent(), w.v(), w.tau(), w.aba(), w.out());
}

template <class S>
void run_denoc(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::denoc_forward_dynamics<S>(w.tree(), w.geometry(), w.v(), w.tau(), w.motion(), w.denoc(),
                                    w.out());
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

}  // namespace kinetree
