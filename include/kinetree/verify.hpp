// Trust in the user's own robot: a doctor for the model, and every method against the others.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

/// Every complaint about a model at once, errors first: the doctor behind `kinetree check`.
/// Complaints about the text of its file come from examine_model().
Diagnostics validate(const Model& model);

/// One comparison: the worst disagreement over all states, relative to the size of the quantity.
struct Check {
  std::string name;     ///< "forward_dynamics: aba = cholesky", "kinetic energy = ½ vᵀ M v"
  double worst = 0;     ///< largest relative disagreement
  double bound = 0;     ///< what rounding allows
  int state = 0;        ///< where the worst was seen
  std::string skipped;  ///< why it was not run, if it was not
  bool passed() const noexcept { return !skipped.empty() || worst <= bound; }
};

struct Verification {
  std::vector<Check> checks;
  int states = 0;
  std::uint64_t seed = 0;
  std::vector<CoriolisCertificate> coriolis;  ///< of the states in which C was checked
  bool passed() const noexcept;
};

/// Runs all checks at `states` random states; the same seed gives the same states everywhere. On
/// robots of more than 200 velocities, methods of more than n d operations and derivatives run in
/// the first only. Code generated for the model is one method more.
Verification verify(const Model& model, int states = 16, std::uint64_t seed = 1,
                    std::shared_ptr<const GeneratedFunctions> generated = nullptr);

/// A random state: angles within ±π and slides within ±1 (or the limits), unit quaternions, rates
/// within ±2, forces within ±10. The same seed gives the same state on every machine.
struct RandomState {
  Vector q, v, a, tau;
};
RandomState random_state(const Model& model, std::uint64_t seed);

/// How far the accelerations of a method (x.q, x.v, x.tau given) are from the truth: the largest
/// error over the largest acceleration. The truth is the same equation of motion solved with 32
/// digits, so errors down to 1e-16 are told. Throws what Evaluator::forward_dynamics() throws.
double forward_dynamics_error(const Model& model, const RandomState& x, const std::string& method);

/// One quantity in one state, whichever it is: a matrix, or a vector as a matrix of one column.
Matrix evaluate(Evaluator& evaluator, Quantity quantity, const RandomState& x);

/// The configuration reached from q by moving along v for unit time: q + v, on the manifold of unit
/// quaternions where the joint has one. Body velocities are held constant.
Vector displace(const Model& model, const Vector& q, const Vector& v);

}  // namespace kinetree
