// The kernels of one instruction set, by their addresses.
#pragma once
#include <array>
#include <cstddef>

#include "plan/plan_view.hpp"

namespace kinetree {

enum class BatchTask : unsigned char {
  mass_matrix,
  packed_mass_matrix,
  coriolis,
  gravity,
  bias,
  inverse_dynamics,
  forward_dynamics,
  inverse_derivatives,
  forward_derivatives
};
inline constexpr std::size_t batch_tasks = 9;

/// Blocked arrays: what a task does not need is null.
struct BatchArrays {
  const double* q = nullptr;
  const double* v = nullptr;
  const double* x = nullptr;  ///< accelerations, or forces
  std::array<double*, 3> out{};
  bool streams = false;  ///< results are aligned, and more than caches keep
};

/// Evaluates blocks first to last - 1. Returns the block it did not take because a number of it is
/// not finite or a quaternion is not of length one; last, where it took them all.
using BatchKernel = std::ptrdiff_t (*)(const PlanView& plan, std::byte* memory,
                                       const BatchArrays& arrays, std::ptrdiff_t first,
                                       std::ptrdiff_t last);

struct BatchKernels {
  int lanes = 0;
  /// Whether a block is taken, for code that does not look itself.
  bool (*takes)(const PlanView& plan, const BatchArrays& arrays, std::ptrdiff_t block) = nullptr;
  std::size_t (*memory)(const PlanView& plan) = nullptr;  ///< bytes a thread needs
  void (*prepare)(const PlanView& plan, std::byte* memory) = nullptr;
  std::array<BatchKernel, batch_tasks> run{};
};

}  // namespace kinetree
