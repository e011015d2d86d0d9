// Derivatives of inverse and forward dynamics, and the regressor, in the evaluator.
#include <fmt/format.h>

#include "evaluate/gate.hpp"
#include "evaluate/run_forces.hpp"
#include "kernel/regressor.hpp"

namespace kinetree {
namespace {

MatrixView<double> view(const MatrixResult& map) {
  MatrixResult x = map;  // of the same memory
  return {x.data(), static_cast<int>(x.rows()), static_cast<int>(x.cols())};
}

/// Calls f with every link of the model that has a joint.
template <class F>
void for_each_moving(const Compiled& compiled, F f) {
  for (std::size_t i = 0; i < compiled.placed.size(); ++i) {
    if (compiled.placed[i].type != JointType::fixed) f(i);
  }
}

}  // namespace

/// ∂τ/∂q and ∂τ/∂v at the state taken, and M where there is room for it: bodies_give_mass_matrix().
void Evaluator::Impl::differentiate(const MatrixResult& dq, const MatrixResult& dv, double* da) {
  const MatrixView<double> user_q = view(dq);
  const MatrixView<double> user_v = view(dv);
  const MatrixView<double> tree_q = w.tree_M(user_q, 0), tree_v = w.tree_M(user_v, 1);
  if (planned(Quantity::inverse_dynamics)) {
    run_plan(StateTask::inverse_derivatives, {&tree_q(0, 0), &tree_v(0, 0), da});
  } else {
    place_links_and_inertias(w);
    kernel::inverse_dynamics_derivatives<double>(w.tree(), w.geometry(), w.v(), w.a(),
                                                 w.derivatives(), tree_q, tree_v);
  }
  if (options.include.friction) {
    for (int k = 0; k < compiled.tree.nv(); ++k) {
      tree_v(k, k) += compiled.damping[static_cast<std::size_t>(k)];
    }
  }
  if (!w.coupled()) return;
  kernel::reduce_matrix<double>(w.v_coupling(), tree_q, user_q);
  kernel::reduce_matrix<double>(w.v_coupling(), tree_v, user_v);
}
bool Evaluator::Impl::bodies_give_mass_matrix() const noexcept {
  return planned(Quantity::inverse_dynamics) && !w.coupled() &&
         plan->fastest(StateTask::inverse_derivatives) == Across::bodies &&
         planned(Quantity::mass_matrix);
}
void Evaluator::Impl::run_plan(StateTask task, const std::array<double*, 3>& results) {
  for (const double* result : results) {
    if (result != nullptr) w.inputs().keep_apart(result, compiled.nv * compiled.nv);
  }
  const Inputs<double>& in = w.inputs();
  const InputVector<double>& x = task == StateTask::forward_derivatives ? in.tau : in.a;
  plan->run(plan->fastest(task), task, {in.q.given, in.v.given, x.given, results});
}

InverseDynamicsDerivatives Evaluator::inverse_dynamics_derivatives(const VectorIn& q,
                                                                   const VectorIn& v,
                                                                   const VectorIn& a) {
  const bool lent = impl_->lends(Quantity::inverse_dynamics) && impl_->lends(Quantity::mass_matrix);
  impl_->take_q(q, lent);
  impl_->take_v(v, lent);
  impl_->take_a(a, lent);
  const MatrixResult dq = impl_->square(impl_->dtau_dq), dv = impl_->square(impl_->dtau_dv);
  // From the sums that the derivatives need as well, unless a plain kernel was asked for.
  if (impl_->bodies_give_mass_matrix()) {
    MatrixResult da = impl_->square(impl_->dtau_da);
    impl_->differentiate(dq, dv, da.data());
    return {dq, dv, da};
  }
  impl_->differentiate(dq, dv);
  return {dq, dv, impl_->run_matrix(Quantity::mass_matrix, impl_->dtau_da)};
}

ForwardDynamicsDerivatives Evaluator::forward_dynamics_derivatives(const VectorIn& q,
                                                                   const VectorIn& v,
                                                                   const VectorIn& tau) {
  const bool by_plan = impl_->lends(Quantity::forward_dynamics);
  const bool lent = by_plan && impl_->massless_known;
  impl_->take_q(q, lent);
  impl_->take_v(v, lent);
  impl_->take_tau(tau, lent);
  MatrixResult dq = impl_->square(impl_->da_dq), dv = impl_->square(impl_->da_dv);
  if (by_plan) {
    impl_->refuse_massless("forward dynamics");
    MatrixResult dtau = impl_->square(impl_->da_dtau);
    impl_->run_plan(StateTask::forward_derivatives, {dq.data(), dv.data(), dtau.data()});
    return {dq, dv, dtau};
  }
  impl_->take(impl_->accelerate(impl_->parts.a), impl_->w.v_coupling(), impl_->w.a());
  impl_->differentiate(dq, dv);
  joint_poses(impl_->w);
  // a(q, v, τ(q, v, a)) = a: the derivatives are those of inverse dynamics, solved for a.
  const MatrixResult dtau = impl_->invert_mass_matrix(impl_->da_dtau);
  for (int k = 0; k < nv(); ++k) {
    for (MatrixResult* x : {&dq, &dv}) {
      impl_->solve({x->col(k).data(), nv()});
      x->col(k) *= -1;
    }
  }
  return {dq, dv, dtau};
}

MatrixMap Evaluator::regressor(const VectorIn& q, const VectorIn& v, const VectorIn& a) {
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->take_a(a);
  Workspace<double>& w = impl_->w;
  place_links(w);
  kernel::link_motions<kernel::Terms::all, double>(w.tree(), w.X_parent(), w.v(), w.a(),
                                                   -w.tree().gravity, w.motion());
  const RegressorColumns& wanted = impl_->options.regressor;
  int columns = ((wanted.friction ? 2 : 0) + (wanted.armature ? 1 : 0)) * w.tree().nv();
  for_each_moving(impl_->compiled, [&](std::size_t) { columns += kernel::parameters_of_a_body; });
  MatrixResult Y = impl_->sized(impl_->Y, nv(), columns);
  Y.setZero();
  const kernel::Coupling<double> G = w.v_coupling();
  int column = 0;
  for_each_moving(impl_->compiled, [&](std::size_t i) {
    const Frame& frame = impl_->compiled.frames[i];
    kernel::regressor_of_body<double>(w.tree(), w.geometry(), frame.link, frame.X_link.R,
                                      w.motion()[frame.link], [&](int k, int p, double entry) {
                                        const int row = w.coupled() ? G.source[k] : k;
                                        Y(row, column + p) +=
                                            w.coupled() ? G.multiplier[k] * entry : entry;
                                      });
    column += kernel::parameters_of_a_body;
  });
  const auto append = [&](auto value) {
    for (int k = 0; k < w.tree().nv(); ++k, ++column) {
      const int row = w.coupled() ? G.source[k] : k;
      Y(row, column) = (w.coupled() ? G.multiplier[k] : 1) * value(k);
    }
  };
  if (wanted.friction) {
    append([&](int k) { return w.v()[k]; });
    append([&](int k) { return w.v()[k] > 0 ? 1.0 : w.v()[k] < 0 ? -1.0 : 0.0; });
  }
  if (wanted.armature) append([&](int k) { return w.a()[k]; });
  return Y;
}

Vector Evaluator::regressor_parameters() const {
  impl_->check_revision();
  std::vector<double> values;
  for_each_moving(impl_->compiled, [&](std::size_t i) {
    const Frame& frame = impl_->compiled.frames[i];
    const spatial::Pose<double> back{transpose(frame.X_link.R), {}};
    const spatial::Inertia<double> body =
        back * impl_->compiled.tree.inertia[static_cast<std::size_t>(frame.link)];
    values.insert(values.end(), {body.mass, body.h.x, body.h.y, body.h.z, body.I.xx, body.I.xy,
                                 body.I.yy, body.I.xz, body.I.yz, body.I.zz});
  });
  const auto append = [&](const std::vector<double>& more) {
    values.insert(values.end(), more.begin(), more.end());
  };
  if (impl_->options.regressor.friction) append(impl_->compiled.damping);
  if (impl_->options.regressor.friction) append(impl_->compiled.friction);
  if (impl_->options.regressor.armature) append(impl_->compiled.rotor);
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<std::string> Evaluator::regressor_names() const {
  impl_->check_revision();
  std::vector<std::string> names, degrees;
  for_each_moving(impl_->compiled, [&](std::size_t i) {
    for (const char* p : {"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"}) {
      names.push_back(fmt::format("{}.{}", impl_->compiled.names[i], p));
    }
    for (const std::string_view suffix : velocity_suffixes(impl_->compiled.placed[i].type)) {
      degrees.push_back(fmt::format("{}{}", impl_->compiled.joint_names[i], suffix));
    }
  });
  const auto append = [&](const char* what) {
    for (const std::string& degree : degrees) names.push_back(fmt::format("{}.{}", degree, what));
  };
  if (impl_->options.regressor.friction) append("damping");
  if (impl_->options.regressor.friction) append("friction");
  if (impl_->options.regressor.armature) append("armature");
  return names;
}

}  // namespace kinetree
