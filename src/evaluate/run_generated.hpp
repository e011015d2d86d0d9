// Runners of generated code: the same inputs and outputs as a kernel's, by the addresses of C
// functions.
#pragma once
#include <utility>

#include "evaluate/workspace.hpp"
#include "kinetree/generated.hpp"

namespace kinetree {

inline void run_generated_mass_matrix(Workspace<double>& w) noexcept {
  w.generated()->mass_matrix(w.q().data(), &w.matrix()(0, 0));  // symmetric
}
inline void run_generated_coriolis(Workspace<double>& w) noexcept {
  MatrixView<double> C = w.matrix();
  w.generated()->coriolis(w.q().data(), w.v().data(), &C(0, 0));
  for (int i = 0; i < C.rows(); ++i) {
    for (int j = 0; j < i; ++j) std::swap(C(i, j), C(j, i));
  }
}
inline void run_generated_gravity(Workspace<double>& w) noexcept {
  w.generated()->gravity(w.q().data(), w.out().data());
}
inline void run_generated_bias(Workspace<double>& w) noexcept {
  w.generated()->bias(w.q().data(), w.v().data(), w.out().data());
}
inline void run_generated_inverse(Workspace<double>& w) noexcept {
  w.generated()->inverse_dynamics(w.q().data(), w.v().data(), w.a().data(), w.out().data());
}
inline void run_generated_forward(Workspace<double>& w) noexcept {
  w.generated()->forward_dynamics(w.q().data(), w.v().data(), w.tau().data(), w.out().data());
}

}  // namespace kinetree
