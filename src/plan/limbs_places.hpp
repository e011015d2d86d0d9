// Where the numbers of M go from lanes, found once.
//
// Registers are written whole. What is behind the numbers of a limb, in the same register, falls on
// velocities that the limb has nothing to do with, where it is zero, on hinges of its own that are
// written afterwards, or on the first rows of the next column, which the trunk writes later.
#pragma once
#include "plan/limbs.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Rows of M are written in registers where what is behind them stays in their column.
inline void LimbGroup::find_run(const PlanView& plan, int lane) {
  const int* const at = &row[lane * velocities() + 6];
  int& count = together[lane];
  count = 0;
  while (count < length[lane] && at[count] == at[0] + count) ++count;
  if (count < length[lane] && at[0] + stride() > plan.nv) count = 0;
}

/// Packs of a level, from hinge i on, are rows of its columns; what a lane does not have goes
/// behind M, where there is room for a register.
inline void LimbGroup::place_blocks(int n) {
  for (int j = 0; j < levels(); ++j) {
    for (int i = 0; i < levels(); i += lanes) {
      LimbRows& x = blocks[block_count++];
      x.from = j * width + i;
      x.count = lanes;
      for (int lane = 0; lane < lanes; ++lane) {
        const bool there = j < length[lane] && i < together[lane];
        x.to[lane] = there ? velocity[j * lanes + lane] * n + velocity[lane] + i : n * n;
      }
    }
  }
  for (int lane = 0; lane < lanes; ++lane) place_scattered(n, lane);
}
/// Hinges whose velocities are not behind those of the others, where registers left them.
inline void LimbGroup::place_scattered(int n, int lane) {
  const int first = together[lane], written = (first + lanes - 1) / lanes * lanes;
  if (first == length[lane]) return;
  for (int j = 0; j < length[lane]; ++j) {
    const int column = velocity[j * lanes + lane] * n;
    for (int i = first; i < written; ++i) cleared[cleared_count++] = column + velocity[lane] + i;
    for (int i = first; i < length[lane]; ++i) {
      scattered[scattered_count++] = {(j * width + i) * lanes + lane,
                                      column + velocity[i * lanes + lane]};
    }
  }
}
/// Where a register of `count` numbers starts, so that the last one ends with them.
inline int register_start(int next, int count) {
  return next + lanes <= count ? next : count < lanes ? 0 : count - lanes;
}
inline void LimbGroup::place_rows(int n, const MoverRun& run) {
  for (int next = 0; next < run.count; next += lanes) {
    const int c = register_start(next, run.count);
    for (int j = 0; j < levels(); ++j) {
      LimbRows& x = rows_above[row_count++];
      x.from = j * width + stride() + run.row + c;
      x.count = run.count < lanes ? run.count : lanes;
      for (int lane = 0; lane < lanes; ++lane) {
        const bool there = j < length[lane];
        x.to[lane] = there ? velocity[j * lanes + lane] * n + run.first + c : n * n;
      }
    }
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
