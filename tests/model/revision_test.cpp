// Who sees whose edits: copies, moves and assignments of models.
#include <gtest/gtest.h>

#include <utility>

#include "kinetree/model.hpp"
#include "model/links.hpp"

namespace kinetree::testing {
namespace {

TEST(Revision, AdvancesAndIsSeenByWatchers) {
  Revision revision;
  const auto watch = revision.watch();
  const auto before = watch->load();
  revision.advance();
  EXPECT_EQ(watch->load(), before + 1);
  EXPECT_EQ(revision.value(), before + 1);
}

TEST(Revision, ACopyCountsOnItsOwn) {
  Revision original;
  Revision copy(original);
  EXPECT_EQ(copy.value(), original.value());
  copy.advance();
  EXPECT_NE(copy.value(), original.value());
  EXPECT_NE(copy.watch(), original.watch());
}

TEST(Revision, AMoveTakesTheCounterAlong) {
  Revision original;
  const auto watch = original.watch();
  const auto before = watch->load();
  const Revision moved(std::move(original));
  EXPECT_EQ(moved.watch(), watch);
  EXPECT_EQ(watch->load(), before) << "moving is no edit";
}

TEST(Revision, WhatWasMovedFromCanBeUsedAgain) {
  Revision original;
  const Revision moved(std::move(original));
  EXPECT_EQ(original.value(), 0U);  // NOLINT(bugprone-use-after-move): that is the question
  original.advance();
  EXPECT_EQ(original.value(), 1U);
  EXPECT_NE(original.watch(), moved.watch());
}

TEST(Revision, AssigningACopyIsAnEditOfTheTarget) {
  Revision target, source;
  const auto watch = target.watch();
  const auto before = watch->load(), source_before = source.value();
  target = source;
  EXPECT_EQ(watch->load(), before + 1);
  EXPECT_EQ(target.watch(), watch);
  EXPECT_EQ(source.value(), source_before);
}

TEST(Revision, AssigningAMoveIsAnEditOfBoth) {
  Revision target, source;
  const auto target_watch = target.watch(), source_watch = source.watch();
  const auto target_before = target_watch->load(), source_before = source_watch->load();
  target = std::move(source);
  EXPECT_NE(target_watch->load(), target_before);
  EXPECT_NE(source_watch->load(), source_before);
}

TEST(Revision, AssigningToWhatWasMovedFromWorks) {
  Revision first, second;
  const Revision thief(std::move(first));
  const auto watch = second.watch();
  const auto before = watch->load();
  first = std::move(second);
  EXPECT_GT(first.value(), 0U);
  EXPECT_NE(watch->load(), before);

  Revision third;
  const Revision other_thief(std::move(third));
  third = first;
  EXPECT_GT(third.value(), 0U);
}

TEST(Revision, AssigningToItselfIsNoEdit) {
  Revision revision;
  const Revision& same = revision;
  const auto before = revision.value();
  revision = same;
  EXPECT_EQ(revision.value(), before);
}

TEST(ModelRevision, ACopyIsAValueOfItsOwn) {
  Model original;
  original.add(make_link("a", JointType::revolute));
  Model copy = original;
  copy.add(make_link("b", JointType::revolute));
  EXPECT_EQ(original.size(), 1);
  EXPECT_EQ(copy.size(), 2);
  EXPECT_NE(copy.revision(), original.revision());
}

TEST(ModelRevision, AssigningAnEqualModelStillCounts) {
  Model a, b;
  a.add(make_link("a", JointType::revolute));
  b.add(make_link("a", JointType::revolute));
  const auto before = a.revision();
  a = b;
  EXPECT_NE(a.revision(), before);
}

}  // namespace
}  // namespace kinetree::testing
