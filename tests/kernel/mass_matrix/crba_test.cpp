#include "kernel/mass_matrix/crba.hpp"

#include <gtest/gtest.h>

#include "kernel/geometry.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::crba_test {
namespace {

Matrix run(RunnableRobot& robot) {
  kernel::crba<double>(robot.w.tree(), robot.w.X_parent(), robot.w.Ic(), robot.w.matrix());
  kernel::add_armature<double>(robot.w.tree(), robot.w.matrix());
  return robot.matrix;
}

TEST(Crba, IsTheSumOfAllBodiesOnTreesOfEveryJointType) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 14}), seed);
    EXPECT_TRUE(close(run(robot), DenseRobot(robot).M, rounding(robot.model.nv())));
  }
}

TEST(Crba, IsTheSumOfAllBodiesOnALongChain) {
  const std::uint64_t seed = 3;
  SCOPED_TRACE("seed " + std::to_string(seed));
  RunnableRobot robot(random_tree(seed, {.links = 40, .branching = 0}), seed);
  EXPECT_TRUE(close(run(robot), DenseRobot(robot).M, rounding(robot.model.nv())));
}

TEST(Crba, WritesEveryEntryAndIsExactlySymmetric) {
  const std::uint64_t seed = 4;
  SCOPED_TRACE("seed " + std::to_string(seed));
  RunnableRobot robot(random_tree(seed, {.links = 20, .branching = 1}), seed);
  const Matrix M = run(robot);  // was filled with 1e30 before
  EXPECT_LT(largest(M), 1e6);
  EXPECT_EQ(M, Matrix(M.transpose()));
}

TEST(Crba, UnrelatedBranchesHaveZeros) {
  Model model;
  Link link;
  link.joint.type = JointType::revolute;
  link.inertia = {1, {0.1, 0.2, 0.3}, Matrix3::Identity()};
  for (const int parent : {-1, 0, 0, 1, -1}) {
    link.name = "link" + std::to_string(model.size());
    link.joint.name.clear();
    model.add(link, parent < 0 ? std::nullopt : std::optional(static_cast<LinkId>(parent)));
  }
  RunnableRobot robot(model, 1);
  const Matrix M = run(robot);
  const std::pair<int, int> unrelated[] = {{1, 2}, {2, 3}, {0, 4}, {1, 4}, {2, 4}, {3, 4}};
  for (const auto& [i, j] : unrelated) EXPECT_EQ(M(i, j), 0) << i << ", " << j;
  const std::pair<int, int> related[] = {{0, 1}, {0, 2}, {0, 3}, {1, 3}};
  for (const auto& [i, j] : related) EXPECT_NE(M(i, j), 0) << i << ", " << j;
}

TEST(Crba, ArmatureStandsOnTheDiagonalOfEveryVelocity) {
  const std::uint64_t seed = 6;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Model model = random_tree(seed, {.links = 10, .armature = false});
  RunnableRobot bare(model, seed);
  const Matrix without = run(bare);
  for (const JointSlot& slot : model.joints()) model.set_armature(slot.link, 2.5);
  RunnableRobot geared(model, seed);
  EXPECT_TRUE(close(run(geared) - without, 2.5 * Matrix::Identity(model.nv(), model.nv()), 1e-13,
                    largest(without)));
}

}  // namespace
}  // namespace kinetree::testing::crba_test
