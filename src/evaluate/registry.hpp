// The registry: one table of methods, for every scalar. It drives the evaluator, the command line,
// the tests and the docs; a method that is not here does not exist. The table is in methods.hpp.
//
// A runner takes its inputs from the workspace and leaves its result in out() or matrix().
#pragma once
#include <span>

#include "evaluate/workspace.hpp"
#include "kinetree/evaluator.hpp"
#include "plan/state_kernels.hpp"

namespace kinetree {

template <class S>
struct Registered {
  Method method;
  void (*run)(Workspace<S>&) noexcept;
  bool subtrees = false;  ///< asks which links a link carries: they must be ordered
};

/// The rows of generated code, by Quantity: numbers only.
std::span<const Registered<double>> generated_registry() noexcept;

/// The row of a plan by its name, null where there is none; and by what is in the registers.
const Registered<double>* planned_row(Quantity quantity, std::string_view name) noexcept;
const Registered<double>& planned_row(Quantity quantity, Across across) noexcept;
/// The plain kernel behind a row of any table, for robots with or without mimics: what it computes
/// with, and costs.
std::string_view kernel_of(const Method& method, bool coupled) noexcept;
Across across_of(const Registered<double>& row) noexcept;
StateTask task_of(Quantity quantity) noexcept;

/// For double in registry.cpp, for OpCount in count.cpp, for Dual in dual_derivative.cpp: kernels
/// are compiled once a scalar.
template <class S>
std::span<const Registered<S>> registry() noexcept;

/// Throws UsageError: no method of that name, or the generated one, which has no kernel.
[[noreturn]] void refuse_method(Quantity quantity, std::string_view name);

/// The row of a method; throws UsageError where there is none.
template <class S>
const Registered<S>& registered(Quantity quantity, std::string_view name) {
  for (const Registered<S>& row : registry<S>()) {
    if (row.method.quantity == quantity && row.method.name == name) return row;
  }
  refuse_method(quantity, name);
}

/// ∂M/∂q has n³ numbers: one gigabyte at this many velocities, and beyond it is refused.
inline constexpr int largest_tensor = 512;
/// Throws UsageError where a method, or ∂M/∂q itself, would need more than fits.
void refuse_tensor(const Method& method, int velocities);
void refuse_tensor(std::string_view what, int velocities);

}  // namespace kinetree
