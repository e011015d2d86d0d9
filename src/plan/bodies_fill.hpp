// The numbers of links put into lanes, once.
#pragma once
#include "plan/bodies.hpp"

namespace kinetree::KINETREE_SIMD_SET {

inline void set_lane(spatial::Vec3<Pack>& to, int lane, const spatial::Vec3<double>& from) {
  to.x.value[lane] = from.x;
  to.y.value[lane] = from.y;
  to.z.value[lane] = from.z;
}
inline void set_lane(spatial::Inertia<Pack>& to, int lane, const spatial::Inertia<double>& from) {
  to.mass.value[lane] = from.mass;
  set_lane(to.h, lane, from.h);
  to.I.xx.value[lane] = from.I.xx;
  to.I.xy.value[lane] = from.I.xy;
  to.I.xz.value[lane] = from.I.xz;
  to.I.yy.value[lane] = from.I.yy;
  to.I.yz.value[lane] = from.I.yz;
  to.I.zz.value[lane] = from.I.zz;
}

inline void set_lane(LinkGroup& to, int lane, const AxisLink& from) {
  set_lane(to.R.x, lane, from.R.x);
  set_lane(to.R.y, lane, from.R.y);
  set_lane(to.R.z, lane, from.R.z);
  set_lane(to.p, lane, from.p);
  set_lane(to.along, lane, from.along);
  to.turns.value[lane] = from.turns;
}

/// Bits of the lanes in a row with the one so many lanes before.
inline unsigned joined_lanes(unsigned starts, int by) {
  unsigned joined = 0;
  for (int k = by; k < lanes; ++k) {
    const bool apart_from_it = (starts >> (k - by + 1) & ((1U << by) - 1)) != 0;
    joined |= (apart_from_it ? 0U : 1U) << k;
  }
  return joined;
}

inline void Bodies::fill(const PlanView& plan) {
  if (groups == 0) return;
  const Tree<double>& tree = plan.tree;
  *base = {Pack(-tree.gravity.x), Pack(-tree.gravity.y), Pack(-tree.gravity.z)};
  for (int k = 0; small != nullptr && k < 2 * small_rows + 2; ++k) small[k] = {};
  for (int k = 0; k < groups * groups; ++k) reach[k] = plan.reach[k];
  for (int k = 0; k < groups * lanes; ++k) in_a_row[k] = plan.in_a_row[k];
  for (int k = 0; k < count + lanes; ++k) {
    armature[k] = k < count ? tree.armature[k] : 0;
    rotors = rotors || armature[k] != 0;
  }
  articulated.fill(plan);
  double* to = columns;
  for (int g = 0; g < groups; ++g) {
    LinkGroup& l = link[g];
    l.at = plan.groups[g];
    row[g] = l.at.row;
    for (int step = 0; step < 3; ++step) l.joined[step] = joined_lanes(l.at.starts, 1 << step);
    for (int lane = 0; lane < lanes; ++lane, to += Columns::numbers) {
      const bool there = g >= floating && lane < l.at.count;
      const int i = l.at.link + lane;
      set_lane(l, lane, there ? plan.axis_link[i] : AxisLink{});
      const bool heavy = there || (floating > 0 && g == 0 && lane == 0);
      set_lane(l.inertia, lane, heavy ? tree.inertia[i] : spatial::Inertia<double>{});
      const bool slide = l.turns[lane] == 0;
      l.offset.value[lane] = slide ? plan.offset[l.at.q + lane] : 0;
      slides = slides || slide;
      for (int c = 0; !along_lanes && c < Columns::numbers; ++c)
        to[c] = c == 0 || c == 5 || c == 10 ? 1 : 0;
    }
  }
  for (int k = 0; floating > 0 && k < floating * lanes; ++k) {  // axes of the root
    double* const phi = reinterpret_cast<double*>(&body[k / lanes].phi) + k % lanes;
    for (int c = 0; c < 6; ++c) phi[c * apart] = (c + 3) % 6 == k ? 1 : 0;  // linear ones first
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
