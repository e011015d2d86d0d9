// A compiled tree at one state, and its dynamics once more in dense world-frame algebra.
//
// Everything is expressed at the world's origin (angular, linear), body by body with full 6×6
// matrices and 6×nv Jacobians. Nothing is recursive but the poses:
//
//     J_i = columns of the joints on the path to i,  M = Σ J_iᵀ I_i J_i + armature
//     h   = Σ J_iᵀ ( I_i (J̇_i v - g) + v_i ×* I_i v_i )
#pragma once
#include <utility>
#include <vector>

#include "evaluate/registry.hpp"
#include "kinetree/verify.hpp"
#include "spatial/dense.hpp"

namespace kinetree::testing {

/// Model, workspace and state: what a kernel needs to run. Models without mimics only.
struct RunnableRobot {
  RunnableRobot(Model robot, std::uint64_t seed)
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
  RunnableRobot(const RunnableRobot&) = delete;
  RunnableRobot& operator=(const RunnableRobot&) = delete;
  ~RunnableRobot() = default;

  Vector out() { return Eigen::Map<Vector>(w.out().data(), compiled.nv); }

  Model model;
  Compiled compiled;
  Workspace<double> w;
  RandomState x;
  Matrix M;
};

class DenseRobot {
 public:
  explicit DenseRobot(RunnableRobot& robot) : tree_(robot.w.tree()), v_(robot.x.v) {
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

  Vector armature() const {
    Vector result(tree_.nv());
    for (int k = 0; k < tree_.nv(); ++k) result[k] = tree_.armature[k];
    return result;
  }

  Matrix M;
  Vector h, g;
  std::vector<Matrix> jacobians;  ///< of every link at the world's origin, 6×nv
  std::vector<Matrix6> inertias;  ///< of every link about the world's origin

 private:
  /// J_i is that of the parent with the joint's own columns; J̇_i v grows by v_i × (own motion).
  void add_columns(int i, const spatial::Pose<double>& X_world) {
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

  Tree<double> tree_;
  Vector v_;
  std::vector<Vector6> rates_;
};

}  // namespace kinetree::testing
