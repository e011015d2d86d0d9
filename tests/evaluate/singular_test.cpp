#include "evaluate/singular.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "kinetree/evaluator.hpp"
#include "model/links.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::singular_test {
namespace {

using Names = std::vector<std::string>;
const MassProperties nothing{};
const Vector3 skew_axis = Vector3(0.3, -0.5, 0.8);

Names massless(const Model& model) { return Evaluator(model).massless_joints(); }

/// The same robot with a sound mimicking pair added, so that the whole matrix is eliminated.
Model with_mimics(Model model) {
  model.add(make_link("leader", JointType::revolute));
  model.add(mimicking(make_link("follower", JointType::revolute), "leader", -1));
  return model;
}

class Massless : public ::testing::TestWithParam<bool> {
 protected:
  static Names found_in(const Model& model) {
    return massless(GetParam() ? with_mimics(model) : model);
  }
};
INSTANTIATE_TEST_SUITE_P(WithoutAndWithMimics, Massless, ::testing::Bool());

TEST_P(Massless, NoneInASoundRobot) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_EQ(found_in(random_tree(seed, {.links = 15, .armature = false})), Names{});
  }
}

TEST_P(Massless, ALeafWithoutMass) {
  Model model;
  model.add(make_link("arm", JointType::revolute, skew_axis));
  model.add(placed(make_link("tip", JointType::revolute, skew_axis, nothing), {0.3, 0.2, 0.1}),
            LinkId{0});
  EXPECT_EQ(found_in(model), Names{"tip"});
}

// The mass lies on the axis and has no inertia about it: turning the wheel moves nothing.
TEST_P(Massless, AWheelWithItsMassOnTheAxisAndNoInertiaAboutIt) {
  for (const Vector3& axis : {Vector3(1, 0, 0), Vector3(0, 1, 0), skew_axis}) {
    const Vector3 u = axis.normalized();
    MassProperties rod{3, 0.2 * u, 0.05 * (Matrix3::Identity() - u * u.transpose())};
    Model model;
    model.add(make_link("body", JointType::floating));
    Link wheel = make_link("wheel", JointType::continuous, axis, rod);
    model.add(placed(wheel, {0.3, 0.2, 0.1}), LinkId{0});
    EXPECT_EQ(found_in(model), Names{"wheel"}) << axis.transpose();
  }
}

TEST_P(Massless, TwoCoaxialJointsWithAMasslessLinkBetweenThem) {
  Model model;
  model.add(make_link("inner", JointType::revolute, skew_axis, nothing));
  model.add(make_link("outer", JointType::revolute, skew_axis), LinkId{0});
  EXPECT_EQ(found_in(model), Names{"inner"});
}

TEST_P(Massless, TwoParallelSlidesWithAMasslessLinkBetweenThem) {
  Model model;
  model.add(make_link("rail", JointType::revolute, {1, 0, 0}));
  model.add(make_link("inner", JointType::prismatic, skew_axis, nothing), LinkId{0});
  model.add(make_link("outer", JointType::prismatic, skew_axis), LinkId{1});
  EXPECT_EQ(found_in(model), Names{"inner"});
}

TEST_P(Massless, APointMassOnABallJoint) {
  Model model;
  model.add(make_link("ball", JointType::spherical, Vector3::UnitZ(),
                      {2, Vector3(0.1, 0.2, 0.3), Matrix3::Zero()}));
  EXPECT_EQ(found_in(model), Names{"ball"}) << "it spins freely about the line to its mass";
}

TEST_P(Massless, EveryGuiltyJointIsNamed) {
  Model model;
  model.add(make_link("arm", JointType::revolute));
  model.add(make_link("a", JointType::revolute, {1, 0, 0}, nothing), LinkId{0});
  model.add(make_link("b", JointType::prismatic, {0, 1, 0}, nothing), LinkId{1});
  model.add(make_link("c", JointType::spherical, {0, 1, 0}, nothing), LinkId{0});
  EXPECT_EQ(found_in(model), (Names{"a", "b", "c"}));
}

TEST_P(Massless, ArmatureHeals) {
  Model model;
  model.add(make_link("arm", JointType::revolute, skew_axis));
  model.add(make_link("tip", JointType::revolute, skew_axis, nothing), LinkId{0});
  model.set_armature(LinkId{1}, 1e-4);
  EXPECT_EQ(found_in(model), Names{});
}

// Hip links of quadrupeds are often massless: what hangs below gives the joints their inertia.
TEST_P(Massless, MasslessLinksInBetweenAreFine) {
  Model model;
  model.add(make_link("trunk", JointType::floating));
  for (const std::string leg : {"fl", "fr", "rl", "rr"}) {
    const LinkId hip = model.add(
        placed(make_link(leg + "_hip", JointType::revolute, {1, 0, 0}, nothing), {0.3, 0.1, 0}),
        LinkId{0});
    const LinkId thigh = model.add(
        placed(make_link(leg + "_thigh", JointType::revolute, {0, 1, 0}, nothing), {0, 0.1, 0}),
        hip);
    model.add(placed(make_link(leg + "_calf", JointType::revolute, {0, 1, 0}), {0, 0, -0.3}),
              thigh);
  }
  EXPECT_EQ(found_in(model), Names{});
}

TEST_P(Massless, SmallRobotsOnLargeOnesAreFine) {
  Model model;
  model.add(make_link("crane", JointType::floating, Vector3::UnitZ(),
                      {1e4, Vector3::Zero(), 1e4 * Matrix3::Identity()}));
  model.add(make_link("finger", JointType::revolute, {0, 1, 0},
                      {1e-3, Vector3(0.01, 0, 0), 1e-8 * Matrix3::Identity()}),
            LinkId{0});
  EXPECT_EQ(found_in(model), Names{});
}

TEST_P(Massless, LittleInertiaIsInertia) {
  Model model;  // a kilogram of almost no extent: implausible, but M = 1e-12 has an inverse
  model.add(make_link("needle", JointType::revolute, {0, 0, 1},
                      {1, Vector3::Zero(), 1e-12 * Matrix3::Identity()}));
  EXPECT_EQ(found_in(model), Names{});
}

// Elimination of a dense matrix takes n³ steps.
TEST(MasslessMimics, AreNotSearchedForBeyondFiveHundredVelocities) {
  for (const int links : {100, 600}) {
    Model model;
    for (int i = 0; i < links; ++i) {
      model.add(make_link("sound" + std::to_string(i), JointType::revolute));
    }
    model.add(make_link("tip", JointType::revolute, {0, 0, 1}, nothing));
    EXPECT_EQ(massless(with_mimics(model)), links < 500 ? Names{"tip"} : Names{}) << links;
  }
}

TEST(MasslessMimics, ALeaderWhoseFollowerHasMassIsFine) {
  Model model;
  model.add(make_link("leader", JointType::revolute, {0, 1, 0}, nothing));
  model.add(mimicking(make_link("follower", JointType::revolute), "leader", 2));
  EXPECT_EQ(massless(model), Names{});
}

TEST(MasslessMimics, AMultiplierOfZeroGivesTheLeaderNothing) {
  Model model;
  model.add(make_link("leader", JointType::revolute, {0, 1, 0}, nothing));
  model.add(mimicking(make_link("follower", JointType::revolute), "leader", 0));
  EXPECT_EQ(massless(model), Names{"leader"});
}

// Without inertia of its own, the outer joint can only move the point mass off its axis: where the
// arm is bent. Stretched towards the axis, M loses rank in that configuration alone.
TEST(SingularJoints, DependOnTheConfiguration) {
  Model model;
  model.add(make_link("first", JointType::revolute, {0, 0, 1}, nothing));
  model.add(placed(make_link("second", JointType::revolute, {0, 0, 1},
                             {1, Vector3(0.5, 0, 0), Matrix3::Zero()}),
                   {1, 0, 0}),
            LinkId{0});
  Evaluator evaluator(model);
  EXPECT_EQ(evaluator.massless_joints(), Names{});
  EXPECT_EQ(evaluator.singular_joints(Eigen::Vector2d(0.3, 1.2)), Names{});
  EXPECT_EQ(evaluator.singular_joints(Eigen::Vector2d(0.3, 0)), Names{"first"});
  EXPECT_EQ(evaluator.singular_joints(Eigen::Vector2d(0.3, std::numbers::pi)), Names{"first"});
}

}  // namespace
}  // namespace kinetree::testing::singular_test
