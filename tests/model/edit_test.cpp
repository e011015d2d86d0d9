// Edits: what they do, that they can be undone bit for bit, and that a refused one changes nothing.
#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "support/random_edits.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

TEST(Edit, AttachAppendsAndChangesNoIndexOrName) {
  Model arm = *robot("puma6");
  const std::vector<JointSlot> before = arm.joints();
  Model hook = payload("hook", JointType::revolute);
  const Edit edit = arm.attach(arm.at("link3"), std::move(hook));
  EXPECT_EQ(index(edit.link), 6U);
  EXPECT_EQ(arm.nv(), 7);
  EXPECT_EQ(arm.parent(edit.link), arm.at("link3"));
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(arm.joints()[i].link, before[i].link);
    EXPECT_EQ(arm.joints()[i].v_first, before[i].v_first);
  }
  EXPECT_EQ(hook.size(), 0);  // NOLINT(bugprone-use-after-move): it keeps its memory
  EXPECT_EQ(Content(arm), Content(rebuilt(arm)));
}

TEST(Edit, PosesOfBranchesAreMovedByX) {
  Model arm = *robot("planar3");
  Pose X;
  X.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  X.p = {1, 2, 3};
  const Edit edit = arm.attach(arm.at("L2"), payload("box"), X);
  EXPECT_EQ(arm.link(edit.link).joint.placement.p, X.R * Vector3(0.1, 0, 0.2) + X.p);
}

TEST(Edit, DetachReturnsTheBranchAndMovesTheRestUp) {
  Model robot_ = random_tree(3, {.links = 20, .branching = 2});
  const LinkId cut{5};
  const Content whole(robot_);
  const std::string name = robot_.link(cut).name;
  Model branch;
  const Edit edit = robot_.detach(cut, branch);
  EXPECT_EQ(robot_.size() + branch.size(), 20);
  EXPECT_EQ(branch.link(LinkId{0}).name, name);
  EXPECT_FALSE(robot_.find(name));
  EXPECT_EQ(Content(robot_), Content(rebuilt(robot_)));
  EXPECT_EQ(Content(branch), Content(rebuilt(branch)));
  robot_.undo(edit, &branch);
  EXPECT_EQ(Content(robot_), whole);
  EXPECT_EQ(branch.size(), 0);
}

TEST(Edit, ReplaceIsOneEdit) {
  Model arm = *robot("puma6");
  const Content before(arm);
  Model tool = payload("tool", JointType::spherical), old;
  const Edit edit = arm.replace(arm.at("link5"), std::move(tool), old);
  EXPECT_EQ(arm.size(), 5);
  EXPECT_EQ(old.size(), 2);
  EXPECT_EQ(arm.parent(arm.at("tool")), arm.at("link4"));
  EXPECT_EQ(Content(arm), Content(rebuilt(arm)));
  arm.undo(edit, &tool, &old);  // NOLINT(bugprone-use-after-move): it takes the links back
  EXPECT_EQ(Content(arm), before);
  EXPECT_EQ(tool.size(), 1);
  EXPECT_EQ(old.size(), 0);
}

TEST(Edit, ALockedJointHasNoCoordinateAndUnlocksBitForBit) {
  Model arm = *robot("puma6");
  const Content before(arm);
  const Edit lock = arm.lock(arm.at("link2"), Vector::Constant(1, 0.3));
  EXPECT_EQ(arm.nv(), 5);
  EXPECT_EQ(arm.link(arm.at("link2")).joint.type, JointType::fixed);
  const Content locked(arm);
  const Edit unlock = arm.unlock(arm.at("link2"));
  EXPECT_EQ(Content(arm), before);
  arm.undo(unlock);
  EXPECT_EQ(Content(arm), locked);
  arm.undo(lock);
  EXPECT_EQ(Content(arm), before);
}

TEST(Edit, UndoInReverseOrderOnly) {
  Model arm = *robot("puma6");
  const Content start(arm);
  const Edit first = arm.attach(arm.at("link6"), payload("a"));
  const Content middle(arm);
  const Edit second = arm.set_inertia(arm.at("a"), {5, Vector3::Zero(), Matrix3::Zero()});
  const auto revision = arm.revision();
  const auto hash = arm.hash();
  EXPECT_THROW(arm.undo(first), UsageError);
  EXPECT_EQ(arm.revision(), revision);
  EXPECT_EQ(arm.hash(), hash);
  arm.undo(second);
  EXPECT_EQ(Content(arm), middle);
  EXPECT_THROW(arm.undo(second), UsageError) << "stale: it was undone";
  arm.undo(first);
  EXPECT_EQ(Content(arm), start);
  EXPECT_THROW(arm.undo(Edit{}), UsageError);
}

TEST(Edit, ATokenIsGoodForACopyInTheSameState) {
  Model arm = *robot("planar3");
  const Content start(arm);
  const Edit edit = arm.attach(arm.at("L1"), payload("a"));
  Model copy = arm;
  copy.undo(edit);
  EXPECT_EQ(Content(copy), start);
  Model other = *robot("planar3");
  EXPECT_THROW(other.undo(edit), UsageError);
}

TEST(Edit, UndoOfDetachNeedsTheBranchAsItWas) {
  Model arm = *robot("puma6");
  Model branch, other = payload("a");
  const Edit edit = arm.detach(arm.at("link5"), branch);
  EXPECT_THROW(arm.undo(edit), UsageError);
  EXPECT_THROW(arm.undo(edit, &other), UsageError);
  branch.set_armature(LinkId{0}, 1);
  EXPECT_THROW(arm.undo(edit, &branch), UsageError);
  EXPECT_EQ(branch.size(), 2);
}

/// Runs an edit that must be refused with E, and expects that nothing changed.
template <class E, class F>
void expect_refused(Model& model, F edit, const std::string& part) {
  const Content before(model);
  const auto revision = model.revision();
  try {
    edit();
    ADD_FAILURE() << "not refused";
  } catch (const E& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
  EXPECT_EQ(model.revision(), revision);
  EXPECT_EQ(Content(model), before);
}

TEST(Edit, RefusedEditsChangeNothing) {
  Model arm = *robot("puma6");
  const auto refused = [&](auto edit, const char* part) {
    expect_refused<ModelError>(arm, edit, part);
  };
  Model box = payload("box"), clash = payload("link3"), empty, taken = payload("taken");
  const LinkId missing{77};
  refused([&] { arm.attach(missing, std::move(box)); }, "no link number 77");
  EXPECT_EQ(box.size(), 1) << "a refused branch is not lost";  // NOLINT(bugprone-use-after-move)
  refused([&] { arm.attach(LinkId{0}, std::move(clash)); }, "'link3' is in 'puma6' already");
  refused([&] { arm.attach(LinkId{0}, std::move(empty)); }, "has no links");
  refused([&] { arm.attach(LinkId{0}, std::move(arm)); }, "itself");
  Link bad;
  bad.name = "bad";
  bad.inertia.mass = std::numeric_limits<double>::quiet_NaN();
  Model broken;
  broken.add(bad);
  refused([&] { arm.attach(LinkId{0}, std::move(broken)); }, "not a finite number");
  Pose skew;
  skew.R(0, 0) = 2;
  refused([&] { arm.attach(LinkId{0}, std::move(box), skew); }, "no rotation");
  refused([&] { arm.detach(missing, empty); }, "was it detached before?");
  expect_refused<UsageError>(
      arm, [&] { arm.detach(LinkId{3}, taken); }, "'taken' has 1");
  refused([&] { arm.unlock(LinkId{3}); }, "is not locked");
  expect_refused<UsageError>(
      arm, [&] { arm.lock(LinkId{3}, Vector::Zero(2)); }, "takes 1 finite");
  refused([&] { arm.set_inertia(LinkId{3}, {-1, Vector3::Zero(), Matrix3::Zero()}); }, "negative");
  Model none;
  Model again = payload("link2");
  refused([&] { arm.replace(LinkId{3}, std::move(again), none); }, "'link2' is in");
}

TEST(Edit, DetachingTwiceByNameIsRefused) {
  Model arm = *robot("puma6");
  Model branch, none;
  arm.detach(arm.at("link6"), branch);
  EXPECT_THROW(arm.detach(LinkId{5}, none), ModelError);
  EXPECT_THROW(static_cast<void>(arm.at("link6")), ModelError);
}

TEST(Edit, MimicsAreNotCutApart) {
  Model hand = payload("palm", JointType::revolute);
  for (const char* name : {"finger1", "finger2"}) {
    Link finger = payload(name, JointType::revolute).link(LinkId{0});
    if (finger.name == "finger2") finger.joint.mimic = Mimic{"finger1", -1, 0};
    hand.add(finger, LinkId{0});
  }
  Model branch;
  expect_refused<ModelError>(
      hand, [&] { hand.detach(hand.at("finger2"), branch); }, "mimics");
  expect_refused<ModelError>(
      hand, [&] { hand.detach(hand.at("finger1"), branch); }, "mimics");
  expect_refused<ModelError>(
      hand, [&] { hand.lock(hand.at("finger1"), Vector::Zero(1)); }, "mimicked");
  Model arm = *robot("planar3");
  const Edit edit = arm.attach(arm.at("L3"), std::move(hand));
  EXPECT_TRUE(arm.has_mimics());
  EXPECT_EQ(arm.nv(), 5);
  arm.undo(edit);
  EXPECT_FALSE(arm.has_mimics());
}

TEST(Edit, TenThousandRandomEditsEqualModelsBuiltFromScratch) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    SCOPED_TRACE(seed);
    RandomEdits edits(seed);
    const Content start(edits.model());
    for (int i = 0; i < (KINETREE_SANITIZED ? 500 : 2500); ++i) {
      edits.step();
      if (i % 10 != 0) continue;
      ASSERT_EQ(Content(edits.model()), Content(rebuilt(edits.model())));
    }
    edits.undo_all();
    EXPECT_EQ(Content(edits.model()), start);
  }
}

}  // namespace
}  // namespace kinetree::testing
