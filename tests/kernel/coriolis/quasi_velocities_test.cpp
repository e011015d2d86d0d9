#include "kernel/coriolis/quasi_velocities.hpp"

#include <gtest/gtest.h>

#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing::quasi_velocities_test {
namespace {

MatrixView<double> view(Matrix& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols())};
}

TEST(QuasiVelocities, NothingIsAddedWhereEveryJointHasOneVelocity) {
  RunnableRobot robot(random_tree(4, {.links = 9, .multi_dof = false}), 4);
  DenseRobot truth(robot);
  Matrix C = Matrix::Zero(robot.model.nv(), robot.model.nv());
  kernel::add_brackets<double>(robot.w.tree(), view(truth.M), robot.w.v(), view(C));
  EXPECT_EQ(C, Matrix::Zero(robot.model.nv(), robot.model.nv()));
}

// A body on a ball joint through its centre has constant M = I, so that the brackets are all there
// is: C = ½ ( I [ω] + [ω] I - [I ω] ), and C ω is Euler's ω × I ω.
TEST(QuasiVelocities, OfAFreeBodyAreEulersEquations) {
  Model model;
  const Vector3 moments(0.3, 0.7, 0.9);
  model.add(make_link("body", JointType::spherical, {0, 0, 1},
                      {2, Vector3::Zero(), moments.asDiagonal()}));
  RunnableRobot robot(model, 8);
  const Vector3 omega = robot.x.v;
  const Eigen::Matrix3d I = moments.asDiagonal(), W = skew(omega);
  const Eigen::Matrix3d expected = 0.5 * (I * W + W * I - skew(I * omega));
  for (const char* name : {"christoffel", "kronecker", "recursive", "progressive"}) {
    const Matrix C = run_method(robot, Quantity::coriolis, name);
    EXPECT_TRUE(close(C, expected, 1e-14)) << name;
    EXPECT_TRUE(close(C * omega, omega.cross(I * omega), 1e-14)) << name;
  }
}

}  // namespace
}  // namespace kinetree::testing::quasi_velocities_test
