// The Coriolis kit of the evaluator: C, its certificate, Ṁ, products with C, ∂M/∂q and symbols.
#include "evaluate/gate.hpp"
#include "evaluate/run_coriolis.hpp"

namespace kinetree {
namespace {

double largest(const Eigen::Ref<const Matrix>& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0;
}

/// Block k of the user's derivatives from matrix k of the tree's: coordinates that follow one of
/// the user's move together.
void reduce_tensor(Workspace<double>& w, kernel::TensorView<double> tree, Matrix& user) {
  if (!w.coupled()) {
    std::copy(tree[0].data(), tree[0].data() + user.size(), user.data());
    return;
  }
  const Eigen::Index n = w.nv();
  const kernel::Coupling<double> G = w.v_coupling();
  user.setZero();
  for (int k = 0; k < tree.size(); ++k) {
    auto block = user.middleCols(G.source[k] * n, n);
    for (int j = 0; j < tree.size(); ++j) {
      const double share = G.multiplier[k] * G.multiplier[j];
      for (int i = 0; i < tree.size(); ++i) {
        block(G.source[i], G.source[j]) += share * G.multiplier[i] * tree(i, j, k);
      }
    }
  }
}

}  // namespace

const Matrix& Evaluator::coriolis(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->run(Quantity::coriolis, impl_->C);
}

const Matrix& Evaluator::Impl::rate_of_mass_matrix(Matrix& result) {
  w.write_matrix_to(sized(result, compiled.nv, compiled.nv).data());
  place_links_and_inertias(w);
  kernel::mass_matrix_rate<double>(w.tree(), w.geometry(), w.v(), w.rate(), w.tree_M(w.matrix()));
  finish_coriolis(w);
  return result;
}

const Matrix& Evaluator::mass_matrix_rate(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->rate_of_mass_matrix(impl_->Mdot);
}

const Vector& Evaluator::Impl::multiply_coriolis(Vector& result) {
  place_links_and_inertias(w);
  kernel::coriolis_times<double>(w.tree(), w.geometry(), w.v(), w.a(), w.coriolis(),
                                 w.link_motion(0), w.link_motion(1), w.force(), w.tree_out());
  return finish(result);
}

const Vector& Evaluator::coriolis_times(const VectorIn& q, const VectorIn& v, const VectorIn& w) {
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->take_w(w);
  return impl_->multiply_coriolis(impl_->Cw);
}

const Vector& Evaluator::coriolis_transpose_times(const VectorIn& q, const VectorIn& v,
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

const Matrix& Evaluator::mass_matrix_derivative(const VectorIn& q) {
  impl_->take_q(q);
  refuse_tensor("∂M/∂q", impl_->compiled);
  Workspace<double>& w = impl_->w;
  place_links_and_inertias(w);
  kernel::prepare_tensor<double>(w.tree(), w.geometry(), w.tensor());
  reduce_tensor(w, w.tensor().dM, impl_->sized(impl_->dM, nv(), nv() * nv()));
  return impl_->dM;
}

const Matrix& Evaluator::christoffel_symbols(const VectorIn& q) {
  impl_->take_q(q);
  refuse_tensor("Christoffel symbols", impl_->compiled);
  Workspace<double>& w = impl_->w;
  place_links_and_inertias(w);
  kernel::christoffel_symbols<double>(w.tree(), w.geometry(), w.tensor(), w.a(), w.spare_tensor());
  reduce_tensor(w, w.spare_tensor(), impl_->sized(impl_->symbols, nv(), nv() * nv()));
  return impl_->symbols;
}

CoriolisCertificate Evaluator::certify_coriolis(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  Impl::Parts& parts = impl_->parts;
  const Matrix& Mdot = impl_->rate_of_mass_matrix(parts.Mdot);
  const Matrix& C = impl_->run(Quantity::coriolis, parts.C);
  const Matrix& M = impl_->run(Quantity::mass_matrix, parts.M);
  const Vector& h = impl_->run(Quantity::bias, parts.h);
  const Vector& g = impl_->run(Quantity::gravity, parts.g);
  const int n = nv();
  CoriolisCertificate result;
  result.method = method(Quantity::coriolis).name;
  for (int j = 0; j < n; ++j) {
    double Cv = 0;
    for (int k = 0; k < n; ++k) {
      result.skew = std::max(result.skew, std::abs(Mdot(j, k) - C(j, k) - C(k, j)));
      result.power += v[j] * (Mdot(j, k) - 2 * C(j, k)) * v[k];
      Cv += C(j, k) * v[k];
    }
    result.force = std::max(result.force, std::abs(Cv - (h[j] - g[j])));
  }
  result.power = std::abs(result.power);
  const double speed = largest(v);
  result.skew_size = largest(C) + largest(M) * speed;
  result.power_size = result.skew_size * v.squaredNorm();
  result.force_size = result.skew_size * speed + largest(h) + largest(g);
  return result;
}

}  // namespace kinetree
