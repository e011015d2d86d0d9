#include "simulate/growth.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace kinetree::simulation {
namespace {

constexpr int largest_linearised = 200;

/// ∂(ξ̇, v̇)/∂(ξ, v) by central differences, controller included.
Matrix linearise(System& system, const State& x) {
  const int n = system.nv();
  const double cube_root_eps = 6e-6;
  Vector y = Vector::Zero(system.size()), up(y), down(y);
  const Vector origin = system.chart().origin();
  system.pack(x, y);
  Matrix A(2 * n, 2 * n);
  for (int k = 0; k < 2 * n; ++k) {
    const double at = y[k], step = cube_root_eps * std::max(1.0, std::abs(at));
    y[k] = at + step;
    system.rate(x.t, y, up);
    y[k] = at - step;
    system.rate(x.t, y, down);
    y[k] = at;
    A.col(k) = (up - down).head(2 * n) / (2 * step);
  }
  system.chart().place(origin);
  return A;
}

}  // namespace

std::optional<double> growth(System& system, const State& x) {
  if (system.nv() > largest_linearised || system.nv() == 0) return std::nullopt;
  const long evaluations = system.evaluations;
  const Matrix A = linearise(system, x);
  system.evaluations = evaluations;  // of the audit, not of the integrator
  if (!A.allFinite()) return std::nullopt;
  return Eigen::EigenSolver<Matrix>(A, false).eigenvalues().real().maxCoeff();
}

}  // namespace kinetree::simulation
