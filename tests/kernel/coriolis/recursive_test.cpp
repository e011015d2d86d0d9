#include "kernel/coriolis/recursive.hpp"

#include <gtest/gtest.h>

#include "evaluate/run_frame.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Recursive, IsTheSumOfAllBodies) { expect_dense(Quantity::coriolis, "recursive"); }

TEST(Recursive, UnrelatedBranchesAreExactlyZero) {
  RunnableRobot robot(random_tree(2, {.links = 20, .branching = 1}), 2);
  const Matrix C = run_method(robot, Quantity::coriolis, "recursive");
  const Tree<double> tree = robot.w.tree();
  int zeros = 0;
  for (int i = 0; i < tree.nv(); ++i) {
    for (int j = 0; j < tree.nv(); ++j) {
      const int a = tree.owner[i], b = tree.owner[j];
      if (tree.carries(a, b) || tree.carries(b, a)) continue;
      EXPECT_EQ(C(i, j), 0);
      ++zeros;
    }
  }
  EXPECT_GT(zeros, 100);
}

TEST(Recursive, ProductsNeedNoMatrix) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 12}), seed);
    const Matrix C = run_method(robot, Quantity::coriolis, "recursive");
    auto& w = robot.w;
    kernel::coriolis_times<double>(w.tree(), w.geometry(), w.v(), w.a(), w.coriolis(),
                                   w.link_motion(0), w.link_motion(1), w.force(), w.out());
    EXPECT_TRUE(close(robot.out(), C * robot.x.a, 1e-13));
    kernel::coriolis_transpose_times<double>(w.tree(), w.geometry(), w.v(), w.a(), w.coriolis(),
                                             w.link_motion(0), w.force(), w.moment(), w.out());
    EXPECT_TRUE(close(robot.out(), C.transpose() * robot.x.a, 1e-13));
  }
}

}  // namespace
}  // namespace kinetree::testing
