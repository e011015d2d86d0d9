// What is computed for one state of a tree, with its limbs in lanes.
#pragma once
#include "plan/dense_matrix.hpp"
#include "plan/hinge_forces.hpp"
#include "plan/limbs_fill.hpp"
#include "plan/state_kernels.hpp"
#include "plan/tasks.hpp"

namespace kinetree::KINETREE_SIMD_SET {

class LimbsTasks {
  static constexpr int own = 0;

 public:
  LimbsTasks(const PlanView& plan, LimbsScratch& scratch, const StateArrays& arrays)
      : plan_(plan), s_(scratch), t_(scratch.trunk), x_(arrays) {}

  void mass_matrix();
  void gravity() { forces<kernel::Terms::gravity>(); }
  void bias() { forces<kernel::Terms::bias>(); }
  void inverse_dynamics() { forces<kernel::Terms::all>(); }
  void forward_dynamics();
  /// Where the trunk is one link and all limbs are on it.
  void coriolis();

 private:
  /// The user's numbers as the trunk's kernels want them: in the trunk, places are those of the
  /// tree.
  static View<const Single> singles(const double* x, int count) {
    return {reinterpret_cast<const Single*>(x), count};
  }
  View<const Single> rates(const double* x) const { return singles(x, plan_.nv); }
  View<Single> results() const { return {reinterpret_cast<Single*>(x_.out[0]), plan_.nv}; }

  void pose_trunk() {
    for (int j = 0; j < s_.angles; j += lanes) {
      Pack sine, cosine;
      sin_cos(pick(x_.q, &s_.angle[j]), sine, cosine);
      for (int w = 0; w < lanes; ++w) {
        t_.sine[s_.angle[j + w]] = sine[w];
        t_.cosine[s_.angle[j + w]] = cosine[w];
      }
    }
    for (int j = 0; j < s_.angles; ++j) t_.turn_by_offset(*plan_.trunk, s_.angle[j]);
    q_ = singles(x_.q, t_.q.size());
    if (s_.shifted) {
      for (int k = 0; k < t_.q.size(); ++k) t_.q[k] = q_[k] + t_.offset[k];
      q_ = t_.q;
    }
    for (int i = 0; i < t_.tree.size(); ++i) {
      if (t_.tree.parent[i] >= 0) set_joint_pose<Single>(t_.tree, i, q_, t_.sines(), t_.X[i]);
    }
  }
  /// And where the roots are in the world, which M does not depend on.
  void pose_whole_trunk() {
    pose_trunk();
    for (int i = 0; i < t_.tree.size(); ++i) {
      if (t_.tree.parent[i] < 0) set_joint_pose<Single>(t_.tree, i, q_, t_.sines(), t_.X[i]);
    }
  }
  void pose_limbs() {
    for (int g = 0; g < s_.group.size(); ++g) pose_limbs(s_.group[g]);
  }
  void pose_limbs(const LimbGroup& limb) {
    const Scratch<Pack>& w = limb.w;
    if (x_.v != nullptr) limb.gather(x_.v, limb.velocity, w.v, 6);
    const auto angle = [&](int l) { return pick(x_.q, &limb.coordinate[l * lanes]); };
    sines_of(limb.levels(), angle, [&](int l, const Pack& sine, const Pack& cosine) {
      const Pack &s = limb.ahead_sine[l], &c = limb.ahead_cosine[l];
      spatial::ScrewPose<Pack>& X = w.X[l + 1];
      X.joint.sine = c * sine + s * cosine;
      X.joint.cosine = c * cosine - s * sine;
      if (X.form == spatial::ScrewPose<Pack>::Form::matrix) {
        X.R = turn_z(w.placement[l + 1].R, X.joint.sine, X.joint.cosine);
      }
    });
  }

  template <bool by_links>
  static spatial::Inertia<Pack> limb_matrix(const LimbGroup& limb);
  void write_zeros();
  void find_movers();
  void write_rows(const LimbGroup& limb, const LimbRows* rows, int count) const;
  void write_blocks(const LimbGroup& limb) const;
  void find_rows_above(const LimbGroup& limb);
  void mirror(const MoverRun& run) const;

  template <kernel::Terms terms>
  void forces();
  /// Into the six velocities of the anchor.
  static void set_anchor(View<Pack> to, int lane, const spatial::Motion<Single>& m) {
    const Single numbers[]{m.linear.x,  m.linear.y,  m.linear.z,
                           m.angular.x, m.angular.y, m.angular.z};
    for (int c = 0; c < 6; ++c) to[c].value[lane] = numbers[c].value;
  }

  const PlanView& plan_;
  LimbsScratch& s_;
  Scratch<Single>& t_;
  const StateArrays& x_;
  View<const Single> q_;  ///< of the trunk
};

}  // namespace kinetree::KINETREE_SIMD_SET
