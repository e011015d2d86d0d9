// Dynamics of the evaluator: M, its inverse, gravity, bias, inverse and forward dynamics.
#include "kinetree/evaluator.hpp"

#include <algorithm>

#include "evaluate/choose.hpp"
#include "evaluate/element.hpp"
#include "evaluate/gate.hpp"
#include "evaluate/singular.hpp"

namespace kinetree {

Evaluator::Evaluator(const Model& model, const Options& options)
    : impl_(std::make_unique<Impl>(model, options)) {}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

void Evaluator::sync(const Model& model) {
  // Mimics couple what stands far apart, and may rule out the methods in use: make a new one. So
  // may anything where a plan was asked for by name.
  const bool named =
      std::any_of(quantities().begin(), quantities().end(), [this](Quantity quantity) {
        return planned_row(quantity, impl_->options.methods[quantity]) != nullptr;
      });
  if (model.has_mimics() || impl_->compiled.coupled() || named) {
    impl_ = std::make_unique<Impl>(model, impl_->options);
  } else {
    impl_->sync(model);
  }
}

const Method& Evaluator::method(Quantity quantity) const noexcept {
  return impl_->method(quantity);
}
std::string Evaluator::reason(Quantity quantity) const {
  if (impl_->options.methods[quantity] != "auto") return "asked for";
  return reason_of(quantity, {impl_->compiled, impl_->plan.get(), impl_->options.generated.get(),
                              impl_->reserved});
}
int Evaluator::nq() const noexcept { return impl_->compiled.nq; }
int Evaluator::nv() const noexcept { return impl_->compiled.nv; }

MatrixMap Evaluator::mass_matrix(const VectorIn& q) {
  impl_->take_q(q, impl_->lends(Quantity::mass_matrix));
  return impl_->run_matrix(Quantity::mass_matrix, impl_->M);
}

double Evaluator::element(const VectorIn& q, int u, int k) {
  impl_->check_element(u, k);
  impl_->take_q(q);
  impl_->compiled.order_subtrees();
  return element_of_M(impl_->w, u, k);
}

VectorMap Evaluator::gravity(const VectorIn& q) {
  impl_->take_q(q, impl_->lends(Quantity::gravity));
  return impl_->run(Quantity::gravity, impl_->g);
}

VectorMap Evaluator::bias(const VectorIn& q, const VectorIn& v) {
  const bool lent = impl_->lends(Quantity::bias);
  impl_->take_q(q, lent);
  impl_->take_v(v, lent);
  return impl_->run(Quantity::bias, impl_->h);
}

VectorMap Evaluator::inverse_dynamics(const VectorIn& q, const VectorIn& v, const VectorIn& a) {
  const bool lent = impl_->lends(Quantity::inverse_dynamics);
  impl_->take_q(q, lent);
  impl_->take_v(v, lent);
  impl_->take_a(a, lent);
  VectorResult result = impl_->run(Quantity::inverse_dynamics, impl_->tau);
  if (impl_->options.include.friction) result += impl_->friction_loss();
  return result;
}

VectorMap Evaluator::forward_dynamics(const VectorIn& q, const VectorIn& v, const VectorIn& tau) {
  const bool lent = impl_->lends(Quantity::forward_dynamics) && impl_->massless_known;
  impl_->take_q(q, lent);
  impl_->take_v(v, lent);
  impl_->take_tau(tau, lent);
  return impl_->accelerate(impl_->a);
}

const std::vector<std::string>& Evaluator::massless_joints() {
  if (!impl_->massless_known) impl_->massless_now();
  return impl_->massless;
}

std::vector<std::string> Evaluator::singular_joints(const VectorIn& q) {
  impl_->take_q(q);
  return kinetree::singular_joints(impl_->compiled, q);
}

}  // namespace kinetree
