// The table of methods behind registry().
#pragma once
#include <array>

#include "evaluate/registry.hpp"
#include "evaluate/run_coriolis.hpp"
#include "evaluate/run_forces.hpp"

namespace kinetree {

template <class S>
inline constexpr std::array method_table{
    Registered<S>{{Quantity::mass_matrix, "crba", "composite rigid bodies", "O(n d)",
                   "walker_orin1982", true},
                  run_crba<S>},
    Registered<S>{{Quantity::mass_matrix, "explicit", "every element in closed form", "O(n d²)",
                   "wang_ju", true, true},
                  run_explicit<S>,
                  true},
    Registered<S>{{Quantity::mass_matrix, "momentum", "Jacobians of the joints that move a link",
                   "O(n d²)", "wang_ju", true, true},
                  run_momentum<S>},
    Registered<S>{{Quantity::mass_matrix, "momentum_dense", "Jacobians of all joints, as printed",
                   "O(n³)", "wang_ju", true, true},
                  run_momentum_dense<S>},
    Registered<S>{{Quantity::mass_matrix, "pseudo_inertia", "4×4 pseudo-inertia matrices",
                   "O(n d²)", "wang_ju", true, true},
                  run_pseudo_inertia<S>},
    Registered<S>{{Quantity::mass_matrix, "denoc", "natural orthogonal complement", "O(n d)",
                   "mohan_saha2007", true},
                  run_denoc_matrix<S>},
    Registered<S>{{Quantity::mass_matrix, "progressive", "screws, link by link", "O(n d²)",
                   "laus2009", true, true},
                  run_progressive<S>},
    Registered<S>{
        {Quantity::mass_matrix, "gdahj", "two dot products an entry", "O(n d)", "safeea2018", true},
        run_gdahj<S>},
    Registered<S>{{Quantity::mass_matrix, "gdahj_printed", "the same with the sums as printed",
                   "O(n d)", "safeea2018", true},
                  run_gdahj_printed<S>},
    Registered<S>{{Quantity::coriolis, "recursive", "sums over subtrees, 15 products a pair",
                   "O(n d)", "echeandia_wensing2021", true},
                  run_recursive_coriolis<S>},
    Registered<S>{{Quantity::coriolis, "link_frames", "the same, from link to link in their frames",
                   "O(n d)", "echeandia_wensing2021", true},
                  run_link_frame_coriolis<S>},
    Registered<S>{{Quantity::coriolis, "kronecker", "∂M/∂q as a matrix, and Kronecker products",
                   "O(n³)", "truc2020", true, true, true},
                  run_kronecker<S>},
    Registered<S>{{Quantity::coriolis, "christoffel", "symbols of the first kind", "O(n³)",
                   "laus2009", true, true, true},
                  run_christoffel<S>},
    Registered<S>{{Quantity::coriolis, "progressive", "screws, link by link", "O(n d²)", "laus2009",
                   true, true},
                  run_progressive_coriolis<S>},
    Registered<S>{{Quantity::gravity, "rnea", "Newton–Euler recursion at rest", "O(n)",
                   "luh_walker_paul1980", true},
                  run_rnea<kernel::Terms::gravity, S>},
    Registered<S>{
        {Quantity::gravity, "progressive", "weights, link by link", "O(n d)", "laus2009", true},
        run_progressive_gravity<S>},
    Registered<S>{{Quantity::bias, "rnea", "Newton–Euler recursion without acceleration", "O(n)",
                   "luh_walker_paul1980", true},
                  run_rnea<kernel::Terms::bias, S>},
    Registered<S>{
        {Quantity::bias, "explicit", "every joint in closed form", "O(n d)", "wang_ju", true},
        run_explicit_bias<S>,
        true},
    Registered<S>{
        {Quantity::bias, "denoc", "natural orthogonal complement", "O(n)", "mohan_saha2007", true},
        run_denoc_forces<kernel::Terms::bias, S>},
    Registered<S>{{Quantity::inverse_dynamics, "rnea", "Newton–Euler recursion", "O(n)",
                   "luh_walker_paul1980", true},
                  run_rnea<kernel::Terms::all, S>},
    Registered<S>{{Quantity::inverse_dynamics, "denoc", "natural orthogonal complement", "O(n)",
                   "mohan_saha2007", true},
                  run_denoc_forces<kernel::Terms::all, S>},
    Registered<S>{{Quantity::inverse_dynamics, "explicit", "every joint in closed form", "O(n d²)",
                   "wang_ju", true, true},
                  run_explicit_inverse<S>,
                  true},
    Registered<S>{
        {Quantity::inverse_dynamics, "gdahj", "frame injection", "O(n d)", "safeea2018", true},
        run_gdahj_inverse<S>},
    Registered<S>{{Quantity::forward_dynamics, "aba", "articulated bodies", "O(n)",
                   "featherstone2008", false},
                  run_aba<S>},
    Registered<S>{{Quantity::forward_dynamics, "cholesky", "M, then dense Cholesky", "O(n³)",
                   "mohan_saha2007", true},
                  run_cholesky<S>},
    Registered<S>{{Quantity::forward_dynamics, "ltdl", "M, then branch-sparse LᵀDL", "O(n d²)",
                   "featherstone2008", false},
                  run_ltdl<S>},
    Registered<S>{{Quantity::forward_dynamics, "denoc", "natural orthogonal complement", "O(n)",
                   "mohan_saha2007", false},
                  run_denoc<S>},
};

}  // namespace kinetree
