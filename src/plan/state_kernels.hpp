// The kernels that evaluate one state at a time, of one instruction set, by their addresses.
#pragma once
#include <array>
#include <cstddef>

#include "plan/plan_view.hpp"

namespace kinetree {

/// What the lanes of a register hold while one state is evaluated.
enum class Across : unsigned char {
  nothing,  ///< one number; only sines and cosines are computed several at once
  bodies,   ///< of a chain
  limbs     ///< of a tree
};
inline constexpr std::size_t acrosses = 3;

enum class StateTask : unsigned char {
  mass_matrix,
  coriolis,
  gravity,
  bias,
  inverse_dynamics,
  forward_dynamics,
  inverse_derivatives,
  forward_derivatives
};
inline constexpr std::size_t state_tasks = 8;

/// Room that a matrix must have after its last number: registers are written whole.
inline constexpr int state_padding = 8;

/// Plain arrays of the tree's coordinates: what a task does not need is null.
struct StateArrays {
  const double* q = nullptr;
  const double* v = nullptr;
  const double* x = nullptr;  ///< accelerations, or forces
  std::array<double*, 3> out{};
  /// Whether what a call of the same task leaves in the first of them stays there until the next.
  bool kept = false;
};

using StateKernel = void (*)(const PlanView& plan, std::byte* memory,
                             const StateArrays& arrays) noexcept;

struct StateKernels {
  std::size_t (*memory)(const PlanView& plan) = nullptr;  ///< bytes
  void (*prepare)(const PlanView& plan, std::byte* memory) = nullptr;
  std::array<std::array<StateKernel, state_tasks>, acrosses> run{};  ///< null: not that way
};

}  // namespace kinetree
