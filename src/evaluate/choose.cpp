#include "evaluate/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/error.hpp"
#include "kinetree/generated.hpp"

namespace kinetree {
namespace {

/// Beyond it a plan's own copy of everything would be large, and nothing of it measured.
constexpr int largest_planned = 2000;

/// Of plain kernels, the fastest measured for this shape (bench/kernels.cpp). Composite bodies win
/// on shallow trees, two dot products an entry from about 16 joints in a row on; so do the sparse
/// factor of M up to a dozen, articulated bodies beyond. Mimics rule out the last two.
std::string_view plain(Quantity quantity, const Compiled& compiled) {
  constexpr int shallow = 12, deep = 16;
  switch (quantity) {
    case Quantity::mass_matrix:
      return compiled.depth() < deep ? "crba" : "gdahj";
    case Quantity::coriolis:
      return "recursive";
    case Quantity::forward_dynamics:
      if (compiled.coupled()) return "cholesky";
      return compiled.depth() <= shallow ? "ltdl" : "aba";
    default:
      return "rnea";
  }
}

/// The row of generated code, if it was brought along and has what is asked for.
const Registered<double>& choose_generated(Quantity quantity, const GeneratedFunctions* code) {
  if (code == nullptr) {
    throw UsageError(fmt::format(
        "{}=generated: there is no code yet (set Options::generated to what compile_generated() "
        "gives)",
        to_string(quantity)));
  }
  const std::array<bool, 6> present{
      code->mass_matrix != nullptr,      code->coriolis != nullptr,
      code->gravity != nullptr,          code->bias != nullptr,
      code->inverse_dynamics != nullptr, code->forward_dynamics != nullptr};
  const auto which = static_cast<std::size_t>(quantity);
  if (present[which]) return generated_registry()[which];
  throw UsageError(
      fmt::format("{0}=generated: the generated code has no {0}", to_string(quantity)));
}

/// With mimics, accelerations come from M and h.
StateTask deciding(Quantity quantity, const MethodChoice& from) {
  const bool solves = quantity == Quantity::forward_dynamics && from.compiled.coupled();
  return task_of(solves ? Quantity::mass_matrix : quantity);
}

void refuse_plan(const Registered<double>& row, const MethodChoice& from) {
  const Method& method = row.method;
  if (from.plan == nullptr) {
    throw UsageError(fmt::format("{}={}: plans are made for 1 to {} velocities, this robot has {}",
                                 to_string(method.quantity), method.name, largest_planned,
                                 from.compiled.nv));
  }
  const Across across = across_of(row);
  if (from.plan->has(across, deciding(method.quantity, from))) return;
  const char* needs = "takes trees with at least half of their links in limbs, two or more";
  if (across == Across::bodies) {
    needs = "takes joints of one axis each, on a root that may float";
  } else if (from.plan->view(across).trunk != nullptr) {
    const bool fits = from.plan->view(across).nv >= from.plan->simd(across).lanes;
    needs = fits ? "takes limbs on one floating body"
                 : "takes robots with a velocity for every lane of a register";
  }
  throw UsageError(fmt::format("{}={}: {} (screws takes any robot)", to_string(method.quantity),
                               method.name, needs));
}

}  // namespace

const Registered<double>& automatic(Quantity quantity, const MethodChoice& from) {
  if (from.plan != nullptr && !from.reserved) {
    return planned_row(quantity, from.plan->fastest(deciding(quantity, from)));
  }
  return registered<double>(quantity, plain(quantity, from.compiled));
}

const Registered<double>& choose(Quantity quantity, std::string_view name,
                                 const MethodChoice& from) {
  if (name == "auto") return automatic(quantity, from);
  if (name == "generated") return choose_generated(quantity, from.code);
  const Registered<double>* const plan = planned_row(quantity, name);
  const Registered<double>& row = plan != nullptr ? *plan : registered<double>(quantity, name);
  if (from.compiled.coupled() && !row.method.mimic) {
    throw UsageError(
        fmt::format("{}={}: this method does not take mimicking joints (use "
                    "{}, or make the joints independent: --mimic off)",
                    to_string(quantity), name, plain(quantity, from.compiled)));
  }
  if (plan != nullptr) refuse_plan(row, from);
  refuse_tensor(row.method, from.compiled.tree.nv());
  return row;
}

Methods plain_methods(const Model& model) {
  const Compiled compiled = compile(model, true);
  Methods result;
  for (const Quantity quantity : quantities()) result[quantity] = plain(quantity, compiled);
  return result;
}

std::unique_ptr<StatePlan> make_plan(const Methods& wanted, const Compiled& compiled,
                                     bool reserved) {
  if (compiled.nv == 0 || compiled.tree.nv() > largest_planned) return nullptr;
  const bool asked = std::any_of(quantities().begin(), quantities().end(), [&](Quantity quantity) {
    const std::string& name = wanted[quantity];
    return name == "auto" ? !reserved : planned_row(quantity, name) != nullptr;
  });
  return asked ? std::make_unique<StatePlan>(compiled) : nullptr;
}

std::string reason_of(Quantity quantity, const MethodChoice& from) {
  const Compiled& compiled = from.compiled;
  if (from.plan == nullptr || from.reserved) {
    return compiled.nv > 0 && compiled.tree.nv() <= largest_planned
               ? "room is reserved for edits, which plain kernels follow without new memory"
               : fmt::format("{} velocities, depth {}", compiled.nv, compiled.depth());
  }
  const Across across = from.plan->fastest(deciding(quantity, from));
  const SimdSet& set = from.plan->simd(across);
  const PlanView& view = from.plan->view(across);
  const char* const shape = view.chain ? "a chain" : "a tree";
  switch (across) {
    case Across::bodies:
      return fmt::format("{} of {}: {} bodies in a register ({})", shape, view.nv, set.lanes,
                         set.name);
    case Across::limbs:
      return fmt::format("a trunk of {} with limbs: up to {} in a register ({})",
                         view.trunk->tree.size(), set.lanes, set.name);
    case Across::nothing:
      break;
  }
  return fmt::format("{} of {}: {} sines in a register ({})", shape, view.nv, set.lanes, set.name);
}

}  // namespace kinetree
