#include "kernel/geometry.hpp"

#include <gtest/gtest.h>

#include "evaluate/run_frame.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

class Geometry : public ::testing::TestWithParam<int> {
 protected:
  Geometry() { place_links_and_inertias(robot.w); }
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  RunnableRobot robot{random_tree(seed, {.links = 12}), seed};
  DenseRobot truth{robot};
  Tree<double> tree = robot.w.tree();
  kernel::Geometry<double> g = robot.w.geometry();
};
INSTANTIATE_TEST_SUITE_P(Seeds, Geometry, ::testing::Range(1, 5));

TEST_P(Geometry, CountsPositionsFromTheRootLinkOrTheLastSlideItStandsOn) {
  for (int i = 0; i < tree.size(); ++i) {
    int root = i;
    while (tree.parent[root] >= 0 && !tree.glides[root]) root = tree.parent[root];
    const auto difference = robot.w.X_world()[i].p - robot.w.X_world()[root].p;
    EXPECT_NEAR(g.X[i].p.x, difference.x, 1e-13);
    EXPECT_NEAR(g.X[i].p.z, difference.z, 1e-13);
  }
}

TEST_P(Geometry, AxesMoveLinksAsTheirJacobiansSay) {
  for (int i = 0; i < tree.size(); ++i) {
    const Matrix& J = truth.jacobians[static_cast<std::size_t>(i)];
    kernel::for_each_mover(tree, i, [&](int k) {
      EXPECT_TRUE(close(dense(kernel::angular(g.axis[k])), J.col(k).head<3>(), 1e-14, 1));
    });
  }
}

TEST_P(Geometry, PowerOfAForceIsItsProjection) {
  const spatial::Force<double> f{{1, -2, 3}, {0.5, 4, -1}};
  for (int k = 0; k < tree.nv(); ++k) {
    EXPECT_NEAR(kernel::project(g.axis[k], f), dot(kernel::unit_motion(g.axis[k]), f), 1e-14);
    const auto at_origin = kernel::linear_at(g.axis[k], g.axis[k].o);
    EXPECT_NEAR(dot(at_origin, f.linear), dot(kernel::unit_motion(g.axis[k]).linear, f.linear),
                1e-14);
  }
}

TEST_P(Geometry, RatesOfAJointAddUpToItsMotion) {
  for (int i = 0; i < tree.size(); ++i) {
    const auto motion = kernel::axis_motion<double>(tree, g, i, robot.w.v());
    const auto own = joint_motion<double>(tree, i, robot.w.v());
    const auto turned = g.X[i].R * own.angular, slid = g.X[i].R * own.linear;
    EXPECT_NEAR(motion.angular.x, turned.x, 1e-14);
    EXPECT_NEAR(motion.linear.y, slid.y, 1e-14);
  }
}

TEST(MatrixViews, MirrorCopiesBelowToAbove) {
  Matrix M(2, 2);
  M << 1, 2, 3, 4;
  kernel::mirror_lower(MatrixView<double>(M.data(), 2, 2));
  EXPECT_EQ(M(0, 1), 3);
  kernel::clear(MatrixView<double>(M.data(), 2, 2));
  EXPECT_EQ(M, Matrix::Zero(2, 2));
}

}  // namespace
}  // namespace kinetree::testing
