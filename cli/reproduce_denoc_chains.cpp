// Mohan & Saha: where the recursive algorithm is more accurate than factoring M.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "reproduce_denoc.hpp"

namespace kinetree::cli {
namespace {

constexpr std::uint64_t random_states = 5;

/// The middle of the errors in random states: one bad state says little.
double median_error(const Model& model, const char* method) {
  std::vector<double> errors;
  for (std::uint64_t seed = 1; seed <= random_states; ++seed) {
    errors.push_back(forward_dynamics_error(model, random_state(model, seed), method));
  }
  std::sort(errors.begin(), errors.end());
  return errors[errors.size() / 2];
}

double median_condition(const Model& model) {
  Evaluator evaluator(model);
  std::vector<double> conditions;
  for (std::uint64_t seed = 1; seed <= random_states; ++seed) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(
        evaluator.mass_matrix(random_state(model, seed).q), Eigen::EigenvaluesOnly);
    const Vector& values = solver.eigenvalues();
    conditions.push_back(values[values.size() - 1] / values[0]);
  }
  std::sort(conditions.begin(), conditions.end());
  return conditions[conditions.size() / 2];
}

}  // namespace

void add_long_chains(Reproduction& to) {
  constexpr std::array lengths{10, 20, 40, 80, 140};
  Rows rows{{"snake, n =", "cond(M)", "recursive", "nonrecursive", "ratio"}};
  Column n{"n", {}}, condition{"condition", {}}, recursive{"recursive", {}},
      nonrecursive{"nonrecursive", {}};
  for (const int length : lengths) {
    const Model snake = kinetree::load_model(fmt::format("snake:{}", length));
    n.values.push_back(length);
    condition.values.push_back(median_condition(snake));
    recursive.values.push_back(median_error(snake, recursive_method));
    nonrecursive.values.push_back(median_error(snake, nonrecursive_method));
    rows.push_back({std::to_string(length), fmt::format("{:.0e}", condition.values.back()),
                    fmt::format("{:.1e}", recursive.values.back()),
                    fmt::format("{:.1e}", nonrecursive.values.back()),
                    fmt::format("{:.0f}", nonrecursive.values.back() / recursive.values.back())});
  }
  const double gain = std::min(nonrecursive.values[3] / recursive.values[3],
                               nonrecursive.values[4] / recursive.values[4]);
  constexpr double visible = 5;
  to.items.push_back(
      {.item = "Sec. 5, stability",
       .claim = "the recursive algorithm is more accurate, particularly where M is ill-conditioned",
       .paper = "stated; no numbers",
       .ours = fmt::format("true for long chains: at n = 140 errors of {:.0e} against {:.0e}; "
                           "invisible at n = 10",
                           recursive.values.back(), nonrecursive.values.back()),
       .verdict = verdict_of(gain >= visible),
       .evidence = fmt::format(
           "largest error of the accelerations over the largest acceleration, median of {} random "
           "states, against the same equations solved with 32 digits (two doubles a number). "
           "At n = 80 and 140 the ratio is at least {:.0f} ({} would count)",
           random_states, gain, visible),
       .rows = rows});
  to.checks.push_back(
      {"error of the recursive algorithm at n = 140", recursive.values.back(), 0, 5e-12});
  to.figures.push_back({"stability_long_chains",
                        {"Sec. 5: error of forward dynamics, snakes of n joints",
                         "n",
                         "relative error",
                         true,
                         {{"recursive", n.values, recursive.values, 0},
                          {"M and Cholesky", n.values, nonrecursive.values, 1}}}});
  to.data.push_back({"stability_long_chains", {n, condition, recursive, nonrecursive}});
}

}  // namespace kinetree::cli
