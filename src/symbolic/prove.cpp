// Formulas beside the evaluator, before anybody reads them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "evaluate/choose.hpp"
#include "kinetree/verify.hpp"
#include "symbolic/equations.hpp"

namespace kinetree::symbolic {
namespace {

constexpr int states = 4;        // random ones, the same in every run
constexpr double bound = 1e-11;  // of the largest entry: sums of 10⁵ rounded terms are within it

Matrix numbers(Evaluator& evaluator, const DerivedQuantity& quantity,
               const std::optional<LinkId>& link, const RandomState& x) {
  if (link) return evaluator.jacobian(x.q, *link);
  if (quantity.name == "M") return evaluator.mass_matrix(x.q);
  if (quantity.name == "C") return evaluator.coriolis(x.q, x.v);
  if (quantity.name == "Mdot") return evaluator.mass_matrix_rate(x.q, x.v);
  if (quantity.name == "g") return evaluator.gravity(x.q);
  if (quantity.name == "h") return evaluator.bias(x.q, x.v);
  if (quantity.name == "T") return Matrix::Constant(1, 1, evaluator.kinetic_energy(x.q, x.v));
  return Matrix::Constant(1, 1, evaluator.potential_energy(x.q));
}

}  // namespace

DerivationProof prove(const Model& model, const Equations::Impl& equations,
                      const Include& include) {
  Evaluator evaluator(model, {.methods = plain_methods(model), .include = include});
  DerivationProof proof{states, 0, bound};
  for (int seed = 1; seed <= states; ++seed) {
    const RandomState x = random_state(model, static_cast<std::uint64_t>(seed));
    FormulaValues values(equations.ring, equations.store, equations.values(x.q, x.v));
    for (std::size_t k = 0; k < equations.quantities.size(); ++k) {
      const Matrix truth = numbers(evaluator, equations.quantities[k], equations.links[k], x);
      const double size = truth.cwiseAbs().maxCoeff();
      for (Eigen::Index i = 0; i < truth.size(); ++i) {
        const Equations::Impl::Entry& entry = equations.entries[k][static_cast<std::size_t>(i)];
        if (!entry.derived) continue;
        const double difference = std::abs(values.value(entry.sum) - truth.data()[i]);
        const double relative = difference == 0 ? 0 : difference / size;
        // Not std::max: something that is no number must not be lost.
        if (!(relative <= proof.worst)) proof.worst = relative;
      }
    }
  }
  return proof;
}

void refuse_disproved(const DerivationProof& proof) {
  if (proof.worst <= proof.bound) return;
  throw std::logic_error(
      fmt::format("the formulas are off by {:.1e} of the largest entry, where rounding allows "
                  "{:.0e}; nothing is printed",
                  proof.worst, proof.bound));
}

std::string proof_line(const DerivationProof& proof) {
  return fmt::format(
      "proved in {} random states: worst disagreement with the evaluator {:.1e} of the largest "
      "entry (bound {:.0e})",
      proof.states, proof.worst, proof.bound);
}

}  // namespace kinetree::symbolic
