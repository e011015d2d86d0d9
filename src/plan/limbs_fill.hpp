// The numbers of limbs put into lanes, once.
#pragma once
#include <cmath>

#include "plan/bodies_fill.hpp"
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

/// Where velocities of the anchor and of the limb are, lane by lane.
inline void LimbGroup::number_rows(const PlanView& plan) {
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
}

/// The pose of a joint but for its turn, as the form of its level wants it.
inline void LimbGroup::fill_pose(const PlanView& plan, int l, int lane) {
  using Form = spatial::ScrewPose<double>::Form;
  const int i = pack.link[l * lanes + lane];
  spatial::ScrewPose<double> pose;
  pose.form = Form::two;
  if (i >= 0) pose = plan.pose[i];
  const double offset = i < 0 ? 0 : plan.offset[plan.tree.first_q[i]];
  spatial::Turn<double> ahead{std::sin(offset), std::cos(offset)};
  ahead.advance(pose.quarters);
  ahead_sine[l].value[lane] = ahead.sine;
  ahead_cosine[l].value[lane] = ahead.cosine;
  const auto set_screw = [lane](spatial::Screw<Pack>& to, const spatial::Screw<double>& from) {
    to.sine.value[lane] = from.sine;
    to.cosine.value[lane] = from.cosine;
    to.length.value[lane] = from.length;
  };
  spatial::ScrewPose<Pack>& X = w.X[l + 1];
  set_screw(X.joint, pose.joint);
  set_screw(X.twist, pose.twist);
  set_screw(X.branch, pose.branch);
  set_lane(X.p, lane, pose.p);
  if (X.form != spatial::ScrewPose<Pack>::Form::matrix) return;
  if (pose.form == Form::matrix) pose.R = plan.tree.placement[i].R;
  const spatial::Mat3<double> R = whole(pose).R;
  spatial::Pose<Pack>& to = w.placement[l + 1];
  set_lane(to.R.x, lane, R.x);
  set_lane(to.R.y, lane, R.y);
  set_lane(to.R.z, lane, R.z);
  set_lane(to.p, lane, pose.p);
}

/// All lanes of a level have the same form: that of the most general one.
inline void LimbGroup::fill_level(const PlanView& plan, int l) {
  int form = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const int i = pack.link[l * lanes + lane];
    const int own = i < 0 ? 0 : static_cast<int>(plan.pose[i].form);
    form = own > form ? own : form;
  }
  w.X[l + 1].form = static_cast<spatial::ScrewPose<Pack>::Form>(form);
  for (int lane = 0; lane < lanes; ++lane) {
    const int at = l * lanes + lane, i = pack.link[at];
    velocity[at] = i < 0 ? -1 : plan.tree.first_v[i];
    coordinate[at] = i < 0 ? -1 : plan.tree.first_q[i];
    w.armature[6 + l].value[lane] = i < 0 ? 1 : plan.tree.armature[velocity[at]];
    set_lane(w.inertia[l + 1], lane, i < 0 ? spatial::Inertia<double>{} : plan.tree.inertia[i]);
    fill_pose(plan, l, lane);
  }
}

inline void LimbGroup::fill(const PlanView& plan) {
  w.fill(*pack.part);
  number_rows(plan);
  list_entries(plan);
  for (int k = 0; k < velocities(); ++k) w.v[k] = w.a[k] = w.tau[k] = Pack(0.0);
  w.twist[0] = {};  // of lanes without a limb
  w.X[0].form = spatial::ScrewPose<Pack>::Form::matrix;
  w.X[0].R = spatial::identity3<Pack>();
  for (int l = 0; l < levels(); ++l) fill_level(plan, l);
}

inline void LimbsScratch::fill(const PlanView& plan) {
  if (plan.trunk == nullptr) return;
  trunk.fill(*plan.trunk);
  for (int g = 0; g < group.size(); ++g) group[g].fill(plan);
}

}  // namespace kinetree::KINETREE_SIMD_SET
