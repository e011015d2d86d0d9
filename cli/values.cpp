#include "values.hpp"

namespace kinetree::cli {
namespace {

/// Row by row.
template <class Derived>
void append(std::vector<double>& values, const Eigen::DenseBase<Derived>& x) {
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    for (Eigen::Index j = 0; j < x.cols(); ++j) values.push_back(x(i, j));
  }
}

void append(std::vector<double>& values, const SpatialVector& vector) {
  append(values, vector.linear());
  append(values, vector.angular());
}

/// n matrices side by side, one after the other.
void append_blocks(std::vector<double>& values, const MatrixMap& blocks) {
  const Eigen::Index n = blocks.rows();
  for (Eigen::Index k = 0; k < n; ++k) append(values, blocks.middleCols(k * n, n));
}

void append_poses(std::vector<double>& values, const Model& model, const std::vector<Pose>& poses) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose& X = poses[i];
    const Vector3& com = model.link(LinkId{static_cast<std::uint32_t>(i)}).inertia.com;
    append(values, X.p);
    append(values, X.R);
    append(values, Vector3(X.R * com + X.p));
  }
}

/// Derivatives, the regressor, factors and hybrid dynamics.
void append_derivative(std::vector<double>& values, Evaluator& evaluator, const Request& request,
                       const StateInput& x) {
  switch (request.kind()) {
    case Kind::inverse_by_q:
      return append(values, evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a).dq);
    case Kind::inverse_by_v:
      return append(values, evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a).dv);
    case Kind::forward_by_q:
      return append(values, evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau).dq);
    case Kind::forward_by_v:
      return append(values, evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau).dv);
    case Kind::forward_by_tau:
      return append(values, evaluator.mass_matrix_inverse(x.q));
    case Kind::triangular_factor:
      return append(values, evaluator.udut(x.q).U);
    case Kind::diagonal_factor:
      return append(values, evaluator.udut(x.q).D);
    case Kind::hybrid_a:
      return append(values, evaluator.hybrid_dynamics(x.q, x.v, request.prescribed, x.a, x.tau).a);
    case Kind::hybrid_tau:
      return append(values,
                    evaluator.hybrid_dynamics(x.q, x.v, request.prescribed, x.a, x.tau).tau);
    case Kind::regressor:
      return append(values, evaluator.regressor(x.q, x.v, x.a));
    case Kind::parameters:
      return append(values, evaluator.regressor_parameters());
    default:
      return;
  }
}

/// Energies, places and Jacobians; the rest are derivatives.
void append_motion(std::vector<double>& values, const Model& model, Evaluator& evaluator,
                   const Request& request, const StateInput& x) {
  switch (request.kind()) {
    case Kind::kinetic_energy:
      return values.push_back(evaluator.kinetic_energy(x.q, x.v));
    case Kind::potential_energy:
      return values.push_back(evaluator.potential_energy(x.q));
    case Kind::poses:
      return append_poses(values, model, evaluator.poses(x.q));
    case Kind::center_of_mass:
      return append(values, evaluator.center_of_mass(x.q));
    case Kind::momentum:
      return append(values, evaluator.momentum(x.q, x.v));
    case Kind::centroidal_momentum:
      return append(values, evaluator.centroidal_momentum(x.q, x.v));
    case Kind::jacobian:
      return append(values, evaluator.jacobian(x.q, request.link, request.point));
    case Kind::jacobian_dot_v:
      return append(values, evaluator.jacobian_dot_v(x.q, x.v, request.link, request.point));
    case Kind::jacobian_rate:
      return append(values, evaluator.jacobian_rate(x.q, x.v, request.link, request.point));
    default:
      return append_derivative(values, evaluator, request, x);
  }
}

}  // namespace

void append_numbers(std::vector<double>& values, const Vector& vector) { append(values, vector); }

void append_value(std::vector<double>& values, const Model& model, Evaluator& evaluator,
                  const Request& request, const StateInput& x) {
  switch (request.kind()) {
    case Kind::mass_matrix:
      return append(values, evaluator.mass_matrix(x.q));
    case Kind::mass_matrix_inverse:
      return append(values, evaluator.mass_matrix_inverse(x.q));
    case Kind::coriolis:
      return append(values, evaluator.coriolis(x.q, x.v));
    case Kind::mass_matrix_rate:
      return append(values, evaluator.mass_matrix_rate(x.q, x.v));
    case Kind::coriolis_times:
      return append(values, evaluator.coriolis_times(x.q, x.v, x.w));
    case Kind::coriolis_transpose_times:
      return append(values, evaluator.coriolis_transpose_times(x.q, x.v, x.v));
    case Kind::mass_matrix_derivative:
      return append_blocks(values, evaluator.mass_matrix_derivative(x.q));
    case Kind::christoffel_symbols:
      return append_blocks(values, evaluator.christoffel_symbols(x.q));
    case Kind::bias:
      return append(values, evaluator.bias(x.q, x.v));
    case Kind::gravity:
      return append(values, evaluator.gravity(x.q));
    case Kind::inverse_dynamics:
      return append(values, evaluator.inverse_dynamics(x.q, x.v, x.a));
    case Kind::forward_dynamics:
      return append(values, evaluator.forward_dynamics(x.q, x.v, x.tau));
    default:
      return append_motion(values, model, evaluator, request, x);
  }
}

void append_task(std::vector<double>& values, const OperationalSpace& x, Kind kind) {
  if (kind == Kind::task_inertia) append(values, x.inertia);
  if (kind == Kind::task_inverse) append(values, x.Jbar);
  if (kind == Kind::task_coriolis) append(values, x.C);
  if (kind == Kind::task_bias) append(values, x.bias);
  if (kind == Kind::task_gravity) append(values, x.gravity);
}

}  // namespace kinetree::cli
