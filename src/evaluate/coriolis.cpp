// The Coriolis kit of the evaluator: C, its certificate, Ṁ, products with C, ∂M/∂q and symbols.
#include "evaluate/certificate.hpp"
#include "evaluate/gate.hpp"
#include "evaluate/run_coriolis.hpp"

namespace kinetree {
namespace {

/// user block += matrix k of the tree: coordinates that follow one of the user's move together.
void add_block(const kernel::Coupling<double>& G, int k, MatrixView<double> tree,
               MatrixResult user) {
  const Eigen::Index n = user.rows();
  auto block = user.middleCols(G.source[k] * n, n);
  for (int j = 0; j < tree.columns(); ++j) {
    const double share = G.multiplier[k] * G.multiplier[j];
    for (int i = 0; i < tree.rows(); ++i) {
      block(G.source[i], G.source[j]) += share * G.multiplier[i] * tree(i, j);
    }
  }
}

}  // namespace

MatrixMap Evaluator::coriolis(const VectorIn& q, const VectorIn& v) {
  const bool lent = impl_->lends(Quantity::coriolis);
  impl_->take_q(q, lent);
  impl_->take_v(v, lent);
  return impl_->run_matrix(Quantity::coriolis, impl_->C);
}

MatrixResult Evaluator::Impl::rate_of_mass_matrix(Store<double>& result) {
  MatrixResult rate = square(result);
  w.write_matrix_to(rate.data());
  place_links_and_inertias(w);
  kernel::mass_matrix_rate<double>(w.tree(), w.geometry(), w.v(), w.rate(), w.tree_M(w.matrix()));
  finish_coriolis(w);
  return rate;
}

MatrixMap Evaluator::mass_matrix_rate(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->rate_of_mass_matrix(impl_->Mdot);
}

VectorResult Evaluator::Impl::multiply_coriolis(Store<double>& result) {
  place_links_and_inertias(w);
  kernel::coriolis_times<double>(w.tree(), w.geometry(), w.v(), w.a(), w.coriolis(),
                                 w.link_motion(0), w.link_motion(1), w.force(), w.tree_out());
  return finish(result);
}

VectorMap Evaluator::coriolis_times(const VectorIn& q, const VectorIn& v, const VectorIn& w) {
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->take_w(w);
  return impl_->multiply_coriolis(impl_->Cw);
}

VectorMap Evaluator::coriolis_transpose_times(const VectorIn& q, const VectorIn& v,
                                              const VectorIn& w) {
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->take_w(w);
  Workspace<double>& x = impl_->w;
  place_links_and_inertias(x);
  kernel::coriolis_transpose_times<double>(x.tree(), x.geometry(), x.v(), x.a(), x.coriolis(),
                                           x.link_motion(0), x.force(), x.moment(), x.tree_out());
  return impl_->finish(impl_->Ctw);
}

MatrixMap Evaluator::mass_matrix_derivative(const VectorIn& q) {
  impl_->take_q(q);
  refuse_tensor("∂M/∂q", impl_->compiled.tree.nv());
  Workspace<double>& w = impl_->w;
  w.reserve_tensor();
  MatrixResult dM = impl_->sized(impl_->dM, nv(), nv() * nv());
  place_links_and_inertias(w);
  kernel::TensorWorkspace<double> tensor = w.tensor();
  if (!w.coupled()) tensor.dM = {dM.data(), nv()};  // the layout is the same
  kernel::prepare_tensor<double>(w.tree(), w.geometry(), tensor);
  if (!w.coupled()) return dM;
  dM.setZero();
  for (int k = 0; k < w.tree().nv(); ++k) add_block(w.v_coupling(), k, tensor.dM[k], dM);
  return dM;
}

MatrixMap Evaluator::christoffel_symbols(const VectorIn& q) {
  impl_->take_q(q);
  refuse_tensor("Christoffel symbols", impl_->compiled.tree.nv());
  Workspace<double>& w = impl_->w;
  w.reserve_tensor();
  MatrixResult symbols = impl_->sized(impl_->symbols, nv(), nv() * nv());
  symbols.setZero();
  place_links_and_inertias(w);
  const kernel::TensorWorkspace<double> tensor = w.tensor();
  kernel::prepare_tensor<double>(w.tree(), w.geometry(), tensor);
  kernel::mass_matrix_for_brackets<double>(w.tree(), tensor.phi, tensor.carried, tensor.M);
  const kernel::TensorView<double> blocks(symbols.data(), nv());
  const View<double> unit = w.a();
  std::fill(unit.data(), unit.data() + unit.size(), 0.0);
  for (int k = 0; k < w.tree().nv(); ++k) {
    const MatrixView<double> target = w.coupled() ? w.spare() : blocks[k];
    kernel::christoffel_symbols<double>(w.tree(), k, tensor, unit, target);
    if (w.coupled()) add_block(w.v_coupling(), k, target, symbols);
  }
  return symbols;
}

CoriolisCertificate Evaluator::certify_coriolis(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  Impl::Parts& parts = impl_->parts;
  const MatrixMap Mdot = impl_->rate_of_mass_matrix(parts.Mdot);
  const MatrixMap C = impl_->run_matrix(Quantity::coriolis, parts.C);
  const MatrixMap M = impl_->run_matrix(Quantity::mass_matrix, parts.M);
  const VectorMap h = impl_->run(Quantity::bias, parts.h);
  const VectorMap g = impl_->run(Quantity::gravity, parts.g);
  CoriolisCertificate result = certificate(M, Mdot, C, h, g, v);
  result.method = method(Quantity::coriolis).name;
  return result;
}

}  // namespace kinetree
