// How each mass-matrix method is run on a workspace; the result is in matrix().
#pragma once
#include "evaluate/run_frame.hpp"
#include "kernel/mass_matrix/crba.hpp"
#include "kernel/mass_matrix/denoc.hpp"
#include "kernel/mass_matrix/explicit.hpp"
#include "kernel/mass_matrix/gdahj.hpp"
#include "kernel/mass_matrix/momentum.hpp"
#include "kernel/mass_matrix/progressive.hpp"
#include "kernel/mass_matrix/pseudo_inertia.hpp"

namespace kinetree {

/// M(q) into a matrix of the user's size; joint poses must be there.
template <class S>
void crba_into(Workspace<S>& w, MatrixView<S> M) noexcept {
  kernel::crba<S>(w.tree(), w.X_parent(), w.Ic(), w.tree_M(M));
  finish_matrix(w, M);
}

template <class S>
void run_crba(Workspace<S>& w) noexcept {
  joint_poses(w);
  crba_into(w, w.matrix());
}

template <class S>
void run_explicit(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  const Tree<S> tree = w.tree();
  const kernel::Geometry<S> g = w.geometry();
  const MatrixView<S> M = w.tree_M(w.matrix());
  w.for_each(tree.nv(), [&](int u) { kernel::explicit_row<S>(tree, g, u, M); });
  finish_matrix(w, w.matrix());
}

template <class S>
void run_momentum(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::momentum<S>(w.tree(), w.geometry(), w.momentum(), w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

template <class S>
void run_momentum_dense(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::momentum_dense<S>(w.tree(), w.geometry(), w.zero(), w.momentum(), w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

template <class S>
void run_pseudo_inertia(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::pseudo_inertia<S>(w.tree(), w.geometry(), w.zero(), w.pose_rates(), w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

template <class S>
void run_denoc_matrix(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::denoc_matrix<S>(w.tree(), w.geometry(), w.Ic(), w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

template <class S>
void run_progressive(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::progressive<S>(w.tree(), w.geometry(), w.momentum().J, w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

template <class S>
void run_gdahj(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::gdahj<S>(w.tree(), w.geometry(), w.gdahj(), w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

template <class S>
void run_gdahj_printed(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::gdahj_printed<S>(w.tree(), w.geometry(), w.gdahj(), w.tree_M(w.matrix()));
  finish_matrix(w, w.matrix());
}

}  // namespace kinetree
