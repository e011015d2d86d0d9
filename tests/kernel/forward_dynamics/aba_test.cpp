#include "kernel/forward_dynamics/aba.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "kernel/forward_dynamics/robots.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::aba_test {
namespace {

Vector run(RunnableRobot& robot) {
  auto& w = robot.w;
  kernel::aba<double>(w.tree(), w.X_parent(), w.v(), w.tau(), w.aba(), w.out());
  return robot.out();
}

/// ABA against the dense solution; rounding is amplified by at most the condition of M.
void expect_dense_solution(RunnableRobot& robot) {
  const DenseRobot truth(robot);
  const Vector force = robot.x.tau - truth.h;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(truth.M);
  ASSERT_GT(eigen.eigenvalues().minCoeff(), 0);
  const double amplified = (largest(robot.x.tau) + largest(truth.h)) / eigen.eigenvalues()[0];
  EXPECT_TRUE(close(run(robot), truth.M.ldlt().solve(force), 1e-13, amplified));
}

TEST(Aba, IsTheDenseSolutionOnTreesOfEveryJointType) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 12}), seed);
    expect_dense_solution(robot);
  }
}

TEST(Aba, IsTheDenseSolutionWithoutArmature) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 8, .armature = false}), seed);
    expect_dense_solution(robot);
  }
}

class AbaOneJoint : public ::testing::TestWithParam<JointType> {};
INSTANTIATE_TEST_SUITE_P(Types, AbaOneJoint, joint_types);

TEST_P(AbaOneJoint, BetweenTwoHingesIsTheDenseSolution) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(between_two_hinges(GetParam()), seed);
    expect_dense_solution(robot);
  }
}

TEST(Aba, AFreeBodyFallsWithGravity) {
  Model model;
  model.add(make_link("stone", JointType::floating));
  RunnableRobot robot(model, 1);
  for (int k = 0; k < 6; ++k) robot.w.v()[k] = robot.w.tau()[k] = 0;
  const Vector a = run(robot);
  const Eigen::Matrix3d R = dense(robot.w.X_world()[0].R);
  EXPECT_TRUE(close(R * a.head<3>(), Vector3(0, 0, -9.81), 1e-14));
  EXPECT_TRUE(close(a.tail<3>(), Vector3::Zero(), 1e-13, 9.81));
}

}  // namespace
}  // namespace kinetree::testing::aba_test
