// The rows of plans: one state with several numbers in a register.
#include <array>
#include <utility>

#include "evaluate/registry.hpp"
#include "evaluate/run_planned.hpp"

namespace kinetree {
namespace {

template <Across across, Quantity quantity>
constexpr Registered<double> planned(std::string_view summary, std::string_view cost,
                                     std::string_view reference) {
  constexpr std::array<std::string_view, acrosses> names{"screws", "bodies", "limbs"};
  return {{quantity, names[static_cast<std::size_t>(across)], summary, cost, reference, true},
          run_planned<across, static_cast<StateTask>(quantity)>};
}
template <Quantity quantity>
constexpr auto by_screws = planned<Across::nothing, quantity>;
template <Quantity quantity>
constexpr auto by_bodies = planned<Across::bodies, quantity>;
template <Quantity quantity>
constexpr auto by_limbs = planned<Across::limbs, quantity>;

constexpr std::string_view khalil = "khalil_kleinfinger1986", luh = "luh_walker_paul1980",
                           featherstone = "featherstone2008", wensing = "echeandia_wensing2021";

/// By quantity, then in the order of Across.
constexpr std::array planned_table{
    by_screws<Quantity::mass_matrix>("crba in screw frames", "O(n d)", khalil),
    by_bodies<Quantity::mass_matrix>("gdahj, bodies in a register", "O(n d)", "safeea2018"),
    by_limbs<Quantity::mass_matrix>("crba, limbs in a register", "O(n d)", "walker_orin1982"),
    by_screws<Quantity::coriolis>("link_frames or recursive, in screw frames", "O(n d)", khalil),
    by_bodies<Quantity::coriolis>("recursive, bodies in a register", "O(n d)", wensing),
    by_limbs<Quantity::coriolis>("link_frames, limbs in a register", "O(n d)", wensing),
    by_screws<Quantity::gravity>("rnea in screw frames", "O(n)", khalil),
    by_bodies<Quantity::gravity>("weights, bodies in a register", "O(n)", featherstone),
    by_limbs<Quantity::gravity>("rnea, limbs in a register", "O(n)", luh),
    by_screws<Quantity::bias>("rnea in screw frames", "O(n)", khalil),
    by_bodies<Quantity::bias>("forces, bodies in a register", "O(n)", featherstone),
    by_limbs<Quantity::bias>("rnea, limbs in a register", "O(n)", luh),
    by_screws<Quantity::inverse_dynamics>("rnea in screw frames", "O(n)", khalil),
    by_bodies<Quantity::inverse_dynamics>("forces, bodies in a register", "O(n)", featherstone),
    by_limbs<Quantity::inverse_dynamics>("rnea, limbs in a register", "O(n)", luh),
    by_screws<Quantity::forward_dynamics>("aba in screw frames", "O(n)", khalil),
    by_bodies<Quantity::forward_dynamics>("M and h up to 8 joints, else aba, in registers", "O(n)",
                                          featherstone),
    by_limbs<Quantity::forward_dynamics>("M of limbs and aba, limbs in a register", "O(n)",
                                         featherstone),
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
std::string_view kernel_of(const Method& method, bool coupled) noexcept {
  constexpr std::array<std::array<std::string_view, acrosses>, 6> kernels{
      {{"crba", "gdahj", "crba"},
       {"link_frames", "recursive", "link_frames"},
       {"rnea", "rnea", "rnea"},
       {"rnea", "rnea", "rnea"},
       {"rnea", "rnea", "rnea"},
       {"aba", "ltdl", "aba"}}};
  const Registered<double>* const row = planned_row(method.quantity, method.name);
  if (row == nullptr) return method.name;
  if (coupled && method.quantity == Quantity::forward_dynamics) return "cholesky";
  return kernels[static_cast<std::size_t>(method.quantity)]
                [static_cast<std::size_t>(across_of(*row))];
}
Across across_of(const Registered<double>& row) noexcept {
  return static_cast<Across>((&row - planned_table.data()) % std::ptrdiff_t{acrosses});
}
StateTask task_of(Quantity quantity) noexcept {  // in the same order
  return static_cast<StateTask>(quantity);
}

}  // namespace kinetree
