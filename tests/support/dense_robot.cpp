#include "support/dense_robot.hpp"

#include "evaluate/run_frame.hpp"

namespace kinetree::testing {
namespace {

/// The matrix of m -> m ×* f.
Matrix6 swapped_cross(const Vector6& f) {
  const Eigen::Matrix3d moment = skew(f.head<3>()), force = skew(f.tail<3>());
  return blocks(-moment, -force, -force, Eigen::Matrix3d::Zero());
}

}  // namespace

RunnableRobot::RunnableRobot(Model robot, std::uint64_t seed)
    : model(std::move(robot)),
      compiled(compile(model, true)),
      w(compiled, [](double number) { return number; }),
      x(random_state(model, seed)),
      matrix(Matrix::Constant(compiled.nv, compiled.nv, 1e30)) {
  w.write_matrix_to(matrix.data());
  w.reserve_tensor();
  const auto copy = [](const Vector& from, View<double> to) {
    for (int k = 0; k < to.size(); ++k) to[k] = from[k];
  };
  copy(x.q, w.q());
  copy(x.v, w.v());
  copy(x.a, w.a());
  copy(x.tau, w.tau());
  joint_poses(w);
  kernel::world_poses<double>(w.tree(), w.X_parent(), w.X_world());
}

Vector RunnableRobot::out() { return Eigen::Map<Vector>(w.out().data(), compiled.nv); }

DenseRobot::DenseRobot(RunnableRobot& robot) : tree_(robot.w.tree()), v_(robot.x.v) {
  const int n = tree_.nv();
  M = armature().asDiagonal();
  C = Mdot = Matrix::Zero(n, n);
  h = Vector::Zero(n);
  g = Vector::Zero(n);
  Vector6 gravity = Vector6::Zero();
  gravity.tail<3>() = dense(tree_.gravity);
  for (int i = 0; i < tree_.size(); ++i) {
    add_columns(i, robot.w.X_world()[i]);
    const Matrix6 T = force_transform(robot.w.X_world()[i]);
    const Matrix6 I = T * dense(tree_.inertia[i]) * T.transpose();
    const Matrix& J = jacobians.back();
    const Vector6 twist = J * v_;
    M += J.transpose() * I * J;
    g -= J.transpose() * I * gravity;
    const Matrix& J_dot = jacobian_rates_.back();
    const Matrix6 X = motion_cross(twist), I_dot = -X.transpose() * I - I * X;
    const Matrix6 B = 0.5 * (I_dot + swapped_cross(I * twist));
    h += J.transpose() * (I * (J_dot * v_ - gravity) - X.transpose() * (I * twist));
    C += J.transpose() * (I * J_dot + B * J);
    Mdot += J_dot.transpose() * I * J + J.transpose() * I_dot * J + J.transpose() * I * J_dot;
    inertias.push_back(I);
  }
}

Vector DenseRobot::armature() const {
  Vector result(tree_.nv());
  for (int k = 0; k < tree_.nv(); ++k) result[k] = tree_.armature[k];
  return result;
}

void DenseRobot::add_columns(int i, const spatial::Pose<double>& X_world) {
  const int parent = tree_.parent[i];
  Matrix J = parent < 0 ? Matrix(Matrix::Zero(6, tree_.nv()))
                        : jacobians[static_cast<std::size_t>(parent)];
  Matrix J_dot = parent < 0 ? Matrix(Matrix::Zero(6, tree_.nv()))
                            : jacobian_rates_[static_cast<std::size_t>(parent)];
  const Matrix6 T = motion_transform(X_world);
  for_each_column(tree_, i, [&](int k, auto column) {
    spatial::Motion<double> unit;
    add(unit, column, 1.0);
    J.col(k) = T * dense(unit);
  });
  const Matrix6 carried = motion_cross(J * v_);
  for_each_column(tree_, i, [&](int k, auto) { J_dot.col(k) = carried * J.col(k); });
  jacobians.push_back(J);
  jacobian_rates_.push_back(J_dot);
}

}  // namespace kinetree::testing
