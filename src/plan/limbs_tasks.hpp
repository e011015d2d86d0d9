// What is computed for one state of a tree, with its limbs in lanes.
#pragma once
#include "plan/dense_matrix.hpp"
#include "plan/limbs.hpp"
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
    const auto sines = [this](int k, Single& sine, Single& cosine) {
      sine = t_.sine[k];
      cosine = t_.cosine[k];
    };
    kernel::joint_poses<Single>(t_.tree, t_.q, sines, t_.X);
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
      const double* from = all + lane + 6 * lanes;
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
  void forces() {
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
        for (int i = 0; i < 6; ++i) to[row[i]] = (j < 6 ? to[row[i]] : 0.0) + at[i * lanes];
        for (int i = 6; i < count; ++i) to[row[i]] = at[i * lanes];
      }
    });
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
