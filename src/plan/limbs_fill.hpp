// The numbers of limbs put into lanes, once.
#pragma once
#include <cmath>

#include "plan/bodies_fill.hpp"
#include "plan/limbs_places.hpp"

namespace kinetree::KINETREE_SIMD_SET {

inline void LimbGroup::find_anchors(const PlanView& plan) {
  const Tree<double>& trunk = plan.trunk->tree;
  for (int lane = 0; lane < lanes; ++lane) {
    const int i = length[lane] > 0 ? pack.anchor[lane] : pack.anchor[0];
    anchor[lane] = i < 0 ? trunk.size() : i;
    one_anchor = one_anchor && anchor[lane] == anchor[0];
    on_roots = on_roots && (i < 0 || trunk.parent[i] < 0);
    find_run(plan, lane);
    const int* const at = &row[lane * velocities() + 6];
    for (int l = 0; l < length[lane]; ++l) places[place_count++] = {l * lanes + lane, at[l]};
    if (length[lane] == 0) continue;
    for (int k = plan.tree.previous[at[0]]; k >= 0; k = plan.tree.previous[k]) {
      moved[k].value[lane] = 1;
    }
  }
}

/// Where velocities of the anchor and of the limb are, lane by lane.
inline void LimbGroup::number_rows(const PlanView& plan) {
  for (int lane = 0; lane < lanes; ++lane) {
    const int on = pack.anchor[lane];
    int* const to = &row[lane * velocities()];
    for (int c = 0; c < 6; ++c) to[c] = on < 0 ? -1 : plan.trunk->tree.first_v[on] + c;
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
    const int last = length[lane] > 0 ? pack.link[(length[lane] - 1) * lanes + lane] : pack.link[0];
    velocity[at] = plan.tree.first_v[i < 0 ? last : i];
    coordinate[at] = plan.tree.first_q[i < 0 ? last : i];
    w.armature[6 + l].value[lane] = i < 0 ? 1 : plan.tree.armature[velocity[at]];
    set_lane(w.inertia[l + 1], lane, i < 0 ? spatial::Inertia<double>{} : plan.tree.inertia[i]);
    fill_pose(plan, l, lane);
  }
}

inline void LimbGroup::fill(const PlanView& plan) {
  w.fill(*pack.part);
  for (int k = 0; k < moved.size(); ++k) moved[k] = Pack(0.0);
  number_rows(plan);
  find_anchors(plan);
  for (int k = 0; k < block.size(); ++k) block[k] = Pack(0.0);  // what is after the limbs stays so
  for (int k = 0; k < velocities(); ++k) w.v[k] = w.a[k] = w.tau[k] = Pack(0.0);
  w.twist[0] = {};  // of lanes without a limb
  w.X[0].form = spatial::ScrewPose<Pack>::Form::matrix;
  w.X[0].R = spatial::identity3<Pack>();
  for (int l = 0; l < levels(); ++l) fill_level(plan, l);
  place_blocks(plan.nv);
}

inline void LimbsScratch::list_movers(const PlanView& plan) {
  const Tree<double>& tree = plan.trunk->tree;
  const auto moves_limbs = [this](int k) {
    bool some = false;
    for (int g = 0; g < group.size(); ++g) some = some || !all_zero(group[g].moved[k]);
    return some;
  };
  floating = tree.size() > 0 && tree.kind[0] == JointKind::floating && tree.first_v[0] == 0 &&
             moves_limbs(0);
  for (int g = 0; floating && g < group.size(); ++g) {
    for (int lane = 0; lane < lanes; ++lane) {
      all_float = all_float && (group[g].length[lane] == 0 || group[g].moved[0][lane] == 1);
    }
  }
  for (int k = 0; k < plan.nv; ++k) {
    if (!moves_limbs(k)) continue;
    if (runs == 0 || run[runs - 1].first + run[runs - 1].count != k) run[runs++] = {k, 0, rows};
    ++run[runs - 1].count;
    mover[rows++] = k;
  }
  for (int g = 0; g < group.size(); ++g) {
    for (int r = 0; r < runs; ++r) group[g].place_rows(plan.nv, run[r]);
  }
  for (int i = floating ? 1 : 0; i < tree.size(); ++i) {
    if (moves_limbs(tree.first_v[i])) above[above_count++] = i;
  }
}

inline void LimbsScratch::fill(const PlanView& plan) {
  if (plan.trunk == nullptr) return;
  trunk.fill(*plan.trunk);
  if (zeros.size() > 1) {
    RowRun* to = zeros.data();
    for_each_zero_run(plan, [&to](int first, int last) { *to++ = {first, last}; });
  } else if (zeros.size() == 1) {
    zeros[0] = {0, plan.nv * plan.nv - 1};
  }
  const Tree<double>& tree = plan.trunk->tree;
  const int world = tree.size();
  trunk.motion[world] = {{}, {}, -trunk.tree.gravity};
  trunk.X_common[world] = {};
  angles = plan.trunk->angles.size();
  for (int k = 0; k < angle.size(); ++k) {
    angle[k] = angles == 0 ? 0 : plan.trunk->angles[k < angles ? k : angles - 1];
  }
  for (int g = 0; g < group.size(); ++g) group[g].fill(plan);
  list_movers(plan);
  for (int i = 0; i < tree.size(); ++i) {
    const bool slides = tree.kind[i] == JointKind::prismatic || tree.kind[i] == JointKind::helical;
    shifted = shifted || (slides && plan.offset[tree.first_q[i]] != 0);
    trunk.X_common[i] = {};  // stays so for roots
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
