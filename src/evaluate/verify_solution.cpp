// Factors of M and hybrid dynamics against M and inverse dynamics.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <vector>

#include "evaluate/verify_ledger.hpp"

namespace kinetree {
namespace {

/// Every other velocity, and those that have no inertia and must be.
std::vector<bool> prescribed_velocities(const Verified& s, int parity) {
  std::vector<bool> prescribed(static_cast<std::size_t>(s.model.nv()));
  for (std::size_t k = 0; k < prescribed.size(); ++k) {
    prescribed[k] = static_cast<int>(k % 2) == parity;
  }
  const std::vector<std::string>& massless = s.evaluator.massless_joints();
  for (const JointSlot& slot : s.model.joints()) {
    const std::string& name = s.model.link(slot.link).joint.name;
    if (std::find(massless.begin(), massless.end(), name) == massless.end()) continue;
    for (int k = slot.v_first; k < slot.v_first + slot.nv; ++k) {
      prescribed[static_cast<std::size_t>(k)] = true;
    }
  }
  return prescribed;
}

/// Of the part of M that hybrid dynamics divides by.
double condition(const Matrix& M, const std::vector<bool>& prescribed) {
  std::vector<int> free;
  for (std::size_t k = 0; k < prescribed.size(); ++k) {
    if (!prescribed[k]) free.push_back(static_cast<int>(k));
  }
  if (free.empty()) return 1;
  const Matrix part = M(free, free);
  const Vector values =
      Eigen::SelfAdjointEigenSolver<Matrix>(part, Eigen::EigenvaluesOnly).eigenvalues();
  return values.maxCoeff() / std::max(values.minCoeff(), 1e-300);
}

/// Of a motion with all its forces, either half gives the other.
void verify_hybrid(const Verified& s, Ledger& ledger) {
  const Vector tau = s.evaluator.inverse_dynamics(s.x.q, s.x.v, s.x.a);
  const double force = largest(tau) + largest(s.M) * largest(s.x.a);
  const double size =
      largest(s.x.a) * std::max(1.0, force / std::max(largest(s.M * s.x.a), 1e-300));
  for (const int parity : {0, 1}) {
    const std::vector<bool> prescribed = prescribed_velocities(s, parity);
    const double bound = 1e-12 + 100 * condition(s.M, prescribed) * eps;
    const HybridDynamics& hybrid =
        s.evaluator.hybrid_dynamics(s.x.q, s.x.v, prescribed, s.x.a, tau);
    ledger.record("hybrid a = a of inverse dynamics", relative(hybrid.a, s.x.a, size), bound);
    ledger.record("hybrid τ = τ of inverse dynamics",
                  relative(hybrid.tau, tau, force + largest(s.M) * size), bound);
  }
}

}  // namespace

void verify_solution(const Verified& s, Ledger& ledger) {
  const char* const factors = "M = U D Uᵀ";
  if (s.mimics()) {
    for (const char* name : {factors, "hybrid dynamics"}) {
      ledger.skip(name, "does not take mimicking joints");
    }
    return;
  }
  verify_hybrid(s, ledger);
  if (!s.singular.empty()) return ledger.skip(factors, s.singular);
  const UdutFactors& f = s.evaluator.udut(s.x.q);
  ledger.record(factors, relative(f.U * f.D.asDiagonal() * f.U.transpose(), s.M, largest(s.M)),
                s.rounding);
}

}  // namespace kinetree
