#include "model/assemble.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "model/links.hpp"

namespace kinetree::testing {
namespace {

/// A draft of revolute links; each parent is an index, -1 for the world.
ModelDraft draft(const std::vector<std::pair<std::string, int>>& links) {
  ModelDraft result;
  result.file = "robot.json";
  for (const auto& [name, parent] : links) {
    result.add(make_link(name, JointType::revolute), parent);
    result.links.back().where = {static_cast<int>(result.links.size()), 1};
  }
  return result;
}

int count(const Diagnostics& found, const std::string& rule) {
  return static_cast<int>(std::count_if(found.begin(), found.end(),
                                        [&](const Diagnostic& d) { return d.rule == rule; }));
}

TEST(Assemble, KeepsTheOrderWhereParentsComeFirst) {
  Diagnostics found;
  const auto model = assemble(draft({{"a", -1}, {"b", 0}, {"c", -1}, {"d", 0}}), found);
  ASSERT_TRUE(model);
  EXPECT_TRUE(found.empty());
  for (const int i : {0, 1, 2, 3}) {
    EXPECT_EQ(model->link(static_cast<LinkId>(i)).name, std::string(1, static_cast<char>('a' + i)));
  }
  EXPECT_EQ(model->parent(LinkId{3}), LinkId{0});
}

TEST(Assemble, PullsParentsForwardWithTheirOwnParents) {
  Diagnostics found;
  const auto model = assemble(draft({{"hand", 2}, {"base", -1}, {"arm", 1}, {"foot", 1}}), found);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->at("base"), LinkId{0});
  EXPECT_EQ(model->at("arm"), LinkId{1});
  EXPECT_EQ(model->at("hand"), LinkId{2});
  EXPECT_EQ(model->at("foot"), LinkId{3});
  EXPECT_EQ(model->parent(model->at("hand")), model->at("arm"));
  EXPECT_EQ(model->parent(model->at("foot")), model->at("base"));
}

TEST(Assemble, TakesNameFileAndGravityAlong) {
  ModelDraft given = draft({{"a", -1}});
  given.name = "walker";
  given.gravity = {0, -1.62, 0};
  Diagnostics found;
  const auto model = assemble(given, found);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->name, "walker");
  EXPECT_EQ(model->file, "robot.json");
  EXPECT_EQ(model->gravity(), Vector3(0, -1.62, 0));
}

TEST(Assemble, NamesJointsWithoutNameAndAvoidsThoseTaken) {
  ModelDraft given = draft({{"a", -1}, {"b", 0}});
  given.links[1].joint.name = "a";
  Diagnostics found;
  const auto model = assemble(given, found);
  ASSERT_TRUE(model) << to_string(found.front());
  EXPECT_EQ(model->link(LinkId{0}).joint.name, "a_joint");
  EXPECT_EQ(model->link(LinkId{1}).joint.name, "a");
}

TEST(Assemble, GivesOneFloatingRootTheNameOfTheBase) {
  ModelDraft given = draft({{"a", -1}, {"b", -1}, {"floating_base", 0}, {"c", 0}});
  given.links[0].joint.type = given.links[1].joint.type = JointType::floating;
  given.links[3].joint.name = "b";
  Diagnostics found;
  const auto model = assemble(given, found);
  ASSERT_TRUE(model) << to_string(found.front());
  EXPECT_EQ(model->link(LinkId{0}).joint.name, "floating_base");
  EXPECT_EQ(model->link(LinkId{1}).joint.name, "b_joint");
  EXPECT_EQ(model->link(LinkId{2}).joint.name, "floating_base_joint");
}

TEST(Assemble, ReportsACycleWithTheWayAround) {
  Diagnostics found;
  EXPECT_FALSE(assemble(draft({{"base", -1}, {"a", 3}, {"b", 1}, {"c", 2}}), found));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "cycle");
  EXPECT_EQ(found[0].level, Diagnostic::error);
  EXPECT_EQ(found[0].message, "is its own ancestor: 'a' < 'c' < 'b' < 'a'");
  EXPECT_EQ(found[0].at.line, 2);
}

TEST(Assemble, ReportsEveryCycleOnce) {
  Diagnostics found;
  EXPECT_FALSE(assemble(
      draft({{"a", 1}, {"b", 0}, {"hanging_on", 0}, {"c", 4}, {"d", 3}, {"sound", -1}}), found));
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(count(found, "cycle"), 2);
}

TEST(Assemble, CutsTheListOfALongCycleShort) {
  std::vector<std::pair<std::string, int>> ring;
  for (int i = 0; i < 100; ++i) ring.emplace_back("link" + std::to_string(i), (i + 1) % 100);
  Diagnostics found;
  EXPECT_FALSE(assemble(draft(ring), found));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(contains(found[0].message, "'link7' < …")) << found[0].message;
}

TEST(Assemble, ReportsALinkThatIsItsOwnParent) {
  Diagnostics found;
  EXPECT_FALSE(assemble(draft({{"a", -1}, {"b", 1}}), found));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "cycle");
  EXPECT_EQ(found[0].subject, "link 'b'");
  EXPECT_EQ(found[0].message, "is its own parent");
}

TEST(Assemble, ReportsParentsThatAreNotThere) {
  Diagnostics found;
  EXPECT_FALSE(assemble(draft({{"a", -1}, {"b", 7}, {"c", -2}}), found));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(count(found, "unknown_link"), 2);
  EXPECT_EQ(found[0].message, "its parent is number 7 of 3 links");
}

TEST(Assemble, ReportsDuplicateLinksAndJointsWithTheirFirstLine) {
  ModelDraft given = draft({{"a", -1}, {"a", 0}, {"b", 0}, {"c", 0}});
  given.links[2].joint.name = given.links[3].joint.name = "hinge";
  given.links[2].joint.where = {30, 5};
  Diagnostics found;
  EXPECT_FALSE(assemble(given, found));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(count(found, "duplicate_name"), 2);
  EXPECT_EQ(found[0].message, "the name was used at line 1 already");
  EXPECT_TRUE(contains(found[1].message, "'hinge' was used at line 30 already"));
}

TEST(Assemble, ReportsFaultsOfNamesParentsAndCyclesAtOnce) {
  Diagnostics found;
  EXPECT_FALSE(assemble(
      draft({{"a", -1}, {"a", 0}, {"", 0}, {"b", 99}, {"c", 5}, {"d", 4}, {"e", 6}}), found));
  EXPECT_EQ(count(found, "duplicate_name"), 1);
  EXPECT_EQ(count(found, "no_name"), 1);
  EXPECT_EQ(count(found, "unknown_link"), 1);
  EXPECT_EQ(count(found, "cycle"), 2);
  EXPECT_EQ(found.size(), 5U);
}

TEST(Assemble, ReportsFaultsOfLinksAndGravity) {
  ModelDraft given = draft({{"a", -1}, {"b", 0}});
  given.links[0].inertia.mass = -1;
  given.links[1].joint.axis.setZero();
  given.gravity[1] = std::numeric_limits<double>::quiet_NaN();
  Diagnostics found;
  EXPECT_FALSE(assemble(given, found));
  EXPECT_EQ(found.size(), 3U);
  EXPECT_EQ(count(found, "negative_mass"), 1);
  EXPECT_EQ(count(found, "zero_axis"), 1);
  EXPECT_EQ(count(found, "not_finite"), 1);
}

TEST(Assemble, ReportsFaultsOfLinksBesideThoseOfTheStructure) {
  ModelDraft given = draft({{"a", -1}, {"a", 0}, {"b", 7}});
  given.links[2].inertia.mass = -1;
  Diagnostics found;
  EXPECT_FALSE(assemble(given, found));
  EXPECT_EQ(count(found, "duplicate_name"), 1);
  EXPECT_EQ(count(found, "unknown_link"), 1);
  EXPECT_EQ(count(found, "negative_mass"), 1);
}

TEST(Assemble, ThousandsOfEqualNamesAreOneShortList) {
  Diagnostics found;
  EXPECT_FALSE(
      assemble(draft(std::vector<std::pair<std::string, int>>(20000, {"same", -1})), found));
  EXPECT_EQ(found.size(), 1001U);
}

TEST(Draft, ReorderingTakesParentsAlong) {
  ModelDraft given = draft({{"hand", 2}, {"base", -1}, {"arm", 1}});
  given.reorder({1, 2, 0});
  EXPECT_EQ(given.links[0].name, "base");
  EXPECT_EQ(given.links[1].name, "arm");
  EXPECT_EQ(given.links[2].name, "hand");
  EXPECT_EQ(given.parents, (std::vector<int>{-1, 0, 1}));
}

TEST(Assemble, KeepsWhatWasComplainedAboutBefore) {
  Diagnostics found{{Diagnostic::note, "ignored", "", {}, "", "a tag", ""}};
  EXPECT_TRUE(assemble(draft({{"a", -1}}), found));
  EXPECT_EQ(found.size(), 1U);
}

}  // namespace
}  // namespace kinetree::testing
