// Forces, accelerations and C of a tree with its limbs in lanes.
#pragma once
#include "plan/limbs_matrix.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Outwards the trunk comes first, inwards the limbs. Sines of limbs are left for when the trunk,
/// one number after the other, waits for its own results.
template <kernel::Terms terms>
void LimbsTasks::forces() {
  pose_whole_trunk();
  const View<const Single> v = rates(x_.v), a = rates(x_.x);
  kernel::link_motions<terms, Single>(t_.tree, t_.X, v, a, -t_.tree.gravity, t_.motion);
  for (int i = 0; i < t_.tree.size(); ++i) {
    t_.force[i] = kernel::inertia_force<terms>(t_.tree.inertia[i], t_.motion[i]);
  }
  t_.force[t_.tree.size()] = {};
  pose_limbs();
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    const Scratch<Pack>& w = limb.w;
    if constexpr (terms == kernel::Terms::all) limb.gather(x_.x, limb.velocity, w.a, 6);
    const auto anchors =
        lanes_of<kernel::LinkMotion>(t_.motion, limb.anchor.data(), limb.one_anchor);
    add_lanes<spatial::Force>(hinge_forces<terms, own>(limb.hinges(), anchors), limb.anchor.data(),
                              t_.force);
    limb.scatter(w.out, x_.out[0]);
  }
  kernel::project_forces<Single>(t_.tree, t_.X, t_.force, results());
  if constexpr (terms != kernel::Terms::all) return;
  for (int i = 0; i < t_.tree.size(); ++i) {
    for_each_column(t_.tree, i, [&](int k, auto) {
      x_.out[0][k] = x_.out[0][k] + t_.armature[k].value * x_.x[k];
    });
  }
}

/// Limbs are eliminated first, then the trunk; accelerations go the other way. Of a limb M is
/// formed: for so few hinges in a row, that is less than to carry articulated inertias along them.
inline void LimbsTasks::forward_dynamics() {
  pose_whole_trunk();
  const kernel::AbaWorkspace<Single> trunk = t_.aba();
  const int world = t_.tree.size();
  kernel::start_links<Single>(t_.tree, t_.X, rates(x_.v), trunk);
  trunk.twist[world] = {};
  trunk.IA[world] = {};
  trunk.pA[world] = {};
  pose_limbs();
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    const Scratch<Pack>& w = limb.w;
    const int* const anchor = limb.anchor.data();
    limb.gather(x_.x, limb.velocity, w.tau, 6);
    const auto twist = lanes_of<spatial::Motion>(trunk.twist, anchor, limb.one_anchor);
    // As if no twist changed, neither that of the anchors nor by the hinges.
    spatial::Force<Pack> pA = hinge_forces<kernel::Terms::bias, own>(
        limb.hinges(),
        kernel::LinkMotion<Pack>{twist.angular, {}, cross(twist.angular, twist.linear)});
    for (int l = 6; l < limb.velocities(); ++l) w.tau[l] = w.tau[l] - w.out[l];
    spatial::ArticulatedInertia<Pack> IA = articulated(limb_matrix<false>(limb));
    eliminate_hinges<own>(limb.hinges(), IA, pA);
    add_lanes<spatial::ArticulatedInertia>(IA, anchor, trunk.IA);
    add_lanes<spatial::Force>(pA, anchor, trunk.pA);
  }
  kernel::eliminate_links<Single>(t_.tree, t_.X, rates(x_.x), trunk);
  kernel::accelerate_links<Single>(t_.tree, t_.X, trunk, results());
  trunk.twist[world] = {{}, -t_.tree.gravity};
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    accelerate_hinges<own>(
        limb.hinges(), lanes_of<spatial::Motion>(trunk.twist, limb.anchor.data(), limb.one_anchor));
    limb.scatter(limb.w.out, x_.out[0]);
  }
}

/// Blocks of the anchor add up: everything there is linear in what is carried.
inline void LimbsTasks::coriolis() {
  pose_whole_trunk();
  pose_limbs();
  const MatrixView<Single> C(reinterpret_cast<Single*>(x_.out[0]), plan_.nv, plan_.nv);
  kernel::link_frame_coriolis<Single>(t_.tree, t_.X, rates(x_.v), t_.coriolis(), C);
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
