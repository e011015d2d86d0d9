#include "kinetree/model.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "model/links.hpp"

namespace kinetree::testing::model_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

Model arm() {
  Model model;
  const LinkId base = model.add(make_link("base", JointType::fixed));
  const LinkId upper = model.add(make_link("upper_arm", JointType::revolute), base);
  model.add(make_link("forearm", JointType::revolute), upper);
  return model;
}

TEST(ModelAdd, NumbersLinksInOrderAndKeepsParents) {
  const Model model = arm();
  ASSERT_EQ(model.size(), 3);
  EXPECT_EQ(model.link(LinkId{1}).name, "upper_arm");
  EXPECT_EQ(model.parent(LinkId{0}), std::nullopt);
  EXPECT_EQ(model.parent(LinkId{2}), LinkId{1});
}

TEST(ModelAdd, NamesAJointAfterItsLinkOrAfterTheFloatingBase) {
  Model model = arm();
  EXPECT_EQ(model.link(LinkId{2}).joint.name, "forearm");
  const LinkId free = model.add(make_link("pebble", JointType::floating));
  EXPECT_EQ(model.link(free).joint.name, "floating_base");
  const LinkId second = model.add(make_link("stone", JointType::floating));
  EXPECT_EQ(model.link(second).joint.name, "stone");
}

TEST(ModelAdd, RefusesBadLinksAndChangesNothing) {
  Model model = arm();
  const auto before = model.revision();
  Link doubled_joint = make_link("hand", JointType::revolute);
  doubled_joint.joint.name = "forearm";
  const auto refused = [&](const Link& link, std::optional<LinkId> parent) {
    return message_of<ModelError>([&] { model.add(link, parent); });
  };
  EXPECT_TRUE(contains(refused(make_link("forearm", JointType::fixed), std::nullopt),
                       "link 'forearm' is there already"));
  EXPECT_TRUE(contains(refused(doubled_joint, std::nullopt), "joint 'forearm' is there already"));
  EXPECT_TRUE(contains(refused(make_link("", JointType::fixed), std::nullopt), "needs a name"));
  EXPECT_TRUE(contains(refused(make_link("hand", JointType::fixed), LinkId{3}),
                       "link 'hand': its parent is not in the model"));
  EXPECT_EQ(model.size(), 3);
  EXPECT_EQ(model.nv(), 2);
  EXPECT_EQ(model.revision(), before);
  EXPECT_EQ(model.find("hand"), std::nullopt);
}

TEST(ModelFind, ByLinkAndByJoint) {
  Model model;
  Link link = make_link("forearm", JointType::revolute);
  link.joint.name = "elbow";
  const LinkId id = model.add(link);
  EXPECT_EQ(model.find("forearm"), id);
  EXPECT_EQ(model.find("elbow"), std::nullopt);
  EXPECT_EQ(model.find_joint("elbow"), id);
  EXPECT_EQ(model.find_joint("forearm"), std::nullopt);
  EXPECT_EQ(model.at("forearm"), id);
}

TEST(ModelFind, AtNamesTheNearestSpelling) {
  const Model model = arm();
  EXPECT_EQ(message_of<ModelError>([&] { model.at("uper_arm"); }),
            "no link 'uper_arm' in model 'robot' (did you mean 'upper_arm'?)");
  const std::string far = message_of<ModelError>([&] { model.at("wheelhouse"); });
  EXPECT_TRUE(contains(far, "no link 'wheelhouse'"));
  EXPECT_FALSE(contains(far, "did you mean"));
}

TEST(ModelSlots, FollowTheOrderOfTheLinksForEveryJointType) {
  Model model;
  const JointType types[] = {JointType::spherical, JointType::fixed,     JointType::revolute,
                             JointType::floating,  JointType::planar,    JointType::prismatic,
                             JointType::helical,   JointType::continuous};
  for (const JointType type : types) {
    model.add(make_link(std::string(to_string(type)), type));
  }
  EXPECT_EQ(model.nq(), 4 + 0 + 1 + 7 + 3 + 1 + 1 + 1);
  EXPECT_EQ(model.nv(), 3 + 0 + 1 + 6 + 3 + 1 + 1 + 1);
  ASSERT_EQ(model.joints().size(), 7U) << "a fixed joint has no slot";
  int q = 0, v = 0;
  for (const JointSlot& slot : model.joints()) {
    const JointType type = model.link(slot.link).joint.type;
    EXPECT_EQ(slot.q_first, q);
    EXPECT_EQ(slot.v_first, v);
    EXPECT_EQ(slot.nq, joint_nq(type));
    EXPECT_EQ(slot.nv, joint_nv(type));
    q += slot.nq;
    v += slot.nv;
  }
  EXPECT_EQ(q, model.nq());
  EXPECT_EQ(v, model.nv());
}

TEST(ModelSlots, AMimickingJointHasNoneUntilReleased) {
  Model model = arm();
  model.add(mimicking(make_link("finger", JointType::prismatic), "forearm", -2, 0.5));
  EXPECT_EQ(model.nv(), 2);
  EXPECT_EQ(model.joints().size(), 2U);
  const auto before = model.revision();
  model.release_mimics();
  EXPECT_EQ(model.nv(), 3);
  ASSERT_EQ(model.joints().size(), 3U);
  EXPECT_EQ(model.joints().back().link, model.at("finger"));
  EXPECT_FALSE(model.link(model.at("finger")).joint.mimic.has_value());
  EXPECT_NE(model.revision(), before);
}

TEST(ModelNeutral, IsZeroWithUnitQuaternions) {
  Model model;
  model.add(make_link("body", JointType::floating));
  model.add(make_link("hip", JointType::spherical), LinkId{0});
  model.add(make_link("knee", JointType::revolute), LinkId{1});
  model.add(make_link("sled", JointType::planar), LinkId{1});
  Vector expected = Vector::Zero(7 + 4 + 1 + 3);
  expected[6] = expected[10] = 1;
  EXPECT_EQ(model.neutral(), expected);
}

TEST(ModelEdits, AreKeptAndCounted) {
  Model model = arm();
  auto edited = [&, last = model.revision()]() mutable {
    const bool changed = model.revision() != last;
    last = model.revision();
    return changed;
  };
  model.set_gravity({1, 2, 3});
  EXPECT_EQ(model.gravity(), Vector3(1, 2, 3));
  EXPECT_TRUE(edited());
  MassProperties heavy = ball();
  heavy.mass = 7;
  model.set_inertia(LinkId{1}, heavy);
  EXPECT_EQ(model.link(LinkId{1}).inertia.mass, 7);
  EXPECT_TRUE(edited());
  model.set_armature(LinkId{2}, 0.25);
  EXPECT_EQ(model.link(LinkId{2}).joint.armature, 0.25);
  EXPECT_TRUE(edited());
  EXPECT_FALSE(edited());
}

TEST(ModelEdits, RefuseNumbersThatCannotBe) {
  Model model = arm();
  const auto before = model.revision();
  EXPECT_THROW(model.set_gravity({0, 0, inf}), ModelError);
  MassProperties bad = ball();
  bad.mass = -1;
  EXPECT_TRUE(contains(message_of<ModelError>([&] { model.set_inertia(LinkId{1}, bad); }),
                       "link 'upper_arm'"));
  bad = ball();
  bad.com[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(model.set_inertia(LinkId{1}, bad), ModelError);
  bad = ball();
  bad.inertia(0, 2) = inf;
  EXPECT_THROW(model.set_inertia(LinkId{1}, bad), ModelError);
  EXPECT_THROW(model.set_armature(LinkId{1}, -0.1), ModelError);
  EXPECT_THROW(model.set_armature(LinkId{1}, inf), ModelError);
  EXPECT_EQ(model.revision(), before);
  EXPECT_EQ(model.gravity(), Vector3(0, 0, -9.81));
}

TEST(ModelBase, FloatingTurnsOneFixedRootLoose) {
  Model model = arm();
  const auto before = model.revision();
  model.set_base(Base::floating);
  EXPECT_EQ(model.size(), 3);
  EXPECT_EQ(model.link(LinkId{0}).joint.type, JointType::floating);
  EXPECT_EQ(model.find_joint("floating_base"), LinkId{0});
  EXPECT_EQ(model.nv(), 6 + 2);
  EXPECT_NE(model.revision(), before);
}

TEST(ModelBase, FloatingPutsABaseUnderRootsThatMove) {
  Model model;
  const LinkId left = model.add(make_link("left", JointType::revolute));
  model.add(make_link("left_hand", JointType::revolute), left);
  model.add(make_link("right", JointType::fixed));
  model.set_base(Base::floating);
  ASSERT_EQ(model.size(), 4);
  const LinkId base = model.at("floating_base");
  EXPECT_EQ(base, LinkId{0});
  EXPECT_EQ(model.link(base).inertia.mass, 0);
  EXPECT_EQ(model.parent(base), std::nullopt);
  EXPECT_EQ(model.parent(model.at("left")), base);
  EXPECT_EQ(model.parent(model.at("right")), base);
  EXPECT_EQ(model.parent(model.at("left_hand")), model.at("left"));
  EXPECT_EQ(model.joints().front().link, base);
  EXPECT_EQ(model.nv(), 6 + 2);
}

TEST(ModelBase, FloatingLeavesAFloatingRobotAlone) {
  Model model = arm();
  model.set_base(Base::floating);
  const auto before = model.revision();
  model.set_base(Base::floating);
  EXPECT_EQ(model.nv(), 6 + 2);
  EXPECT_EQ(model.revision(), before);
}

TEST(ModelBase, FloatingRefusesWhereTheNameIsTaken) {
  Model by_link;
  by_link.add(make_link("floating_base", JointType::revolute));
  EXPECT_THROW(by_link.set_base(Base::floating), ModelError);
  EXPECT_EQ(by_link.nv(), 1);

  Model by_joint = arm();  // its own joint is 'base', one further out has the name
  Link link = make_link("hand", JointType::revolute);
  link.joint.name = "floating_base";
  by_joint.add(link, LinkId{2});
  EXPECT_THROW(by_joint.set_base(Base::floating), ModelError);
  EXPECT_EQ(by_joint.nv(), 3);
}

TEST(ModelBase, FixedNailsFloatingRootsDown) {
  Model model;
  model.add(make_link("body", JointType::floating));
  model.add(make_link("arm", JointType::revolute), LinkId{0});
  model.add(make_link("stone", JointType::floating), LinkId{0});
  model.set_base(Base::fixed);
  EXPECT_EQ(model.link(LinkId{0}).joint.type, JointType::fixed);
  EXPECT_EQ(model.link(LinkId{2}).joint.type, JointType::floating) << "it is not a root";
  EXPECT_EQ(model.nv(), 1 + 6);
}

TEST(ModelBase, MayFloatOnAFixedLink) {
  Model model;  // how URDF says "floating": a link for the world, and a joint to it
  model.add(make_link("world", JointType::fixed));
  model.add(make_link("body", JointType::floating), LinkId{0});
  model.add(make_link("stone", JointType::floating), LinkId{1});
  EXPECT_FALSE(model.is_floating_base(LinkId{0}));
  EXPECT_TRUE(model.is_floating_base(LinkId{1}));
  EXPECT_FALSE(model.is_floating_base(LinkId{2})) << "it flies about the body";
  model.set_base(Base::floating);
  EXPECT_EQ(model.nv(), 12) << "it floats already";
  model.set_base(Base::fixed);
  EXPECT_EQ(model.nv(), 6);
}

TEST(ModelBase, FixedAndFloatingUndoEachOther) {
  Model model = arm();
  model.set_base(Base::floating);
  model.set_base(Base::fixed);
  EXPECT_EQ(model.nv(), 2);
  model.set_base(Base::floating);
  EXPECT_EQ(model.nv(), 6 + 2);
  EXPECT_EQ(model.find_joint("floating_base"), LinkId{0});
}

TEST(ModelBase, FixedLeavesOtherRootsMoving) {
  Model model;
  model.add(make_link("arm", JointType::revolute));
  model.set_base(Base::fixed);
  EXPECT_EQ(model.nv(), 1);
}

TEST(ModelBase, AsGivenIsNoEdit) {
  Model model = arm();
  const auto before = model.revision();
  model.set_base(Base::as_given);
  EXPECT_EQ(model.revision(), before);
  EXPECT_EQ(model.nv(), 2);
}

}  // namespace
}  // namespace kinetree::testing::model_test
