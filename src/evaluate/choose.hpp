// Which row of the registry an evaluator takes, and why.
#pragma once
#include <memory>
#include <string>

#include "evaluate/registry.hpp"
#include "plan/state_plan.hpp"

namespace kinetree {

/// What there is to choose from: the robot, and what was made for it. Null: nothing was.
struct MethodChoice {
  const Compiled& compiled;
  const StatePlan* plan;
  const GeneratedFunctions* code;
  bool reserved = false;  ///< room for edits: "auto" keeps to plain kernels
};

/// What "auto" takes.
const Registered<double>& automatic(Quantity quantity, const MethodChoice& from);
/// Throws UsageError where the method is not for this robot.
const Registered<double>& choose(Quantity quantity, std::string_view name,
                                 const MethodChoice& from);
/// Plain kernels for everything: the same bits on every processor.
Methods plain_methods(const Model& model);
/// A plan where one of the methods wants it. "auto" does not where room was reserved for edits:
/// they are to be followed without new memory, and give the bits of a new evaluator.
std::unique_ptr<StatePlan> make_plan(const Methods& wanted, const Compiled& compiled,
                                     bool reserved);
/// One line on the choice behind "auto".
std::string reason_of(Quantity quantity, const MethodChoice& from);

}  // namespace kinetree
