// The registry as the public sees it, and the choice behind "auto".
#include "evaluate/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/methods.hpp"
#include "evaluate/run_generated.hpp"
#include "kinetree/error.hpp"

namespace kinetree {
namespace {

constexpr auto listed = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array<Method, sizeof...(i)>{method_table<double>[i].method...};
}
(std::make_index_sequence<method_table<double>.size()>());

constexpr Method generated_method(Quantity quantity, std::string_view summary) {
  // Mimics: the workspace holds the tree's coordinates, generated code takes the user's.
  return {quantity, "generated", summary, "one robot", "khalil_kleinfinger1986", false};
}
constexpr std::array generated_table{
    Registered<double>{generated_method(Quantity::mass_matrix, "crba, unrolled"),
                       run_generated_mass_matrix},
    Registered<double>{generated_method(Quantity::coriolis, "link_frames, unrolled"),
                       run_generated_coriolis},
    Registered<double>{generated_method(Quantity::gravity, "rnea, unrolled"),
                       run_generated_gravity},
    Registered<double>{generated_method(Quantity::bias, "rnea, unrolled"), run_generated_bias},
    Registered<double>{generated_method(Quantity::inverse_dynamics, "rnea, unrolled"),
                       run_generated_inverse},
    Registered<double>{generated_method(Quantity::forward_dynamics, "ltdl or aba, unrolled"),
                       run_generated_forward}};
constexpr auto generated_list = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array<Method, sizeof...(i)>{generated_table[i].method...};
}
(std::make_index_sequence<generated_table.size()>());

constexpr std::array quantity_list{Quantity::mass_matrix,      Quantity::coriolis,
                                   Quantity::gravity,          Quantity::bias,
                                   Quantity::inverse_dynamics, Quantity::forward_dynamics};

}  // namespace

template <>
std::span<const Registered<double>> registry<double>() noexcept {
  return method_table<double>;
}

std::span<const Registered<double>> generated_registry() noexcept { return generated_table; }

std::span<const Method> methods() noexcept { return listed; }
std::span<const Method> generated_methods() noexcept { return generated_list; }
const Method& find_method(Quantity quantity, std::string_view name) {
  if (name == "generated") return generated_list[static_cast<std::size_t>(quantity)];
  if (const Registered<double>* row = planned_row(quantity, name)) return row->method;
  for (const Method& method : listed) {
    if (method.quantity == quantity && method.name == name) return method;
  }
  refuse_method(quantity, name);
}
void refuse_method(Quantity quantity, std::string_view name) {
  if (name == "generated") {
    throw UsageError(fmt::format(
        "{}=generated: that code has no kernel here (`kinetree generate` tells what it takes)",
        to_string(quantity)));
  }
  if (planned_row(quantity, name) != nullptr) {
    throw UsageError(fmt::format("{}={}: a plan for doubles in registers has no kernel here",
                                 to_string(quantity), name));
  }
  std::vector<std::string> names;
  for (const Method& method : listed) {
    if (method.quantity == quantity) names.emplace_back(method.name);
  }
  for (const Method& method : simd_methods()) {
    if (method.quantity == quantity) names.emplace_back(method.name);
  }
  const std::string close = nearest(name, names);
  throw UsageError(fmt::format("no method '{}' for {} ({}there are: {})", name, to_string(quantity),
                               close.empty() ? "" : fmt::format("did you mean '{}'? ", close),
                               fmt::join(names, ", ")));
}

void refuse_tensor(std::string_view what, int velocities) {
  if (velocities <= largest_tensor) return;
  throw UsageError(
      fmt::format("{}: ∂M/∂q of {} velocities has {:.2g} numbers, and kinetree goes up to {} "
                  "velocities there (coriolis=recursive needs none of them)",
                  what, velocities, std::pow(velocities, 3), largest_tensor));
}
void refuse_tensor(const Method& method, int velocities) {
  if (method.tensor && velocities > largest_tensor)
    refuse_tensor(fmt::format("{}={}", to_string(method.quantity), method.name), velocities);
}

std::span<const Quantity> quantities() noexcept { return quantity_list; }

std::string_view to_string(Quantity quantity) noexcept {
  constexpr std::array<std::string_view, quantity_list.size()> names{
      "mass_matrix", "coriolis", "gravity", "bias", "inverse_dynamics", "forward_dynamics"};
  return names[static_cast<std::size_t>(quantity)];
}

std::string& Methods::operator[](Quantity quantity) noexcept {
  std::string* const all[]{&mass_matrix, &coriolis,         &gravity,
                           &bias,        &inverse_dynamics, &forward_dynamics};
  return *all[static_cast<std::size_t>(quantity)];
}

const std::string& Methods::operator[](Quantity quantity) const noexcept {
  return const_cast<Methods&>(*this)[quantity];  // NOLINT: returned as const
}

}  // namespace kinetree
