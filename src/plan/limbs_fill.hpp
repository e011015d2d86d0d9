// The numbers of limbs put into lanes, once.
#pragma once
#include <cmath>

#include "plan/limbs.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Entries with joints above the anchor, or of an anchor that does not float, are not among them.
inline void LimbGroup::list_entries(const PlanView& plan) {
  const int n = velocities();
  for (int lane = 0; lane < lanes; ++lane) {
    const int anchor = pack.anchor[lane];
    const bool floats = anchor >= 0 && plan.trunk->tree.kind[anchor] == JointKind::floating;
    const int* const at = &row[lane * n];
    for (int i = 6; i < length[lane] + 6; ++i) {
      for (int j = floats ? 0 : 6; j <= i; ++j) {
        lower[entries++] = {(j * n + i) * lanes + lane, at[j] * plan.nv + at[i],
                            at[i] * plan.nv + at[j]};
      }
    }
  }
}

/// All lanes of a level have the same form: that of the most general one.
inline void LimbGroup::fill(const PlanView& plan) {
  using Form = spatial::ScrewPose<double>::Form;
  w.fill(*pack.part);
  for (int lane = 0; lane < lanes; ++lane) {
    const int anchor = pack.anchor[lane];
    int* const to = &row[lane * velocities()];
    for (int c = 0; c < 6; ++c) to[c] = anchor < 0 ? -1 : plan.trunk->tree.first_v[anchor] + c;
    length[lane] = 0;
    for (int l = 0; l < levels(); ++l) {
      const int i = pack.link[l * lanes + lane];
      to[6 + l] = i < 0 ? -1 : plan.tree.first_v[i];
      if (i >= 0) length[lane] = l + 1;
    }
  }
  list_entries(plan);
  for (int k = 0; k < velocities(); ++k) w.v[k] = w.a[k] = w.tau[k] = Pack(0.0);
  w.twist[0] = {};  // of lanes without a limb
  w.X[0].form = spatial::ScrewPose<Pack>::Form::matrix;
  w.X[0].R = spatial::identity3<Pack>();
  for (int l = 0; l < levels(); ++l) {
    spatial::ScrewPose<Pack>& X = w.X[l + 1];
    int form = 0;
    for (int lane = 0; lane < lanes; ++lane) {
      const int i = pack.link[l * lanes + lane];
      if (i >= 0 && static_cast<int>(plan.pose[i].form) > form) {
        form = static_cast<int>(plan.pose[i].form);
      }
    }
    X.form = static_cast<spatial::ScrewPose<Pack>::Form>(form);
    const bool matrix_form = form == static_cast<int>(Form::matrix);
    for (int lane = 0; lane < lanes; ++lane) {
      const int i = pack.link[l * lanes + lane], at = l * lanes + lane;
      spatial::ScrewPose<double> pose;
      pose.form = Form::two;
      if (i >= 0) pose = plan.pose[i];
      velocity[at] = i < 0 ? -1 : plan.tree.first_v[i];
      coordinate[at] = i < 0 ? -1 : plan.tree.first_q[i];
      w.armature[6 + l].value[lane] = i < 0 ? 1 : plan.tree.armature[velocity[at]];
      const double offset = i < 0 ? 0 : plan.offset[coordinate[at]];
      spatial::Turn<double> ahead{std::sin(offset), std::cos(offset)};
      ahead.advance(pose.quarters);
      ahead_sine[l].value[lane] = ahead.sine;
      ahead_cosine[l].value[lane] = ahead.cosine;
      const auto set = [lane](Pack& to, double x) { to.value[lane] = x; };
      const auto set_vector = [&](spatial::Vec3<Pack>& to, const spatial::Vec3<double>& x) {
        set(to.x, x.x);
        set(to.y, x.y);
        set(to.z, x.z);
      };
      const auto set_screw = [&](spatial::Screw<Pack>& to, const spatial::Screw<double>& x) {
        set(to.sine, x.sine);
        set(to.cosine, x.cosine);
        set(to.length, x.length);
      };
      set_screw(X.joint, pose.joint);
      set_screw(X.twist, pose.twist);
      set_screw(X.branch, pose.branch);
      if (i < 0) pose.p = {};
      set_vector(X.p, pose.p);
      if (matrix_form) {
        if (pose.form == Form::matrix) pose.R = plan.tree.placement[i].R;
        const spatial::Mat3<double> R = whole(pose).R;  // without the turn of the joint
        set_vector(w.placement[l + 1].R.x, R.x);
        set_vector(w.placement[l + 1].R.y, R.y);
        set_vector(w.placement[l + 1].R.z, R.z);
        set_vector(w.placement[l + 1].p, pose.p);
      }
      const spatial::Inertia<double> b = i < 0 ? spatial::Inertia<double>{} : plan.tree.inertia[i];
      spatial::Inertia<Pack>& to = w.inertia[l + 1];
      set(to.mass, b.mass);
      set_vector(to.h, b.h);
      const double moments[]{b.I.xx, b.I.xy, b.I.xz, b.I.yy, b.I.yz, b.I.zz};
      Pack* const I[]{&to.I.xx, &to.I.xy, &to.I.xz, &to.I.yy, &to.I.yz, &to.I.zz};
      for (int c = 0; c < 6; ++c) set(*I[c], moments[c]);
    }
  }
}

inline void LimbsScratch::fill(const PlanView& plan) {
  if (plan.trunk == nullptr) return;
  trunk.fill(*plan.trunk);
  for (int g = 0; g < group.size(); ++g) group[g].fill(plan);
}

}  // namespace kinetree::KINETREE_SIMD_SET
