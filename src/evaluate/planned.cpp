// The rows of plans: one state with several numbers in a register.
#include <array>
#include <utility>

#include "evaluate/registry.hpp"
#include "evaluate/run_planned.hpp"

namespace kinetree {
namespace {

/// Not with mimics: the workspace holds the tree's coordinates, plans take the user's.
template <Across across, StateTask task>
constexpr Registered<double> planned(Quantity quantity, std::string_view summary,
                                     std::string_view cost, std::string_view reference) {
  constexpr std::array<std::string_view, acrosses> names{"screws", "bodies"};
  return {{quantity, names[static_cast<std::size_t>(across)], summary, cost, reference, false},
          run_planned<across, task>};
}
template <StateTask task>
constexpr auto by_screws = planned<Across::nothing, task>;
template <StateTask task>
constexpr auto by_bodies = planned<Across::bodies, task>;

constexpr std::string_view screws = "khalil_kleinfinger1986", common = "featherstone2008";

constexpr std::array planned_table{
    by_screws<StateTask::mass_matrix>(Quantity::mass_matrix, "crba in screw frames", "O(n d)",
                                      screws),
    by_bodies<StateTask::mass_matrix>(
        Quantity::mass_matrix, "gdahj, bodies of a chain in a register", "O(n d)", "safeea2018"),
    by_screws<StateTask::coriolis>(Quantity::coriolis, "link_frames or recursive, in screw frames",
                                   "O(n d)", screws),
    by_bodies<StateTask::coriolis>(Quantity::coriolis, "recursive, bodies of a chain in a register",
                                   "O(n d)", "echeandia_wensing2021"),
    by_screws<StateTask::gravity>(Quantity::gravity, "rnea in screw frames", "O(n)", screws),
    by_bodies<StateTask::gravity>(Quantity::gravity, "weights, bodies of a chain in a register",
                                  "O(n)", common),
    by_screws<StateTask::bias>(Quantity::bias, "rnea in screw frames", "O(n)", screws),
    by_bodies<StateTask::bias>(Quantity::bias, "forces, bodies of a chain in a register", "O(n)",
                               common),
    by_screws<StateTask::inverse_dynamics>(Quantity::inverse_dynamics, "rnea in screw frames",
                                           "O(n)", screws),
    by_bodies<StateTask::inverse_dynamics>(
        Quantity::inverse_dynamics, "forces, bodies of a chain in a register", "O(n)", common),
    by_screws<StateTask::forward_dynamics>(Quantity::forward_dynamics, "aba in screw frames",
                                           "O(n)", screws),
    by_bodies<StateTask::forward_dynamics>(
        Quantity::forward_dynamics, "M and h of a chain, solved in registers", "n ≤ 8", common),
};
constexpr auto planned_list = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array<Method, sizeof...(i)>{planned_table[i].method...};
}
(std::make_index_sequence<planned_table.size()>());

}  // namespace

std::span<const Method> simd_methods() noexcept { return planned_list; }

const Registered<double>* planned_row(Quantity quantity, std::string_view name) noexcept {
  for (const Registered<double>& row : planned_table) {
    if (row.method.quantity == quantity && row.method.name == name) return &row;
  }
  return nullptr;
}
const Registered<double>& planned_row(Quantity quantity, Across across) noexcept {
  return planned_table[acrosses * static_cast<std::size_t>(quantity) +
                       static_cast<std::size_t>(across)];
}
StateTask task_of(Quantity quantity) noexcept {  // in the same order
  return static_cast<StateTask>(quantity);
}

}  // namespace kinetree
