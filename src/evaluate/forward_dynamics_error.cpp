// How wrong a method is, by its own kernel's rounding: the truth is computed with 32 digits.
#include <algorithm>
#include <cmath>

#include "evaluate/coordinates.hpp"
#include "evaluate/run_forces.hpp"
#include "kinetree/verify.hpp"
#include "scalar/double_double.hpp"

namespace kinetree {
namespace {

void fill(View<DoubleDouble> into, const std::vector<double>& numbers) {
  for (int k = 0; k < into.size(); ++k) into[k] = numbers[static_cast<std::size_t>(k)];
}

/// Parameters and state are taken as exact: the model's poses and inertias in double.
std::vector<DoubleDouble> accelerations(const Model& model, const RandomState& x,
                                        const Include& include) {
  const Compiled compiled = compile(model, include.armature);
  Workspace<DoubleDouble> w(compiled, [](double number) { return DoubleDouble(number); });
  fill(w.q(), tree_coordinates(compiled.q, x.q));
  fill(w.v(), tree_coordinates(compiled.v, x.v));
  fill(w.tau(), {x.tau.begin(), x.tau.end()});
  if (compiled.coupled()) {
    run_cholesky(w);
  } else {
    run_aba(w);
  }
  return {w.out().data(), w.out().data() + w.out().size()};
}

}  // namespace

double forward_dynamics_error(const Model& model, const RandomState& x, const std::string& method) {
  Options options;
  options.methods.forward_dynamics = method;
  Evaluator evaluator(model, options);
  const Vector& a = evaluator.forward_dynamics(x.q, x.v, x.tau);
  const std::vector<DoubleDouble> truth = accelerations(model, x, options.include);
  double worst = 0, size = 0;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    const DoubleDouble& exact = truth[static_cast<std::size_t>(k)];
    worst = std::max(worst, std::abs((exact - DoubleDouble(a[k])).high));
    size = std::max(size, std::abs(exact.high));
  }
  return worst == 0 ? 0 : worst / size;
}

}  // namespace kinetree
