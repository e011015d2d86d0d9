// URDF out and in again: structure exactly, rotations to rounding.
#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

void expect_close(const Link& a, const Link& b) {
  constexpr double rounding = 2e-15;
  const Pose &x = a.joint.placement, &y = b.joint.placement;
  EXPECT_LT((x.R - y.R).cwiseAbs().maxCoeff(), rounding) << a.name;
  EXPECT_EQ(x.p, y.p) << a.name;
  EXPECT_EQ(a.inertia.mass, b.inertia.mass) << a.name;
  EXPECT_EQ(a.inertia.com, b.inertia.com) << a.name;
  EXPECT_EQ(a.inertia.inertia, b.inertia.inertia) << a.name;
  EXPECT_EQ(a.joint.armature, b.joint.armature) << a.name;
  EXPECT_EQ(a.joint.damping, b.joint.damping) << a.name;
  EXPECT_EQ(joint_nv(a.joint.type), joint_nv(b.joint.type)) << a.name;
  const bool turns_or_slides = joint_nv(a.joint.type) == 1;
  EXPECT_TRUE(!turns_or_slides || a.joint.axis == b.joint.axis) << a.name;
  EXPECT_EQ(a.joint.mimic.has_value(), b.joint.mimic.has_value()) << a.name;
}

void expect_round_trip(const Model& model) {
  const Model again = parse_model(to_urdf(model), model.name + ".urdf");
  EXPECT_EQ(again.name, model.name);
  EXPECT_EQ(again.gravity(), model.gravity());
  EXPECT_EQ(again.nv(), model.nv());
  EXPECT_EQ(again.nq(), model.nq());
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    expect_close(model.link(id), link(again, model.link(id).name));
  }
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    EXPECT_EQ(model.link(model.joints()[i].link).name, again.link(again.joints()[i].link).name);
  }
}

TEST(UrdfWriter, BuiltInRobotsComeBack) {
  for (const char* name : {"chain:30", "tree:15", "snake:4"}) expect_round_trip(*robot(name));
  for (const RobotInfo& info : robots()) {
    if (info.name.find(':') == std::string_view::npos) expect_round_trip(*robot(info.name));
  }
}

TEST(UrdfWriter, RealAndGoldenRobotsComeBack) {
  auto files = shared_files("models/urdf", ".urdf");
  KINETREE_NEEDS(files);
  for (const char* name : {"rand40_tree_mixed", "rand8_forest", "p003_chain13", "quadruped18"}) {
    files.push_back((shared_folder() / "golden" / name).string() + ".json");
  }
  for (const std::string& file : files) expect_round_trip(load_model(file));
}

TEST(UrdfWriter, ARootThatStandsStillNeedsNoWorld) {
  const std::string text = to_urdf(parse_model(urdf_joint(""), "r"));
  EXPECT_EQ(text.find("world"), std::string::npos);
}

TEST(UrdfWriter, MovingRootsStandOnAWorldWithANameOfItsOwn) {
  Model model;
  Link link_a;
  link_a.name = "world";
  link_a.joint.type = JointType::revolute;
  model.add(link_a);
  EXPECT_NE(to_urdf(model).find("<link name=\"world_\"/>"), std::string::npos);
}

TEST(UrdfWriter, NamesAreEscaped) {
  Model model;
  model.name = "a<b>&\"c\"'d'";
  Link base;
  base.name = "<&\">";
  model.add(base);
  const Model again = parse_model(to_urdf(model), "r");
  EXPECT_EQ(again.name, model.name);
  EXPECT_TRUE(again.find("<&\">"));
}

TEST(UrdfWriter, WhatUrdfCannotSayIsRefusedWithARemedy) {
  Model model;
  Link ball;
  ball.name = "ball";
  ball.joint.type = JointType::spherical;
  model.add(ball);
  EXPECT_EQ(message<UsageError>([&] { to_urdf(model); }),
            "joint 'ball': URDF has no spherical joints (save the model as .json)");
  Model bad;
  Link named;
  named.name = "a\nb";
  bad.add(named);
  EXPECT_NE(message<UsageError>([&] { to_urdf(bad); }).find("rename it"), std::string::npos);
}

TEST(UrdfWriter, ArmatureLimitsAndMimicAreWritten) {
  const Model model = parse_model(
      R"({"format": "kinetree-model/1", "bodies": [
      {"name": "a", "parent": -1, "joint": "prismatic", "axis": [1, 0, 0], "armature": 0.3,
       "limits": {"lower": -1, "upper": 2, "velocity": 3, "effort": 4}, "friction": 0.1},
      {"name": "b", "parent": "a", "joint": "revolute", "axis": [0, 1, 0],
       "mimic": {"joint": "a", "multiplier": 3, "offset": -1}}]})",
      "m");
  const Model again = parse_model(to_urdf(model), "m");
  EXPECT_EQ(link(again, "a").joint.armature, 0.3);
  EXPECT_EQ(link(again, "a").joint.limits.velocity, 3);
  EXPECT_EQ(link(again, "a").joint.friction, 0.1);
  EXPECT_EQ(link(again, "b").joint.mimic->offset, -1);
}

}  // namespace
}  // namespace kinetree::testing
