#include "support/dense_robot.hpp"

namespace kinetree::testing {

RunnableRobot::RunnableRobot(Model robot, std::uint64_t seed)
    : model(std::move(robot)),
      compiled(compile(model, true)),
      w(compiled, [](double number) { return number; }),
      x(random_state(model, seed)),
      M(Matrix::Constant(compiled.nv, compiled.nv, 1e30)) {
  w.write_M_to(M.data());
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
    h += J.transpose() *
         (I * (rates_.back() - gravity) - motion_cross(twist).transpose() * (I * twist));
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
  Vector6 rate = parent < 0 ? Vector6(Vector6::Zero()) : rates_[static_cast<std::size_t>(parent)];
  const Matrix6 T = motion_transform(X_world);
  Vector6 own = Vector6::Zero();
  for_each_column(tree_, i, [&](int k, auto column) {
    spatial::Motion<double> unit;
    add(unit, column, 1.0);
    J.col(k) = T * dense(unit);
    own += J.col(k) * v_[k];
  });
  rate += motion_cross(J * v_) * own;
  jacobians.push_back(J);
  rates_.push_back(rate);
}

}  // namespace kinetree::testing
