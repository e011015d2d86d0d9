// One state of a tree, several of its limbs in one register: memory, and numbers put into lanes.
//
// A pack of limbs is a chain of hinges on an anchor, a body that moves as it likes: what plain
// kernels compute for the six velocities of the anchor is what the trunk feels of the limb, or
// gives to it. So limbs run the kernels on packs, the trunk runs them on one number, and where they
// meet lanes are taken apart. Limbs that are shorter than the longest have links without mass at
// their end, with a rotor, so that nothing is divided by zero.
#pragma once
#include "plan/lanes.hpp"
#include "plan/scratch.hpp"
#include "scalar/single.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Structs of the same kind, of packs and of single numbers: a lane of one to the other.
template <template <class> class T>
T<Single> lane_of(const T<Pack>& from, int lane) {
  T<Single> to;
  const double* const x = reinterpret_cast<const double*>(&from) + lane;
  double* const y = reinterpret_cast<double*>(&to);
  for (int c = 0; c < static_cast<int>(sizeof to / sizeof(double)); ++c) y[c] = x[c * apart];
  return to;
}
template <template <class> class T>
void set_lane(T<Pack>& to, int lane, const T<Single>& from) {
  const double* const x = reinterpret_cast<const double*>(&from);
  double* const y = reinterpret_cast<double*>(&to) + lane;
  for (int c = 0; c < static_cast<int>(sizeof from / sizeof(double)); ++c) y[c * apart] = x[c];
}

/// An entry of a matrix of anchor and limb, and where it goes in the robot's: at (k, l) and (l, k).
struct LimbEntry {
  int from, to, mirrored;
};

/// Limbs side by side.
struct LimbGroup {
  Scratch<Pack> w;
  LimbPack pack;
  View<int> velocity, coordinate;       ///< per level and lane, where they are in the tree; or -1
  View<Pack> ahead_sine, ahead_cosine;  ///< per level: what the angle is ahead of q
  View<int> row;                        ///< per lane: of the anchor's and its velocities
  View<int> length;                     ///< per lane
  View<LimbEntry> lower;                ///< of its lower triangle: limbs, and floating anchors
  int entries = 0;
  View<Pack> matrix;  ///< of anchor and limb

  int levels() const { return pack.levels; }
  int velocities() const { return 6 + levels(); }
  MatrixView<Pack> square() const { return {matrix.data(), velocities(), velocities()}; }
  template <class F>
  void for_each_lane(F f) const {
    for (int lane = 0; lane < lanes; ++lane) {
      if (length[lane] > 0) f(lane, pack.anchor[lane]);
    }
  }
  /// From the tree's arrays to level and lane, and back.
  void gather(const double* from, View<int> where, View<Pack> to, int first) const {
    for (int l = 0; l < levels(); ++l) {
      Pack x(0.0);
      for (int lane = 0; lane < lanes; ++lane) {
        const int k = where[l * lanes + lane];
        if (k >= 0) x.value[lane] = from[k];
      }
      to[first + l] = x;
    }
  }
  void scatter(View<const Pack> from, double* to) const {
    for (int l = 0; l < levels(); ++l) {
      for (int lane = 0; lane < lanes; ++lane) {
        const int k = velocity[l * lanes + lane];
        if (k >= 0) to[k] = from[6 + l][lane];
      }
    }
  }
  void place(const LimbPack& limbs, Arena<Pack>& arena);
  void fill(const PlanView& plan);
  void number_rows(const PlanView& plan);
  void list_entries(const PlanView& plan);
  void fill_level(const PlanView& plan, int l);
  void fill_pose(const PlanView& plan, int l, int lane);
};

struct LimbsScratch {
  Scratch<Single> trunk;
  View<spatial::Inertia<Single>> own;  ///< of the trunk's links, with the limbs they carry
  View<LimbGroup> group;

  void place(const PlanView& plan, Arena<Pack>& arena);
  void fill(const PlanView& plan);
};

// ---- implementation ----

inline void LimbGroup::place(const LimbPack& limbs, Arena<Pack>& arena) {
  pack = limbs;
  w.place(*limbs.part, arena, false);
  velocity = arena.take<int>(levels() * lanes);
  coordinate = arena.take<int>(levels() * lanes);
  ahead_sine = arena.take<Pack>(levels());
  ahead_cosine = arena.take<Pack>(levels());
  row = arena.take<int>(lanes * velocities());
  length = arena.take<int>(lanes);
  lower = arena.take<LimbEntry>(lanes * velocities() * velocities());
  matrix = arena.take<Pack>(velocities() * velocities());
}

inline void LimbsScratch::place(const PlanView& plan, Arena<Pack>& arena) {
  if (plan.trunk == nullptr) return;
  trunk.place(*plan.trunk, arena, false);
  own = arena.take<spatial::Inertia<Single>>(plan.trunk->tree.size());
  group = arena.take<LimbGroup>(plan.limbs.size());
  for (int g = 0; g < plan.limbs.size(); ++g) {
    LimbGroup counted;
    counted.place(plan.limbs[g], arena);
    if (arena.counts()) continue;
    new (&group[g]) LimbGroup(counted);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
