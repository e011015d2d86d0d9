// Forces, accelerations and C of a tree with its limbs in lanes.
#pragma once
#include "plan/limbs_tasks.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Outwards the trunk comes first, inwards the limbs.
template <kernel::Terms terms>
void LimbsTasks::forces() {
  const spatial::Vec3<Single> a_world = -t_.tree.gravity;
  kernel::link_motions<terms, Single>(t_.tree, t_.X, t_.v, t_.a, a_world, t_.motion);
  for (int i = 0; i < t_.tree.size(); ++i) {
    t_.force[i] = kernel::inertia_force<terms>(t_.tree.inertia[i], t_.motion[i]);
  }
  for (int g = 0; g < s_.group.size(); ++g) {
    LimbGroup& limb = s_.group[g];
    Scratch<Pack>& w = limb.w;
    if constexpr (terms == kernel::Terms::all) limb.gather(x_.x, limb.velocity, w.a, 6);
    if constexpr (terms == kernel::Terms::bias) {
      for (int l = 0; l < limb.levels(); ++l) w.a[6 + l] = Pack(0.0);
    }
    limb.for_each_lane([&](int lane, int anchor) {
      const kernel::LinkMotion<Single> m =
          anchor < 0 ? kernel::LinkMotion<Single>{{}, {}, a_world} : t_.motion[anchor];
      spatial::Vec3<Pack>& g0 = w.tree.gravity;  // the anchor accelerates against it
      set_lane(g0, lane, -m.a);
      if constexpr (terms == kernel::Terms::gravity) return;
      set_anchor(w.v, lane, {m.omega, {}});
      set_anchor(w.a, lane, {m.alpha, {}});
    });
    // Anchors may accelerate where no joint of a limb does.
    constexpr auto limb_terms = terms == kernel::Terms::bias ? kernel::Terms::all : terms;
    kernel::rnea<limb_terms, Pack>(w.tree, w.X, w.v, w.a, w.motion, w.force, w.out);
    limb.scatter(w.out, x_.out[0]);
    limb.for_each_lane([&](int lane, int anchor) {
      if (anchor >= 0) t_.force[anchor] = t_.force[anchor] + lane_of(w.force[0], lane);
    });
  }
  kernel::project_forces<Single>(t_.tree, t_.X, t_.force, t_.out);
  give_trunk();
}

/// Limbs are eliminated first, then the trunk; accelerations go the other way.
inline void LimbsTasks::forward_dynamics() {
  copy(x_.x, t_.tau);
  const kernel::AbaWorkspace<Single> trunk = t_.aba();
  kernel::start_links<Single>(t_.tree, t_.X, t_.v, trunk);
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    const Scratch<Pack>& w = limb.w;
    limb.gather(x_.x, limb.velocity, w.tau, 6);
    limb.for_each_lane([&](int lane, int anchor) {
      set_anchor(w.v, lane, anchor < 0 ? spatial::Motion<Single>{} : trunk.twist[anchor]);
    });
    kernel::start_links<Pack>(w.tree, w.X, w.v, w.aba());
    kernel::eliminate_links<Pack>(w.tree, w.X, w.tau, w.aba(), 1);
    limb.for_each_lane([&](int lane, int anchor) {
      if (anchor < 0) return;
      trunk.IA[anchor] = trunk.IA[anchor] + lane_of(w.IA[0], lane);
      trunk.pA[anchor] = trunk.pA[anchor] + lane_of(w.force[0], lane);
    });
  }
  kernel::eliminate_links<Single>(t_.tree, t_.X, t_.tau, trunk);
  kernel::accelerate_links<Single>(t_.tree, t_.X, trunk, t_.out);
  give_trunk();
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    const Scratch<Pack>& w = limb.w;
    limb.for_each_lane([&](int lane, int anchor) {
      const spatial::Motion<Single> world{{}, -t_.tree.gravity};
      set_lane(w.twist[0], lane, anchor < 0 ? world : trunk.twist[anchor]);
    });
    kernel::accelerate_links<Pack>(w.tree, w.X, w.aba(), w.out, 1);
    limb.scatter(w.out, x_.out[0]);
  }
}

/// Blocks of the anchor add up: everything there is linear in what is carried.
inline void LimbsTasks::coriolis() {
  const MatrixView<Single> C(reinterpret_cast<Single*>(x_.out[0]), plan_.nv, plan_.nv);
  kernel::link_frame_coriolis<Single>(t_.tree, t_.X, t_.v, t_.coriolis(), C);
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    const Scratch<Pack>& w = limb.w;
    limb.for_each_lane([&](int lane, int) { set_anchor(w.v, lane, t_.twist[0]); });
    kernel::link_frame_coriolis<Pack>(w.tree, w.X, w.v, w.coriolis(), limb.square());
    const int n = limb.velocities();
    limb.for_each_lane([&](int lane, int) {
      const double* at = reinterpret_cast<const double*>(limb.matrix.data()) + lane;
      const int* const row = &limb.row[lane * n];
      const int count = limb.length[lane] + 6;
      for (int j = 0; j < count; ++j, at += static_cast<std::ptrdiff_t>(n) * lanes) {
        double* const to = x_.out[0] + static_cast<std::ptrdiff_t>(row[j]) * plan_.nv;
        for (int i = 0; i < 6; ++i) to[row[i]] = (j < 6 ? to[row[i]] : 0.0) + at[i * apart];
        for (int i = 6; i < count; ++i) to[row[i]] = at[i * apart];
      }
    });
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
