// What methods start from and end with: links placed along common axes; armature and mimics.
#pragma once
#include "evaluate/workspace.hpp"

namespace kinetree {

/// Poses of all joints: the first step of every method.
template <class S>
void joint_poses(Workspace<S>& w) noexcept {
  kernel::joint_poses<S>(w.tree(), w.q(), w.X_parent());
}

/// Poses of all links along the world's axes, which papers take as given.
template <class S>
void place_links(Workspace<S>& w) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  joint_poses(w);
  const Tree<S> tree = w.tree();
  const kernel::Geometry<S> g = w.geometry();
  for (int i = 0; i < tree.size(); ++i) {
    kernel::place_link<S>(tree, i, whole(w.X_parent()[i]), w.zero(), g);
  }
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

}  // namespace kinetree
