#include "bench_case.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <utility>

#include "kinetree/error.hpp"
#include "nearest.hpp"
#include "numbers.hpp"

namespace kinetree::cli {
namespace {

constexpr double double_eps = std::numeric_limits<double>::epsilon();

constexpr double differences = 1e-6;  ///< what central ones are good for

constexpr std::array<MeasuredInfo, 8> infos{
    {{Measured::mass_matrix, "M", Quantity::mass_matrix},
     {Measured::inverse_dynamics, "tau", Quantity::inverse_dynamics},
     {Measured::forward_dynamics, "a", Quantity::forward_dynamics},
     {Measured::coriolis, "C", Quantity::coriolis},
     {Measured::bias, "h", Quantity::bias},
     {Measured::gravity, "g", Quantity::gravity},
     {Measured::inverse_derivatives, "dtau", std::nullopt},
     {Measured::forward_derivatives, "da", std::nullopt}}};

Options oracle_options(const Model& model) {
  Options options;
  options.methods = {.mass_matrix = "crba",
                     .coriolis = "recursive",
                     .gravity = "rnea",
                     .bias = "rnea",
                     .inverse_dynamics = "rnea",
                     .forward_dynamics = model.has_mimics() ? "cholesky" : "aba"};
  return options;
}

double largest(const std::vector<Matrix>& all) {
  double most = 0;
  for (const Matrix& one : all) most = std::max(most, one.cwiseAbs().maxCoeff());
  return most;
}

double condition_of(const Matrix& M) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(M, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff() / std::max(solver.eigenvalues().minCoeff(), 1e-300);
}

/// Limits may leave a joint no room at all, and a library that sees the same q again may answer
/// from memory.
Model without_limits(const Model& model) {
  Model free;
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    Link link = model.link(id);
    link.joint.limits = {};
    free.add(std::move(link), model.parent(id));
  }
  return free;
}

bool divides_by_M(Measured measured) {
  return measured == Measured::forward_dynamics || measured == Measured::forward_derivatives;
}
bool is_derivative(Measured measured) { return measured >= Measured::inverse_derivatives; }

}  // namespace

std::span<const MeasuredInfo> measured_infos() noexcept { return infos; }

const MeasuredInfo& info_of(Measured measured) noexcept {
  return infos[static_cast<std::size_t>(measured)];
}

std::vector<Measured> read_measured(const std::string& list) {
  std::vector<std::string> names;
  names.reserve(infos.size());
  for (const MeasuredInfo& info : infos) names.emplace_back(info.name);
  std::vector<std::string> asked = split_list(list);
  for (const std::string& name : asked) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw UsageError(fmt::format("--quantity: '{}' is not timed{}; there are {}", name,
                                   did_you_mean(name, names), fmt::join(names, ", ")));
    }
  }
  if (asked.empty()) {
    throw UsageError(fmt::format("--quantity is empty; there are {}", fmt::join(names, ", ")));
  }
  std::vector<Measured> result;
  for (const MeasuredInfo& info : infos) {
    if (std::find(asked.begin(), asked.end(), info.name) != asked.end()) {
      result.push_back(info.measured);
    }
  }
  return result;
}

EvaluationCase::EvaluationCase(const Model& model)
    : model_(model), oracle_(model_, oracle_options(model_)) {
  if (model_.nv() == 0) {
    throw UsageError(fmt::format("'{}' has no joint that moves: there is no M", model_.name));
  }
  const Model free = without_limits(model_);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    states_.push_back(random_state(free, seed));
    M_.push_back(evaluate(oracle_, Quantity::mass_matrix, states_.back()));
    tau_.push_back(evaluate(oracle_, Quantity::inverse_dynamics, states_.back()));
  }
  if (!oracle_.massless_joints().empty()) {
    massless_ = oracle_.massless_joints().front();
    return;
  }
  for (const Matrix& M : M_) condition_ = std::max(condition_, condition_of(M));
}

std::string EvaluationCase::refusal(Measured measured) const {
  if (!divides_by_M(measured) || massless_.empty()) return "";
  return fmt::format("nothing gives joint '{}' inertia", massless_);
}

/// [∂τ/∂q ∂τ/∂v] by central differences along every velocity.
Matrix EvaluationCase::derivatives(const RandomState& x) {
  constexpr double step = 1e-5;
  const Eigen::Index n = model_.nv();
  Matrix all(n, 2 * n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Vector along = step * Vector::Unit(n, k);
    const auto tau = [&](double sign) -> Vector {
      return oracle_.inverse_dynamics(displace(model_, x.q, sign * along), x.v, x.a);
    };
    const auto tau_by_v = [&](double sign) -> Vector {
      return oracle_.inverse_dynamics(x.q, x.v + sign * along, x.a);
    };
    all.col(k) = (tau(1) - tau(-1)) / (2 * step);
    all.col(n + k) = (tau_by_v(1) - tau_by_v(-1)) / (2 * step);
  }
  return all;
}

std::vector<Matrix> EvaluationCase::compute(Measured measured) {
  if (measured == Measured::mass_matrix) return M_;
  if (measured == Measured::inverse_dynamics) return tau_;
  std::vector<Matrix> all;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    if (const auto quantity = info_of(measured).registry) {
      all.push_back(evaluate(oracle_, *quantity, states_[k]));
      continue;
    }
    RandomState x = states_[k];
    const Eigen::Index n = model_.nv();
    Matrix wanted(n, 3 * n);
    if (measured == Measured::inverse_derivatives) {
      wanted << derivatives(x), M_[k];
    } else {
      x.a = oracle_.forward_dynamics(x.q, x.v, x.tau);
      wanted << -derivatives(x), Matrix::Identity(n, n);
    }
    all.push_back(wanted);
  }
  return all;
}

const std::vector<Matrix>& EvaluationCase::expected(Measured measured) {
  std::vector<Matrix>& wanted = expected_[static_cast<std::size_t>(measured)];
  if (wanted.empty()) wanted = compute(measured);
  return wanted;
}

Matrix EvaluationCase::compared(Measured measured, int k, const Matrix& result) const {
  if (measured != Measured::forward_derivatives) return result;
  return M_[state(k)] * result;
}

double EvaluationCase::size(Measured measured) const {
  if (divides_by_M(measured)) return 0;
  if (measured == Measured::mass_matrix || is_derivative(measured)) return largest(M_);
  if (measured != Measured::coriolis) return largest(tau_);
  double speed = 0;
  for (const RandomState& x : states_) speed = std::max(speed, x.v.cwiseAbs().maxCoeff());
  return largest(M_) * speed;
}

double EvaluationCase::bound(Measured measured) const {
  if (measured == Measured::inverse_derivatives) return differences;
  if (measured == Measured::forward_derivatives) return differences + 100 * condition_ * double_eps;
  if (measured == Measured::forward_dynamics) return 1e-12 + 100 * condition_ * double_eps;
  return 1e-13 + 50 * model_.nv() * double_eps;
}

double EvaluationCase::peer_bound(Measured measured) const {
  return std::max(1e-10, 10 * bound(measured));
}

}  // namespace kinetree::cli
