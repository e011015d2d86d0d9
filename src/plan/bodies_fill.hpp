// The numbers of a chain put into lanes, once.
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

inline void Bodies::fill(const PlanView& plan) {
  const Tree<double>& tree = plan.tree;
  base = {{}, {Pack(-tree.gravity.x), Pack(-tree.gravity.y), Pack(-tree.gravity.z)}};
  for (int k = 0; k < groups * lanes * Columns::numbers; ++k) columns[k] = 0;
  for (int k = 0; small != nullptr && k <= 2 * small_rows; ++k) small[k] = {};
  for (int i = 0; i < groups * lanes; ++i) {
    LinkGroup& to = link[i / lanes];
    const int lane = i % lanes;
    const bool there = i < count;
    const ChainLink x = there ? plan.chain[i] : ChainLink{spatial::identity3<double>(), {}, {}, 1};
    set_lane(to.R.x, lane, x.R.x);
    set_lane(to.R.y, lane, x.R.y);
    set_lane(to.R.z, lane, x.R.z);
    set_lane(to.p, lane, x.p);
    set_lane(to.along, lane, x.along);
    set_lane(to.inertia, lane, there ? tree.inertia[i] : spatial::Inertia<double>{});
    to.offset.value[lane] = x.turns == 0 ? plan.offset[i] : 0;
    to.turns.value[lane] = x.turns;
    armature[i] = there ? tree.armature[i] : 0;
    slides = slides || x.turns == 0;
    rotors = rotors || armature[i] != 0;
    for (int c = 0; c < 3; ++c) columns[i * Columns::numbers + 5 * c] = 1;
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
