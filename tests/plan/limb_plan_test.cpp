#include "plan/limb_plan.hpp"

#include <gtest/gtest.h>

#include "model/compile.hpp"
#include "support/shaped.hpp"

namespace kinetree::testing {
namespace {

Limbs limbs_of(const std::vector<ShapedLink>& links, int lanes) {
  return find_limbs(screw_tree(compile(shaped(1, links), true).tree), lanes);
}

TEST(LimbPlan, PutsLimbsSideBySide) {
  const Limbs limbs = limbs_of(limbs_on(JointType::floating, 1, {2, 3, 2, 2}), 4);
  ASSERT_EQ(limbs.packs.size(), 1U);
  const LimbPack& pack = limbs.packs[0];
  EXPECT_EQ(pack.levels, 3);
  // 0 base, 1 torso; 2 3 and 4 5 6 on the base, 7 8 and 9 10 on the torso. The longest come first.
  EXPECT_EQ(std::vector<int>(pack.anchor, pack.anchor + 4), (std::vector<int>{0, 0, 1, 1}));
  EXPECT_EQ(std::vector<int>(pack.link, pack.link + 12),
            (std::vector<int>{4, 2, 7, 9, 5, 3, 8, 10, 6, -1, -1, -1}));
  EXPECT_EQ(limbs.trunk, (std::vector<int>{0, 1}));
}

TEST(LimbPlan, FillsSeveralRegisters) {
  const Limbs limbs = limbs_of(limbs_on(JointType::floating, 0, {3, 3, 3, 3}), 2);
  ASSERT_EQ(limbs.packs.size(), 2U);
  EXPECT_EQ(limbs.packs[1].link[0], 7);
  EXPECT_EQ(limbs.packs[1].part->tree.size(), 4);
}

TEST(LimbPlan, LeavesALimbThatWouldBeAlone) {
  const Limbs limbs = limbs_of(limbs_on(JointType::floating, 0, {3, 3, 3, 3, 1}), 4);
  EXPECT_EQ(limbs.packs.size(), 1U);
  EXPECT_EQ(limbs.trunk, (std::vector<int>{0, 13}));
}

/// First link, length and anchor of every row.
std::vector<std::vector<int>> rows_of(const std::vector<ShapedLink>& links,
                                      std::vector<int>& others) {
  const HingeRows found = find_hinges(screw_tree(compile(shaped(1, links), true).tree).tree);
  std::vector<std::vector<int>> rows;
  for (const HingeRow& row : found.rows) rows.push_back({row.link, row.count, row.anchor});
  others = found.others;
  return rows;
}

TEST(HingeRows, AreArmsAndLegs) {
  std::vector<int> others;
  EXPECT_EQ(rows_of(chain_of(6), others), (std::vector<std::vector<int>>{{0, 6, -1}}));
  EXPECT_TRUE(others.empty());
  EXPECT_EQ(rows_of(limbs_on(JointType::floating, 1, {2, 3, 2, 2}), others),
            (std::vector<std::vector<int>>{{4, 3, 0}, {2, 2, 0}, {7, 2, 1}, {9, 2, 1}}));
  EXPECT_EQ(others, (std::vector<int>{0, 1}));
}

TEST(HingeRows, HaveTheirLinksOneAfterTheOther) {
  using enum JointType;
  std::vector<int> others;
  EXPECT_EQ(
      rows_of({{-1, floating}, {0, revolute}, {0, revolute}, {1, revolute}, {2, revolute}}, others),
      (std::vector<std::vector<int>>{{3, 1, 1}, {4, 1, 2}}));
  EXPECT_EQ(others, (std::vector<int>{0, 1, 2}));
}

TEST(LimbPlan, FindsNothingInAChain) { EXPECT_TRUE(limbs_of(chain_of(6), 4).packs.empty()); }

TEST(LimbPlan, StopsAtJointsThatAreNoHinges) {
  using enum JointType;
  const Limbs limbs =
      limbs_of({{-1, floating}, {0, prismatic}, {1, revolute}, {0, revolute}, {3, revolute}}, 2);
  ASSERT_EQ(limbs.packs.size(), 1U);
  EXPECT_EQ(limbs.trunk, (std::vector<int>{0, 1}));
  EXPECT_EQ(limbs.packs[0].anchor[0], 0);
  EXPECT_EQ(limbs.packs[0].anchor[1], 1);
}

}  // namespace
}  // namespace kinetree::testing
