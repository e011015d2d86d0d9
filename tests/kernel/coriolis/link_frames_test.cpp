#include "kernel/coriolis/link_frames.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(LinkFrames, IsTheSumOfAllBodies) { expect_dense(Quantity::coriolis, "link_frames"); }

TEST(LinkFrames, EqualsTheOneAboutACommonPoint) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 15}), seed);
    const Matrix there = run_method(robot, Quantity::coriolis, "recursive");
    const Matrix here = run_method(robot, Quantity::coriolis, "link_frames");
    EXPECT_TRUE(close(here, there, 1e-12));
  }
}

}  // namespace
}  // namespace kinetree::testing
