// A compiled tree at one state, and its dynamics once more in dense world-frame algebra.
//
// Everything is expressed at the world's origin (angular, linear), body by body with full 6×6
// matrices and 6×nv Jacobians. Nothing is recursive but the poses:
//
//     J_i = columns of the joints on the path to i,  M = Σ J_iᵀ I_i J_i + armature
//     h   = Σ J_iᵀ ( I_i (J̇_i v - g) + v_i ×* I_i v_i )
//     C   = Σ J_iᵀ ( I_i J̇_i + B_i J_i ),  B = ½ ( v ×* I - I v × + (I v) ×̄ )
#pragma once
#include <utility>
#include <vector>

#include "evaluate/registry.hpp"
#include "kinetree/verify.hpp"
#include "support/dense.hpp"

namespace kinetree::testing {

/// Model, workspace and state: what a kernel needs to run. Models without mimics only.
struct RunnableRobot {
  RunnableRobot(Model robot, std::uint64_t seed);
  RunnableRobot(const RunnableRobot&) = delete;
  RunnableRobot& operator=(const RunnableRobot&) = delete;
  ~RunnableRobot() = default;

  Vector out();

  Model model;
  Compiled compiled;
  Workspace<double> w;
  RandomState x;
  Matrix matrix;  ///< result of methods that compute one
};

class DenseRobot {
 public:
  explicit DenseRobot(RunnableRobot& robot);
  Vector armature() const;

  Matrix M, C, Mdot;
  Vector h, g;
  std::vector<Matrix> jacobians;  ///< of every link at the world's origin, 6×nv
  std::vector<Matrix6> inertias;  ///< of every link about the world's origin

 private:
  /// J_i is that of the parent with the joint's own columns, which move along with link i.
  void add_columns(int i, const spatial::Pose<double>& X_world);

  Tree<double> tree_;
  Vector v_;
  std::vector<Matrix> jacobian_rates_;
};

}  // namespace kinetree::testing
