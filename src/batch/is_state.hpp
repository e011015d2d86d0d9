// Whether a block of inputs is one of states.
#pragma once
#include "batch/kernels.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Zero in every lane; not where a number is not finite. In two sums, which do not wait for each
/// other.
inline Pack zero_of(const double* from, std::ptrdiff_t count) {
  const Pack zero(0.0);
  Pack even(0.0), odd(0.0);
  std::ptrdiff_t k = 0;
  for (; k + 1 < count; k += 2) {
    even = even + zero * Pack::load(from + k * lanes);
    odd = odd + zero * Pack::load(from + (k + 1) * lanes);
  }
  if (k < count) even = even + zero * Pack::load(from + k * lanes);
  return even + odd;
}

/// False where a number of the block is not finite, or a quaternion not of length one.
inline bool is_state(const PlanView& plan, const BatchArrays& arrays, std::ptrdiff_t block) {
  const std::ptrdiff_t first = block * lanes;
  const double* const q = arrays.q + first * plan.nq;
  Pack sum = zero_of(q, plan.nq);
  if (arrays.v != nullptr) sum = sum + zero_of(arrays.v + first * plan.nv, plan.nv);
  if (arrays.x != nullptr) sum = sum + zero_of(arrays.x + first * plan.nv, plan.nv);
  if (!all_zero(sum)) return false;
  for (int k = 0; k < plan.quaternion.size(); ++k) {
    Pack norm(-1.0);
    for (int i = plan.quaternion[k]; i < plan.quaternion[k] + 4; ++i) {
      const Pack x = Pack::load(q + static_cast<std::ptrdiff_t>(i) * lanes);
      norm = norm + x * x;
    }
    if (any_beyond(norm, 2e-6)) return false;
  }
  return true;
}

}  // namespace kinetree::KINETREE_SIMD_SET
