// The tables of one instruction set. Compiled once for each: cmake/simd.cmake.
#include "plan/simd_tables.hpp"

namespace kinetree::KINETREE_SIMD_SET {

const StateKernels& state_kernels() noexcept;      // plan/state_kernels.cpp
const BatchKernels& batch_kernels() noexcept;      // batch/kernels.cpp
const RolloutKernels& rollout_kernels() noexcept;  // batch/rollout_kernels.cpp

const SimdTables& tables() noexcept {
  static constexpr SimdTables all{state_kernels, batch_kernels, rollout_kernels};
  return all;
}

}  // namespace kinetree::KINETREE_SIMD_SET
