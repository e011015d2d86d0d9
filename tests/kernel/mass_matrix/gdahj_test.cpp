#include "kernel/mass_matrix/gdahj.hpp"

#include <gtest/gtest.h>

#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Gdahj, IsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "gdahj"); }

TEST(Gdahj, AsPrintedIsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "gdahj_printed"); }

// Positions are counted from the root link: a robot at the other end of the world is the same.
TEST(Gdahj, DoesNotDependOnWhereTheRobotStands) {
  const Model here = random_tree(4, {.links = 12, .branching = 0.3});
  const Model there = moved(here, {Matrix3::Identity(), {1e6, -2e6, 3e5}});
  for (const char* name : {"gdahj", "gdahj_printed"}) {
    RunnableRobot a(here, 4), b(there, 4);
    EXPECT_EQ(run_method(a, Quantity::mass_matrix, name),
              run_method(b, Quantity::mass_matrix, name));
  }
}

}  // namespace
}  // namespace kinetree::testing
