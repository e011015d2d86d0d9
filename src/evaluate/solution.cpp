// What divides by M: its inverse, its factors, and hybrid dynamics.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluate/gate.hpp"
#include "evaluate/run_forces.hpp"
#include "evaluate/singular.hpp"
#include "kernel/forward_dynamics/hybrid.hpp"

namespace kinetree {

MatrixResult Evaluator::Impl::invert_mass_matrix(Store<double>& store) {
  const int n = compiled.nv;
  joint_poses(w);
  factor_mass_matrix();
  MatrixResult result = square(store);
  result.setIdentity();
  for (int k = 0; k < n; ++k) solve({result.col(k).data(), n});
  // Rounding differs between column k of row l and column l of row k: give one answer.
  for (int k = 0; k < n; ++k) {
    for (int l = 0; l < k; ++l) result(k, l) = result(l, k) = 0.5 * (result(k, l) + result(l, k));
  }
  return result;
}

void Evaluator::Impl::factor_mass_matrix() {
  if (solver == Solver::aba) return kernel::aba_factor<double>(w.tree(), w.X_parent(), w.aba());
  if (solver == Solver::denoc) {
    place_links_and_inertias(w);
    return kernel::denoc_factor<double>(w.tree(), w.geometry(), w.denoc());
  }
  crba_into(w, w.factor());
  if (solver == Solver::ltdl) return kernel::ltdl_factor(w.tree().previous, w.factor());
  kernel::cholesky_factor(w.factor());
}

void Evaluator::Impl::solve(View<double> x) {
  if (solver == Solver::aba) {
    return kernel::aba_solve<double>(w.tree(), w.X_parent(), w.aba(), x);
  }
  if (solver == Solver::denoc) {
    return kernel::denoc_solve<double>(w.tree(), w.geometry(), w.denoc(), x);
  }
  if (solver == Solver::ltdl) return kernel::ltdl_solve(w.tree().previous, w.factor(), x);
  kernel::cholesky_solve(w.factor(), x);
}

MatrixMap Evaluator::mass_matrix_inverse(const VectorIn& q) {
  impl_->take_q(q);
  impl_->refuse_massless("M⁻¹");
  return impl_->invert_mass_matrix(impl_->inverse);
}

void Evaluator::solve_mass_matrix(const VectorIn& q, Eigen::Ref<Matrix> X) {
  impl_->take_q(q);
  if (X.rows() != nv()) {
    throw UsageError(
        fmt::format("X has {} rows, but the model '{}' needs {}", X.rows(), impl_->name, nv()));
  }
  if (!X.allFinite()) throw UsageError("X contains a number that is not finite");
  impl_->refuse_massless("M⁻¹ X");
  joint_poses(impl_->w);
  impl_->factor_mass_matrix();
  for (Eigen::Index k = 0; k < X.cols(); ++k) impl_->solve({X.col(k).data(), nv()});
}

void Evaluator::Impl::refuse_mimics(const char* what) const {
  if (!compiled.coupled()) return;
  throw UsageError(
      fmt::format("{}: joints that mimic others couple branches, and there is then no elimination "
                  "joint by joint (make the joints independent: --mimic off)",
                  what));
}

UdutFactors Evaluator::udut(const VectorIn& q) {
  impl_->take_q(q);
  impl_->refuse_mimics("U D Uᵀ");
  impl_->refuse_massless("U D Uᵀ");
  Workspace<double>& w = impl_->w;
  const MatrixResult U = impl_->square(impl_->U);
  const VectorResult D = impl_->vector(impl_->D);
  place_links_and_inertias(w);
  kernel::denoc_factor<double>(w.tree(), w.geometry(), w.denoc());
  kernel::denoc_factors<double>(w.tree(), w.geometry(), w.denoc(), {impl_->U.get(), nv(), nv()},
                                {impl_->D.get(), nv()});
  return {U, D};
}

void Evaluator::Impl::take_hybrid(const std::vector<bool>& which, const VectorIn& a_in,
                                  const VectorIn& tau_in) {
  const std::size_t n = prescribed.size();
  if (which.size() != n) {
    throw UsageError(fmt::format("prescribed has {} entries, but the model '{}' needs {}",
                                 which.size(), name, n));
  }
  const auto count = static_cast<Eigen::Index>(n);
  if (a_in.size() != count || tau_in.size() != count) {
    throw UsageError(fmt::format("a has {} numbers and tau {}, but the model '{}' needs {} of each",
                                 a_in.size(), tau_in.size(), name, n));
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto k = static_cast<int>(i);
    prescribed[i] = which[i] ? 1 : 0;
    w.a()[k] = which[i] ? a_in[k] : 0;
    w.tau()[k] = which[i] ? 0 : tau_in[k];
    if (!std::isfinite(w.a()[k]) || !std::isfinite(w.tau()[k])) {
      throw UsageError(fmt::format("{}[{}] is given and not finite", which[i] ? "a" : "tau", k));
    }
  }
}

void Evaluator::Impl::refuse_lost_inertia() {
  if (massless.empty()) return;  // then no part of M is singular either, but by chance
  const int lost = lost_velocity(w, {prescribed.data(), compiled.nv});
  if (lost < 0) return;
  const auto slot = static_cast<std::size_t>(compiled.slot[static_cast<std::size_t>(lost)]);
  throw ModelError(
      fmt::format("hybrid dynamics: nothing gives joint '{}' inertia, so its acceleration is "
                  "undefined (prescribe it, or give the links below it mass or inertia, or the "
                  "joint armature)",
                  compiled.joint_names[index(compiled.slots[slot].link)]));
}

HybridDynamics Evaluator::hybrid_dynamics(const VectorIn& q, const VectorIn& v,
                                          const std::vector<bool>& prescribed, const VectorIn& a,
                                          const VectorIn& tau) {
  impl_->take_q(q);
  impl_->refuse_mimics("hybrid dynamics");
  impl_->take_v(v);
  impl_->take_hybrid(prescribed, a, tau);
  Workspace<double>& w = impl_->w;
  impl_->look_for_massless();
  VectorResult a_out = impl_->vector(impl_->hybrid_a);
  VectorResult tau_out = impl_->vector(impl_->hybrid_tau);
  std::copy(w.tau().data(), w.tau().data() + nv(), tau_out.data());  // as given
  const bool friction = impl_->options.include.friction;
  if (friction) impl_->friction_loss();
  const double* loss = impl_->loss.get();
  for (int k = 0; friction && k < nv(); ++k) w.tau()[k] -= loss[k];
  joint_poses(w);
  kernel::hybrid_accelerations<double>(w.tree(), w.X_parent(), {impl_->prescribed.data(), nv()},
                                       w.v(), w.tau(), w.aba(), w.a());
  impl_->refuse_lost_inertia();
  std::copy(w.a().data(), w.a().data() + nv(), a_out.data());
  const VectorResult needed = impl_->run(Quantity::inverse_dynamics, impl_->parts.h);
  for (int k = 0; k < nv(); ++k) {
    if (impl_->prescribed[static_cast<std::size_t>(k)] == 0) continue;
    tau_out[k] = needed[k] + (friction ? loss[k] : 0);
  }
  return {a_out, tau_out};
}

}  // namespace kinetree
