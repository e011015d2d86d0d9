// How each Coriolis method is run on a workspace; the result is in matrix().
#pragma once
#include "evaluate/run_frame.hpp"
#include "kernel/coriolis/kronecker.hpp"
#include "kernel/coriolis/link_frames.hpp"
#include "kernel/gravity/progressive.hpp"

namespace kinetree {

/// Gᵀ C G: rotors turn at constant inertia and add nothing.
template <class S>
void finish_coriolis(Workspace<S>& w) noexcept {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  if (w.coupled()) {
    kernel::reduce_matrix<S>(w.v_coupling(), w.tree_M(w.matrix()), w.matrix());
  }
}

template <class S>
void run_recursive_coriolis(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::recursive_coriolis<S>(w.tree(), w.geometry(), w.v(), w.coriolis(), w.tree_M(w.matrix()));
  finish_coriolis(w);
}

template <class S>
void run_link_frame_coriolis(Workspace<S>& w) noexcept {
  joint_poses(w);
  kernel::link_frame_coriolis<S>(w.tree(), w.X_parent(), w.v(), w.coriolis(), w.tree_M(w.matrix()));
  finish_coriolis(w);
}

template <class S>
void run_christoffel(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::christoffel_coriolis<S>(w.tree(), w.geometry(), w.v(), w.tensor(), w.tree_M(w.matrix()));
  finish_coriolis(w);
}

template <class S>
void run_kronecker(Workspace<S>& w) noexcept {
  place_links_and_inertias(w);
  kernel::kronecker_coriolis<S>(w.tree(), w.geometry(), w.v(), w.tensor(), w.spare(),
                                w.tree_M(w.matrix()));
  finish_coriolis(w);
}

template <class S>
void run_progressive_coriolis(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::progressive_coriolis<S>(w.tree(), w.geometry(), w.v(), w.progressive(),
                                  w.tree_M(w.matrix()));
  finish_coriolis(w);
}

template <class S>
void run_progressive_gravity(Workspace<S>& w) noexcept {
  place_links(w);
  kernel::progressive_gravity<S>(w.tree(), w.geometry(), w.tree_out());
  finish_forces<kernel::Terms::gravity>(w);
}

}  // namespace kinetree
