// What is computed for one state of a tree, with its limbs in lanes.
#pragma once
#include "plan/dense_matrix.hpp"
#include "plan/limbs_fill.hpp"
#include "plan/state_kernels.hpp"
#include "plan/tasks.hpp"

namespace kinetree::KINETREE_SIMD_SET {

class LimbsTasks {
 public:
  LimbsTasks(const PlanView& plan, LimbsScratch& scratch, const StateArrays& arrays)
      : plan_(plan), s_(scratch), t_(scratch.trunk), x_(arrays) {
    copy(x_.q, t_.q);
    for (int k = 0; k < t_.q.size(); ++k) t_.q[k] = t_.q[k] + t_.offset[k];
    if (x_.v != nullptr) copy(x_.v, t_.v);
    pose_trunk();
    for (int g = 0; g < s_.group.size(); ++g) pose_limbs(s_.group[g]);
  }

  void mass_matrix() {
    for (int i = 0; i < s_.own.size(); ++i) s_.own[i] = t_.inertia[i];
    for (int g = 0; g < s_.group.size(); ++g) {
      const LimbGroup& limb = s_.group[g];
      kernel::crba<Pack>(limb.w.tree, limb.w.X, limb.w.Ic, chain(limb), 1);
      limb.for_each_lane([&](int lane, int anchor) {
        if (anchor >= 0) s_.own[anchor] = s_.own[anchor] + lane_of(limb.w.Ic[0], lane);
      });
    }
    Tree<Single> trunk = t_.tree;
    trunk.inertia = s_.own;
    clear(x_.out[0], static_cast<std::ptrdiff_t>(plan_.nv) * plan_.nv);
    const ClearedMatrix<Single> M(reinterpret_cast<Single*>(x_.out[0]), plan_.nv, plan_.nv);
    kernel::crba<Single>(trunk, t_.X, t_.Ic, M);
    for (int g = 0; g < s_.group.size(); ++g) write_limbs(s_.group[g], M);
    double* diagonal = x_.out[0];
    for (int k = 0; k < plan_.nv; ++k, diagonal += plan_.nv + 1) *diagonal += t_.armature[k].value;
  }
  void gravity() { forces<kernel::Terms::gravity>(); }
  void bias() { forces<kernel::Terms::bias>(); }
  void inverse_dynamics() {
    copy(x_.x, t_.a);
    forces<kernel::Terms::all>();
    for (int k = 0; k < plan_.nv; ++k) {
      x_.out[0][k] = x_.out[0][k] + t_.armature[k].value * x_.x[k];
    }
  }
  void forward_dynamics();
  /// Where the trunk is one link and all limbs are on it.
  void coriolis();

 private:
  static void copy(const double* from, View<Single> to) {
    for (int k = 0; k < to.size(); ++k) to[k] = from[k];
  }
  static LowerMatrix<Pack> chain(const LimbGroup& limb) {
    return {limb.matrix.data(), limb.velocities(), limb.velocities()};
  }

  void pose_trunk() {
    const View<const int> angles = plan_.trunk->angles;
    for (int j = 0; j < angles.size(); j += lanes) {
      Pack angle(0.0), sine, cosine;
      for (int w = 0; w < lanes && j + w < angles.size(); ++w) {
        angle.value[w] = x_.q[angles[j + w]];
      }
      sin_cos(angle, sine, cosine);
      for (int w = 0; w < lanes && j + w < angles.size(); ++w) {
        t_.sine[angles[j + w]] = sine[w];
        t_.cosine[angles[j + w]] = cosine[w];
        t_.turn_by_offset(*plan_.trunk, angles[j + w]);
      }
    }
    kernel::joint_poses<Single>(t_.tree, t_.q, t_.sines(), t_.X);
  }
  void pose_limbs(const LimbGroup& limb) {
    const Scratch<Pack>& w = limb.w;
    limb.gather(x_.q, limb.coordinate, w.q, 7);
    if (x_.v != nullptr) limb.gather(x_.v, limb.velocity, w.v, 6);
    for (int l = 0; l < limb.levels(); ++l) {
      const Pack &s = limb.ahead_sine[l], &c = limb.ahead_cosine[l];
      const auto sines = [&](int k, Pack& sine, Pack& cosine) {
        Pack sine0, cosine0;
        sin_cos(w.q[k], sine0, cosine0);
        sine = c * sine0 + s * cosine0;
        cosine = c * cosine0 - s * sine0;
      };
      set_joint_pose<Pack>(w.tree, l + 1, w.q, sines, w.X[l + 1]);
    }
  }

  /// Their own block, and what all joints above feel of them.
  void write_limbs(const LimbGroup& limb, const ClearedMatrix<Single>& M) {
    const double* const all = reinterpret_cast<const double*>(limb.matrix.data());
    for (int e = 0; e < limb.entries; ++e) {
      const LimbEntry& entry = limb.lower[e];
      x_.out[0][entry.to] = x_.out[0][entry.mirrored] = all[entry.from];
    }
    const int n = limb.velocities();
    limb.for_each_lane([&](int lane, int anchor) {
      if (anchor < 0) return;
      const bool floats = t_.tree.kind[anchor] == JointKind::floating;  // done
      if (floats && t_.tree.parent[anchor] < 0) return;
      const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(n) * lanes;
      const double* from = all + lane + 6 * apart;
      for (int i = 6; i < limb.length[lane] + 6; ++i, from += lanes) {
        const int k = limb.row[lane * n + i];
        const spatial::Force<Single> F{{from[3 * step], from[4 * step], from[5 * step]},
                                       {from[0], from[step], from[2 * step]}};
        for_each_column(t_.tree, anchor,
                        [&](int l, auto axis) { set_symmetric(M, k, l, dot(axis, F)); });
        kernel::entries_above<Single>(t_.tree, t_.X, anchor, k, F, M);
      }
    });
  }

  template <kernel::Terms terms>
  void forces();
  /// Into the six velocities of the anchor.
  static void set_anchor(View<Pack> to, int lane, const spatial::Motion<Single>& m) {
    const Single numbers[]{m.linear.x,  m.linear.y,  m.linear.z,
                           m.angular.x, m.angular.y, m.angular.z};
    for (int c = 0; c < 6; ++c) to[c].value[lane] = numbers[c].value;
  }
  void give_trunk() {
    for (int i = 0; i < t_.tree.size(); ++i) {
      for_each_column(t_.tree, i, [&](int k, auto) { x_.out[0][k] = t_.out[k].value; });
    }
  }

  const PlanView& plan_;
  LimbsScratch& s_;
  Scratch<Single>& t_;
  const StateArrays& x_;
};

}  // namespace kinetree::KINETREE_SIMD_SET
