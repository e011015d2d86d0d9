// Where M is zero by structure, as it lies in memory.
#pragma once
#include "plan/plan_view.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Calls f(first, last) for numbers of M in a row that are zero by structure, column by column.
template <class F>
void for_each_zero_run(const PlanView& plan, F f) {
  const int n = plan.nv;
  const int *const previous = plan.tree.previous.data(), *const last = plan.last.data();
  for (int k = 0; k < n; ++k) {
    for (int i = k; i >= 0; i = previous[i]) {
      if (i > previous[i] + 1) f(k * n + previous[i] + 1, k * n + i - 1);
    }
    int start = k + 1;
    for (int i = k + 1; i <= last[k]; ++i) {
      int before = i;
      while (before > k) before = previous[before];
      if (before != k) continue;
      if (i > start) f(k * n + start, k * n + i - 1);
      start = i + 1;
    }
    if (start < n) f(k * n + start, k * n + n - 1);
  }
}
/// How many there are; 1 where they are so short that clearing all of M takes less.
inline int zero_runs(const PlanView& plan) {
  int runs = 0;
  for_each_zero_run(plan, [&runs](int, int) { ++runs; });
  return 3 * runs < plan.nv * plan.nv / lanes ? runs : 1;
}

}  // namespace kinetree::KINETREE_SIMD_SET
