// Verification: every registered method against the first of its quantity, and the laws that any
// right answer obeys. Disagreements are relative to the size of what is compared.
#include "kinetree/verify.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "evaluate/registry.hpp"
#include "evaluate/verify_ledger.hpp"

namespace kinetree {
namespace {

// Velocities from which on what takes more than n d operations is checked in one state only.
constexpr int large = 200;

class Verifier {
 public:
  Verifier(const Model& model, int states, std::uint64_t seed,
           std::shared_ptr<const GeneratedFunctions> generated)
      : model_(model), reference_(model), result_{{}, states, seed, {}}, ledger_(result_) {
    Options options;
    for (const Method& method : methods()) methods_.push_back(make_candidate(method, options));
    for (const Method& method : simd_methods()) {  // those for robots of another shape are no news
      Candidate candidate = make_candidate(method, options);
      if (candidate.evaluator) methods_.push_back(std::move(candidate));
    }
    if (!generated) return;
    options.generated = std::move(generated);
    for (const Method& m : generated_methods()) methods_.push_back(make_candidate(m, options));
  }

  Verification run() {
    for (ledger_.state = 0; ledger_.state < result_.states; ++ledger_.state) {
      const auto seed = result_.seed * 1000003 + static_cast<std::uint64_t>(ledger_.state);
      x_ = random_state(model_, seed);
      M_ = reference_.mass_matrix(x_.q);
      eigenvalues_ =
          Eigen::SelfAdjointEigenSolver<Matrix>(M_, Eigen::EigenvaluesOnly).eigenvalues();
      h_ = reference_.bias(x_.q, x_.v);
      compare_methods();
      algebraic_laws();
      element_law();
      momentum_laws();
      solution_laws();
      motion_laws();
      differential_laws();
    }
    return std::move(result_);
  }

 private:
  struct Candidate {
    Method method;
    std::optional<Evaluator> evaluator;  // none where the method does not take this model
    std::string why_not;
  };

  Candidate make_candidate(const Method& method, Options options) {
    if (has_mimics() && !method.mimic) {
      return {method, std::nullopt, "does not take mimicking joints"};
    }
    if (method.tensor && tree_velocities() > largest_tensor) {
      return {method, std::nullopt, "keeps n³ numbers, and n is above 512"};
    }
    if (method.quantity == Quantity::forward_dynamics && !reference_.massless_joints().empty()) {
      return {method, std::nullopt, massless()};
    }
    options.methods[method.quantity] = method.name;
    try {
      return {method, Evaluator(model_, options), ""};
    } catch (const UsageError& error) {  // a plan for robots of another shape
      return {method, std::nullopt, error.what()};
    }
  }

  /// Velocities before mimicking joints, of one degree each, follow others.
  int tree_velocities() const {
    int count = model_.nv();
    for (int i = 0; i < model_.size(); ++i) {
      count += model_.link(static_cast<LinkId>(i)).joint.mimic ? 1 : 0;
    }
    return count;
  }
  bool has_mimics() const { return tree_velocities() > model_.nv(); }

  double rounding() const { return 1e-13 + 50 * std::max(1, model_.nv()) * eps; }

  double condition() const {
    return eigenvalues_.maxCoeff() / std::max(eigenvalues_.minCoeff(), 1e-300);
  }
  /// Size of the terms that cancel in forward dynamics: the error of the best possible answer.
  double solution_bound() const { return 1e-12 + 100 * condition() * eps; }

  /// What rounding is relative to where a result is small because its terms cancel, or because an
  /// axis passes through every centre: the inertias, weights and momenta that went into it.
  double natural_size(Quantity quantity) {
    if (quantity == Quantity::forward_dynamics) return 0;
    double inertia = 0, reach = 0;
    const std::vector<Pose>& poses = reference_.poses(x_.q);
    for (int i = 0; i < model_.size(); ++i) {
      const MassProperties& body = model_.link(static_cast<LinkId>(i)).inertia;
      const Pose& X = poses[static_cast<std::size_t>(i)];
      inertia = std::max(inertia, body.inertia.cwiseAbs().maxCoeff());
      reach = std::max(reach, (X.p + X.R * body.com - poses.front().p).norm());
    }
    if (quantity == Quantity::mass_matrix) return inertia;
    if (quantity == Quantity::coriolis) return largest(M_) * largest(x_.v);
    const double weight = reference_.total_mass() * model_.gravity().norm();
    return weight * reach + 2 * reference_.kinetic_energy(x_.q, x_.v);
  }

  void compare_methods() {
    for (const Quantity quantity : quantities()) compare_methods(quantity);
  }

  /// On large robots, methods of more than n d operations would take minutes a state: one is
  /// enough.
  bool too_slow(const Method& method) const {
    return method.steep && model_.nv() > large && ledger_.state > 0;
  }

  /// Against the first method that takes the model.
  void compare_methods(Quantity quantity) {
    const bool forward = quantity == Quantity::forward_dynamics;
    const double natural = natural_size(quantity);
    std::string_view first;
    Matrix expected;
    for (Candidate& candidate : methods_) {
      if (candidate.method.quantity != quantity || too_slow(candidate.method)) continue;
      std::string name = fmt::format("{}: {}", to_string(quantity), candidate.method.name);
      if (!candidate.evaluator) {
        ledger_.skip(name, candidate.why_not);
      } else if (first.empty()) {
        first = candidate.method.name;
        expected = evaluate(*candidate.evaluator, quantity, x_);
      } else {
        ledger_.record(fmt::format("{} = {}", name, first),
                       relative(evaluate(*candidate.evaluator, quantity, x_), expected,
                                std::max(largest(expected), natural)),
                       forward ? solution_bound() : rounding());
      }
    }
  }

  std::string massless() {
    return fmt::format("M is singular: nothing gives joint '{}' inertia",
                       reference_.massless_joints().front());
  }

  void algebraic_laws() {
    ledger_.record("M is symmetric", relative(M_, M_.transpose(), largest(M_)), 0);
    ledger_.record("M has no negative eigenvalue",
                   std::max(0.0, -eigenvalues_.minCoeff() / std::max(largest(M_), 1e-300)),
                   rounding());
    const double energy = 0.5 * x_.v.dot(M_ * x_.v);
    const double T = reference_.kinetic_energy(x_.q, x_.v);
    ledger_.record("kinetic energy = ½ vᵀ M v",
                   std::abs(T - energy) / std::max(std::abs(T), 1e-300), rounding());
    const Vector Ma = M_ * x_.a;
    const double size = largest(h_) + largest(Ma);
    ledger_.record("inverse dynamics = M a + h",
                   relative(reference_.inverse_dynamics(x_.q, x_.v, x_.a), Ma + h_, size), 1e-12);
    const Vector g = reference_.gravity(x_.q);
    ledger_.record("h at rest = g",
                   relative(reference_.bias(x_.q, Vector::Zero(model_.nv())), g, largest(g)),
                   rounding());
  }

  /// Elements computed alone: the first row, the last and the diagonal.
  void element_law() {
    const int n = model_.nv();
    double worst = 0;
    for (int k = 0; k < n; ++k) {
      for (const int u : {0, k, n - 1}) {
        worst = std::max(worst, std::abs(reference_.element(x_.q, u, k) - M_(u, k)));
      }
    }
    const double size = std::max(largest(M_), natural_size(Quantity::mass_matrix));
    ledger_.record("M(u,k) alone = M", worst / std::max(size, 1e-300), rounding());
  }

  void momentum_laws() {
    const Vector p = M_ * x_.v;
    ledger_.record("momentum = M v", relative(reference_.momentum(x_.q, x_.v), p, largest(p)),
                   rounding());
    Vector3 linear = Vector3::Zero();
    double size = 0;
    for (int i = 0; i < model_.size(); ++i) {
      const auto id = static_cast<LinkId>(i);
      const MassProperties& body = model_.link(id).inertia;
      const Vector3 part =
          body.mass * (reference_.jacobian(x_.q, id, body.com).topRows<3>() * x_.v);
      linear += part;
      size += part.norm();
    }
    ledger_.record("linear momentum = Σ m J v",
                   relative(reference_.centroidal_momentum(x_.q, x_.v).linear(), linear, size),
                   rounding());
  }

  /// C, derivatives, parameters, tasks, hybrid dynamics. Dual numbers run once a velocity: for
  /// large robots one state has to do.
  void motion_laws() {
    const Verified s{model_,
                     reference_,
                     x_,
                     M_,
                     rounding(),
                     condition(),
                     reference_.massless_joints().empty() ? "" : massless(),
                     tree_velocities(),
                     ledger_.state == 0 || model_.nv() <= large};
    verify_coriolis(s, ledger_);
    if (s.dual) verify_derivatives(s, ledger_);
    verify_operational_space(s, ledger_);
    verify_solution(s, ledger_);
  }

  void solution_laws() {
    const std::string names[] = {"forward ∘ inverse dynamics = identity", "M M⁻¹ = 1"};
    if (!reference_.massless_joints().empty()) {
      for (const std::string& name : names) ledger_.skip(name, massless());
      return;
    }
    const Vector tau = reference_.inverse_dynamics(x_.q, x_.v, x_.a);
    const double bound = solution_bound();
    // Errors of tau of the size of h are amplified as well, even where a itself is small.
    const double size =
        largest(x_.a) * std::max(1.0, largest(tau) / std::max(largest(M_ * x_.a), 1e-300));
    ledger_.record(names[0], relative(reference_.forward_dynamics(x_.q, x_.v, tau), x_.a, size),
                   bound);
    const Matrix product = M_ * reference_.mass_matrix_inverse(x_.q);
    ledger_.record(names[1], relative(product, Matrix::Identity(model_.nv(), model_.nv()), 1),
                   bound);
  }

  // Derivatives by central differences are good to about the square of the step.
  void differential_laws() {
    constexpr double step = 1e-5, bound = 1e-6;
    const int n = model_.nv();
    const double mass = reference_.total_mass();
    const double weight = mass * model_.gravity().norm();
    Vector slope(n);
    for (int k = 0; k < n; ++k) {
      const Vector move = step * Vector::Unit(n, k);
      slope[k] = (reference_.potential_energy(displace(model_, x_.q, move)) -
                  reference_.potential_energy(displace(model_, x_.q, -move))) /
                 (2 * step);
    }
    const Vector g = reference_.gravity(x_.q);
    ledger_.record("g = ∂U/∂q", relative(g, slope, std::max({largest(g), weight, 1e-300})), bound);

    const Vector tau = reference_.inverse_dynamics(x_.q, x_.v, x_.a);
    const auto energy = [&](double t) {
      const Vector q = displace(model_, x_.q, t * x_.v + 0.5 * t * t * x_.a);
      return reference_.kinetic_energy(q, x_.v + t * x_.a) + reference_.potential_energy(q);
    };
    const double power = tau.dot(x_.v);
    const double gain = (energy(step) - energy(-step)) / (2 * step);
    const double size = tau.cwiseProduct(x_.v).cwiseAbs().sum() + std::abs(energy(0));
    ledger_.record("power of tau = rate of energy", std::abs(power - gain) / std::max(size, 1e-300),
                   bound);
  }

  const Model& model_;
  Evaluator reference_;
  Verification result_;
  Ledger ledger_;
  std::vector<Candidate> methods_;
  RandomState x_;
  Matrix M_;
  Vector eigenvalues_, h_;
};

}  // namespace

Matrix evaluate(Evaluator& evaluator, Quantity quantity, const RandomState& x) {
  switch (quantity) {
    case Quantity::mass_matrix:
      return evaluator.mass_matrix(x.q);
    case Quantity::coriolis:
      return evaluator.coriolis(x.q, x.v);
    case Quantity::gravity:
      return evaluator.gravity(x.q);
    case Quantity::bias:
      return evaluator.bias(x.q, x.v);
    case Quantity::inverse_dynamics:
      return evaluator.inverse_dynamics(x.q, x.v, x.a);
    case Quantity::forward_dynamics:
      return evaluator.forward_dynamics(x.q, x.v, x.tau);
  }
  return {};
}

bool Verification::passed() const noexcept {
  return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passed(); });
}

Verification verify(const Model& model, int states, std::uint64_t seed,
                    std::shared_ptr<const GeneratedFunctions> generated) {
  if (states < 1) throw UsageError("verify needs at least one state");
  if (model.nv() == 0) throw ModelError("the model '" + model.name + "' has no moving joint");
  return Verifier(model, states, seed, std::move(generated)).run();
}

}  // namespace kinetree
