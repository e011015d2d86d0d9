// One state of a tree, several of its limbs in one register: memory, and numbers put into lanes.
//
// A pack of limbs is a chain of hinges on an anchor, a body of the trunk. Limbs are computed in
// lanes (hinges.hpp), the trunk by the kernels on one number, and where they meet lanes are
// taken apart. Limbs that are shorter than the longest have links without mass at their end, with a
// rotor, so that nothing is divided by zero.
#pragma once
#include "plan/hinges.hpp"
#include "plan/limb_lanes.hpp"
#include "plan/scratch.hpp"
#include "plan/zero_runs.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// A number of a pack, and where it goes.
struct LimbEntry {
  int from, to;
};
/// So many packs as lanes from one on, as rows: where each goes, the first `count` numbers of it.
struct LimbRows {
  int from, count, to[lanes];
};
/// Velocities of the trunk that limbs hang on, in a row; `row` counts all that came before.
struct MoverRun {
  int first, count, row;
};

/// Limbs side by side.
struct LimbGroup {
  Scratch<Pack> w;
  LimbPack pack;
  /// Per level and lane, where they are in the tree. After the end of a limb: of its last link.
  View<int> velocity, coordinate;
  View<Pack> ahead_sine, ahead_cosine;  ///< per level: what the angle is ahead of q
  View<int> row;                        ///< per lane: of the anchor's and its velocities
  View<int> length;                     ///< per lane
  View<int> anchor;        ///< per lane: a link of the trunk; the world comes after the last one
  bool one_anchor = true;  ///< of all lanes
  bool on_roots = true;    ///< all anchors are
  View<int> together;      ///< per lane: hinges whose velocities are in a row, from the first one
  View<Pack> moved;        ///< per velocity: 1 in the lanes whose anchors it moves, 0 in others
  View<LimbEntry> places;  ///< of the hinges' numbers
  int place_count = 0;
  View<spatial::Motion<Pack>> mover;  ///< per row of what the limbs hang on: in the root's frame
  View<spatial::Force<Pack>> felt;    ///< per level
  View<Pack> inverse_d;               ///< per level
  /// M in lanes, a level a row: entries with hinges and, from stride() on, with what is above.
  View<Pack> block;
  int width = 0;
  View<LimbRows> blocks, rows_above;  ///< where they go
  View<LimbEntry> scattered;          ///< what of it must go one by one, after the blocks
  View<int> cleared;                  ///< what of the blocks is in wrong places
  int block_count = 0, row_count = 0, scattered_count = 0, cleared_count = 0;
  View<Pack> matrix;  ///< of anchor and limb

  int levels() const { return pack.levels; }
  int velocities() const { return 6 + levels(); }
  int stride() const { return (levels() + lanes - 1) / lanes * lanes; }
  Hinges<Pack> hinges() const {
    return {levels(), false,          &w.X[1],     &w.inertia[1],   &w.v[6],
            &w.a[6],  &w.armature[6], &w.force[1], &w.out[6],       block.data(),
            width,    felt.data(),    &w.tau[6],   inverse_d.data()};
  }
  MatrixView<Pack> square() const { return {matrix.data(), velocities(), velocities()}; }
  template <class F>
  void for_each_lane(F f) const {
    for (int lane = 0; lane < lanes; ++lane) {
      if (length[lane] > 0) f(lane, pack.anchor[lane]);
    }
  }
  /// From the tree's arrays to level and lane, and back.
  void gather(const double* from, View<int> where, View<Pack> to, int first) const {
    for (int l = 0; l < levels(); ++l) to[first + l] = pick(from, &where[l * lanes]);
  }
  void scatter(View<const Pack> from, double* to) const {
    const double* const x = reinterpret_cast<const double*>(&from[6]);
    for (int k = 0; k < place_count; ++k) to[places[k].to] = x[places[k].from];
  }
  void place(const PlanView& plan, const LimbPack& limbs, Arena<Pack>& arena);
  void fill(const PlanView& plan);
  void number_rows(const PlanView& plan);
  void find_anchors(const PlanView& plan);
  void find_run(const PlanView& plan, int lane);
  void place_blocks(int n);
  void place_scattered(int n, int lane);
  void place_rows(int n, const MoverRun& run);
  void fill_level(const PlanView& plan, int l);
  void fill_pose(const PlanView& plan, int l, int lane);
};

/// Velocities that are not of limbs.
inline int trunk_velocities(const PlanView& plan) {
  int count = plan.nv;
  for (int g = 0; g < plan.limbs.size(); ++g) {
    const LimbPack& pack = plan.limbs[g];
    for (int k = 0; k < pack.levels * lanes; ++k) count -= pack.link[k] >= 0 ? 1 : 0;
  }
  return count;
}

struct LimbsScratch {
  Scratch<Single> trunk;
  View<spatial::Inertia<Single>> own;  ///< of the trunk's links, with the limbs they carry
  View<LimbGroup> group;
  View<int> angle;        ///< coordinates of the trunk's hinges; the last again fill a register
  int angles = 0;         ///< of them without that
  bool shifted = false;   ///< a slide of the trunk does not start at its coordinate
  bool floating = false;  ///< some limbs are on a robot that floats, with the first velocities
  bool all_float = true;
  View<int> above;  ///< other links of the trunk that have movers of limbs
  int above_count = 0;
  View<int> mover;     ///< velocities of the trunk that limbs hang on
  View<MoverRun> run;  ///< the same
  int rows = 0, runs = 0;
  View<RowRun> zeros;               ///< where M is to be cleared
  const double* cleared = nullptr;  ///< an M that is, and nobody else writes to

  void place(const PlanView& plan, Arena<Pack>& arena);
  void fill(const PlanView& plan);
  void list_movers(const PlanView& plan);
};

// ---- implementation ----

inline void LimbGroup::place(const PlanView& plan, const LimbPack& limbs, Arena<Pack>& arena) {
  pack = limbs;
  const int rows = trunk_velocities(plan), numbers = levels() * lanes;
  width = stride() + rows + lanes;
  w.place(*limbs.part, arena, false);
  velocity = arena.take<int>(levels() * lanes);
  coordinate = arena.take<int>(levels() * lanes);
  ahead_sine = arena.take<Pack>(levels());
  ahead_cosine = arena.take<Pack>(levels());
  row = arena.take<int>(lanes * velocities());
  length = arena.take<int>(lanes);
  anchor = arena.take<int>(lanes);
  together = arena.take<int>(lanes);
  moved = arena.take<Pack>(plan.nv);
  mover = arena.take<spatial::Motion<Pack>>(rows);
  places = arena.take<LimbEntry>(levels() * lanes);
  felt = arena.take<spatial::Force<Pack>>(levels());
  inverse_d = arena.take<Pack>(levels());
  block = arena.take<Pack>(levels() * width);
  blocks = arena.take<LimbRows>(levels() * stride() / lanes);
  rows_above = arena.take<LimbRows>(levels() * rows);
  scattered = arena.take<LimbEntry>(levels() * numbers);
  cleared = arena.take<int>(numbers * lanes);
  matrix = arena.take<Pack>(velocities() * velocities());
}

inline void LimbsScratch::place(const PlanView& plan, Arena<Pack>& arena) {
  if (plan.trunk == nullptr) return;
  trunk.place(*plan.trunk, arena, false);
  // With the world, and room for what is added behind it.
  const int room = plan.trunk->tree.size() + 2;
  own = arena.take<spatial::Inertia<Single>>(room);
  trunk.motion = arena.take<kernel::LinkMotion<Single>>(room);
  trunk.force = arena.take<spatial::Force<Single>>(room);
  trunk.twist = arena.take<spatial::Motion<Single>>(room);
  trunk.IA = arena.take<spatial::ArticulatedInertia<Single>>(room);
  trunk.X_common = arena.take<spatial::Pose<Single>>(room);
  angle = arena.take<int>(plan.trunk->angles.size() + lanes);
  above = arena.take<int>(plan.trunk->tree.size());
  mover = arena.take<int>(trunk_velocities(plan));
  run = arena.take<MoverRun>(mover.size());
  zeros = arena.take<RowRun>(zero_runs(plan));
  group = arena.take<LimbGroup>(plan.limbs.size());
  for (int g = 0; g < plan.limbs.size(); ++g) {
    LimbGroup counted;
    counted.place(plan, plan.limbs[g], arena);
    if (arena.counts()) continue;
    new (&group[g]) LimbGroup(counted);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
