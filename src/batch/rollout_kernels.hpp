// Rollouts on the registers of one instruction set, by their addresses.
#pragma once
#include <cstddef>

#include "plan/plan_view.hpp"

namespace kinetree {

/// A joint in the user's coordinates: so many that add, and a quaternion behind them if it turns
/// in space.
struct RolloutJoint {
  int q = 0, v = 0, plain = 0;
  bool turns = false;
};

struct RolloutPlan {
  PlanView model;
  View<const RolloutJoint> joints;
};

/// Blocked arrays, and how to step.
struct RolloutArrays {
  const double *q = nullptr, *v = nullptr, *tau = nullptr;
  double *q_end = nullptr, *v_end = nullptr, *q_samples = nullptr, *v_samples = nullptr;
  int* failed = nullptr;
  double step = 0;
  int steps = 0, every = 0;
  bool held = false;  ///< one tau for all steps
  bool rk4 = false;
};

struct RolloutKernels {
  int lanes = 0;
  std::size_t (*memory)(const RolloutPlan& plan) = nullptr;  ///< bytes a thread needs
  void (*prepare)(const RolloutPlan& plan, std::byte* memory) = nullptr;
  /// Blocks first to last - 1, each for all its steps.
  void (*run)(const RolloutPlan& plan, std::byte* memory, const RolloutArrays& arrays,
              std::ptrdiff_t first, std::ptrdiff_t last) = nullptr;
};

}  // namespace kinetree
