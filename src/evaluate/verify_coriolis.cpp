// What is true of the Coriolis matrix on every robot.
#include "evaluate/dual_derivative.hpp"
#include "evaluate/verify_ledger.hpp"

namespace kinetree {
namespace {

// Beyond this many velocities, n³ numbers by n runs of dual numbers take too long.
constexpr int largest_checked_tensor = 100;

void verify_tensors(const Verified& s, const Matrix& C, double size, Ledger& ledger) {
  const int n = s.model.nv();
  const char* const derivative = "∂M/∂q = dual numbers";
  const char* const symbols = "C = Σ_k v_k Christoffel symbols";
  if (s.tree_velocities > largest_checked_tensor) {
    for (const char* name : {derivative, symbols}) ledger.skip(name, "n³ numbers: up to n = 100");
    return;
  }
  const Matrix dual =
      dual_derivative(s.model, s.x, find_method(Quantity::mass_matrix, "crba"), Variable::q);
  const Matrix& dM = s.evaluator.mass_matrix_derivative(s.x.q);
  ledger.record(derivative, relative(dM.reshaped(n * n, n), dual, largest(dM) + largest(s.M)),
                1e-12);
  const Matrix& c = s.evaluator.christoffel_symbols(s.x.q);
  const Vector sum = c.reshaped(n * n, n) * s.x.v;
  ledger.record(symbols, relative(sum.reshaped(n, n), C, size), 1e-12);
}

}  // namespace

void verify_coriolis(const Verified& s, Ledger& ledger) {
  const Vector &q = s.x.q, &v = s.x.v, &w = s.x.a;
  const CoriolisCertificate c = s.evaluator.certify_coriolis(q, v);
  ledger.keep(c);
  ledger.record("Ṁ = C + Cᵀ", c.relative_skew(), 1e-12);
  ledger.record("vᵀ (Ṁ - 2C) v = 0", c.relative_power(), 1e-12);
  ledger.record("C v = h - g", c.relative_force(), 1e-12);

  const Matrix C = s.evaluator.coriolis(q, v);
  ledger.record(
      "C w without C",
      relative(s.evaluator.coriolis_times(q, v, w), C * w, c.skew_size * w.cwiseAbs().sum()),
      1e-12);
  ledger.record("Cᵀ w without C",
                relative(s.evaluator.coriolis_transpose_times(q, v, w), C.transpose() * w,
                         c.skew_size * w.cwiseAbs().sum()),
                1e-12);
  if (!s.dual) return;
  const Matrix rate = dual_rate(s.model, s.x, find_method(Quantity::mass_matrix, "crba"));
  ledger.record("Ṁ = dual numbers", relative(s.evaluator.mass_matrix_rate(q, v), rate, c.skew_size),
                1e-12);
  verify_tensors(s, C, c.skew_size, ledger);
}

}  // namespace kinetree
