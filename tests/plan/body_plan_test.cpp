#include "plan/body_plan.hpp"

#include <gtest/gtest.h>

#include "model/compile.hpp"
#include "support/shaped.hpp"

namespace kinetree::testing::body_plan_test {
namespace {

BodyPlan plan_of(const std::vector<ShapedLink>& links, int lanes) {
  return find_bodies(screw_tree(compile(shaped(1, links), true).tree), lanes);
}
/// Bits of lanes.
int reach(const BodyPlan& plan, std::size_t a, std::size_t b) {
  return plan.reach[a * plan.group.size() + b];
}

TEST(BodyPlan, PutsLinksInARowSideBySide) {
  using enum JointType;
  const BodyPlan plan =
      plan_of({{-1}, {0}, {1}, {2}, {3}, {4}, {5}, {6, prismatic}, {6, prismatic}}, 4);
  ASSERT_EQ(plan.group.size(), 3U);
  EXPECT_EQ(plan.group[1].count, 4);  // with the first finger
  EXPECT_EQ(plan.group[1].before, 0);
  EXPECT_EQ(plan.group[1].before_lane, 3);
  const LinkLanes& second = plan.group[2];
  EXPECT_EQ(second.count, 1);
  EXPECT_EQ(second.row, 8);
  EXPECT_EQ(second.before, 1);
  EXPECT_EQ(second.before_lane, 2);
  EXPECT_EQ(second.starts, 0b1U);
  EXPECT_EQ(reach(plan, 0, 2), 0b1111);
  EXPECT_EQ(reach(plan, 1, 2), 0b111);
  EXPECT_EQ(reach(plan, 2, 1), 0b111);
}

TEST(BodyPlan, PutsLeavesOfOneLinkSideBySide) {
  const BodyPlan plan = plan_of({{-1}, {0}, {1}, {2}, {1}, {1}, {1}}, 4);
  ASSERT_EQ(plan.group.size(), 2U);
  EXPECT_EQ(plan.group[0].starts, 0b1U);
  EXPECT_EQ(plan.group[0].longest, 4);
  EXPECT_FALSE(plan.group[0].ends);
  EXPECT_EQ(plan.group[1].starts, 0b111U);
  EXPECT_EQ(plan.group[1].longest, 1);
  EXPECT_TRUE(plan.group[1].ends);
  EXPECT_EQ(plan.group[1].count, 3);
  EXPECT_EQ(plan.group[1].before_lane, 1);
  EXPECT_EQ(reach(plan, 0, 1), 0b11);
  EXPECT_EQ(plan.in_a_row[4 + 1], 0b10);
}

TEST(BodyPlan, PutsLegsSideBySideIfTheyFit) {
  const BodyPlan plan = plan_of(limbs_on(JointType::floating, 0, {3, 3, 2, 3}), 8);
  ASSERT_EQ(plan.group.size(), 3U);  // the root; three legs; the last one
  const LinkLanes& legs = plan.group[1];
  EXPECT_EQ(legs.count, 8);
  EXPECT_EQ(legs.starts, 0b01001001U);
  EXPECT_EQ(legs.longest, 3);
  EXPECT_EQ(plan.in_a_row[8 + 0], 0b00000111);
  EXPECT_EQ(plan.in_a_row[8 + 4], 0b00111000);
  EXPECT_EQ(plan.in_a_row[8 + 7], 0b11000000);
  EXPECT_EQ(plan.group[2].starts, 0b1U);
  EXPECT_EQ(plan.group[2].row, 14);
  EXPECT_EQ(reach(plan, 0, 1), 0xff);
  EXPECT_EQ(reach(plan, 1, 2), 0);
}

TEST(BodyPlan, KnowsWhichOfSeveralLegsCarriesAFoot) {
  using enum JointType;
  const BodyPlan plan = plan_of({{-1}, {0}, {1}, {2}, {1}, {4}, {5, prismatic}, {5}}, 8);
  ASSERT_EQ(plan.group.size(), 3U);
  EXPECT_EQ(plan.group[1].count, 3);
  EXPECT_EQ(plan.group[2].before, 1);
  EXPECT_EQ(plan.group[2].before_lane, 1);
  EXPECT_EQ(reach(plan, 0, 2), 0b11);
  EXPECT_EQ(reach(plan, 1, 2), 0b11);
}

TEST(BodyPlan, KnowsWhereABranchLeavesARegister) {
  const BodyPlan plan = plan_of({{-1}, {0}, {1}, {2}, {1}, {4}}, 4);
  ASSERT_EQ(plan.group.size(), 2U);
  EXPECT_EQ(plan.group[0].count, 4);
  EXPECT_EQ(plan.group[1].before_lane, 1);
  EXPECT_EQ(reach(plan, 0, 1), 0b11);  // links 2 and 3 do not carry it
}

TEST(BodyPlan, HasTheVelocitiesOfAFloatingRootInLanes) {
  const BodyPlan plan = plan_of(limbs_on(JointType::floating, 0, {3, 3, 3, 3}), 4);
  ASSERT_EQ(plan.group.size(), 6U);
  EXPECT_EQ(plan.group[0].count, 4);
  EXPECT_EQ(plan.group[1].count, 2);
  EXPECT_EQ(plan.group[2].row, 6);
  EXPECT_EQ(plan.group[2].q, 7);
  for (std::size_t leg = 2; leg < 6; ++leg) {
    EXPECT_EQ(reach(plan, 0, leg), 0b1111);
    EXPECT_EQ(reach(plan, 1, leg), 0b1111);
    EXPECT_EQ(reach(plan, 2, leg), 0);
  }
}

TEST(BodyPlan, IsEmptyWhereAJointHasSeveralAxes) {
  EXPECT_TRUE(plan_of({{-1}, {0, JointType::spherical}}, 4).group.empty());
  EXPECT_TRUE(plan_of({{-1}, {0, JointType::helical}}, 4).group.empty());
  EXPECT_TRUE(plan_of({{-1}, {0, JointType::floating}}, 4).group.empty());
  EXPECT_TRUE(find_bodies({}, 4).group.empty());
}

}  // namespace
}  // namespace kinetree::testing::body_plan_test
