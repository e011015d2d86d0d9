// Assemblies: plugged parts stand where their connectors say, and refusals change nothing.
#include "kinetree/assembly.hpp"

#include <gtest/gtest.h>

#include "kinetree/evaluator.hpp"
#include "modules/library.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

Pose frame_of(const Assembly& robot, Evaluator& eval, const Vector& q, const std::string& end) {
  const Assembly::Frame frame = robot.frame(end);
  return times(eval.poses(q)[index(frame.link)], frame.placement);
}

void expect_same(const Pose& X, const Pose& Y) {
  EXPECT_TRUE(close(X.R, Y.R, 1e-13));
  EXPECT_TRUE(close(X.p, Y.p, 1e-13, 1));
}

template <class Exception = ModelError, class Act>
std::string refusal(const Assembly& robot, const Act& act) {
  const auto hash = robot.model().hash(), revision = robot.model().revision();
  const auto connectors = robot.connectors().size();
  std::string text;
  try {
    act();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Exception& error) {
    text = error.what();
  }
  EXPECT_EQ(robot.model().hash(), hash);
  EXPECT_EQ(robot.model().revision(), revision);
  EXPECT_EQ(robot.connectors().size(), connectors);
  return text;
}

Assembly arm_on_floor() {
  Assembly robot(library());
  robot.plug("floor", "f", {.on = "world", .by = "foot", .at = pose({1, 2, 3}, {1, 1, 1}, 0.7)});
  robot.plug("arm", "a", {.on = "f.top1", .by = "in", .turn = 0.4});
  return robot;
}

TEST(Assembly, ConnectorsCoincideFaceToFace) {
  Assembly robot = arm_on_floor();
  robot.plug("arm", "b", {.on = "a.out", .by = "out", .turn = -1.1});
  Evaluator eval(robot.model());
  const Vector q = Vector::LinSpaced(robot.model().nq(), -1, 1);
  expect_same(frame_of(robot, eval, q, "f.foot"),
              times(pose({1, 2, 3}, {1, 1, 1}, 0.7), face_to_face(0)));
  expect_same(frame_of(robot, eval, q, "a.in"),
              times(frame_of(robot, eval, q, "f.top1"), face_to_face(0.4)));
  expect_same(frame_of(robot, eval, q, "b.out"),
              times(frame_of(robot, eval, q, "a.out"), face_to_face(-1.1)));
}

TEST(Assembly, AMovingConnectorTurnsThePluggedPartAboutTheHostsAxis) {
  Assembly robot = arm_on_floor();
  robot.plug("arm", "b", {.on = "a.wrist", .by = "in", .turn = 0.2});
  const LinkId joint = *robot.model().find_joint("b.in");
  EXPECT_EQ(robot.model().link(joint).joint.armature, 0.03);
  Evaluator eval(robot.model());
  Vector q = Vector::LinSpaced(robot.model().nq(), -1, 1);
  for (const JointSlot& slot : robot.model().joints()) {
    if (slot.link == joint) q[slot.q_first] = 0.6;
  }
  const Pose turn = pose({0, 0, 0}, {0.6, 0, 0.8}, 0.6);
  expect_same(frame_of(robot, eval, q, "b.in"),
              times(times(frame_of(robot, eval, q, "a.wrist"), turn), face_to_face(0.2)));
}

TEST(Assembly, AJointOfItsOwnConnectorSitsThereToo) {
  Assembly robot(library());
  const Pose X = pose({1, 0, 0}, {0, 1, 0}, 0.3);
  robot.plug("arm", "a", {.on = "world", .by = "slide", .turn = 0.5, .at = X});
  Evaluator eval(robot.model());
  Vector q = Vector::Zero(robot.model().nq());
  q[0] = 0.25;  // the slide comes first
  const Pose still = times(X, face_to_face(0.5));
  const Pose shift{Matrix3::Identity(), 0.25 * Vector3(0, 0.6, 0.8)};
  expect_same(frame_of(robot, eval, q, "a.slide"), times(still, shift));
}

TEST(Assembly, TurnedRoundEveryJointMeansWhatItMeant) {
  for (const auto type :
       {JointType::revolute, JointType::prismatic, JointType::helical, JointType::fixed}) {
    ModuleLibrary box = library();
    box.parts.erase("arm");
    box.parts.emplace("arm", arm_part(type));
    Assembly forward(box), back(box);
    forward.plug("arm", "a", {.on = "world", .by = "in"});
    back.plug("arm", "a", {.on = "world", .by = "out"});
    ASSERT_EQ(forward.model().nv(), back.model().nv());
    Evaluator one(forward.model()), other(back.model());
    Vector q = Vector::Zero(forward.model().nq()), p = q;
    for (const JointSlot& slot : forward.model().joints()) {
      const std::string& name = forward.model().link(slot.link).joint.name;
      q[slot.q_first] = 0.3 + 0.2 * slot.q_first;
      for (const JointSlot& same : back.model().joints()) {
        if (back.model().link(same.link).joint.name == name) p[same.q_first] = q[slot.q_first];
      }
    }
    const Pose X_in = frame_of(forward, one, q, "a.in"), X_out = frame_of(forward, one, q, "a.out");
    const Pose Y_in = frame_of(back, other, p, "a.in"), Y_out = frame_of(back, other, p, "a.out");
    EXPECT_TRUE(close(X_in.R.transpose() * X_out.R, Y_in.R.transpose() * Y_out.R, 1e-13));
    EXPECT_TRUE(close(X_in.R.transpose() * (X_out.p - X_in.p),
                      Y_in.R.transpose() * (Y_out.p - Y_in.p), 1e-13, 1));
  }
}

TEST(Assembly, WhatHasNoAxisCannotBeTurnedRound) {
  ModuleLibrary box = library();
  box.parts.erase("arm");
  box.parts.emplace("arm", arm_part(JointType::spherical));
  Assembly robot(box);
  const std::string text =
      refusal(robot, [&] { robot.plug("arm", "a", {.on = "world", .by = "out"}); });
  EXPECT_EQ(text,
            "joint 'a/elbow' is spherical and cannot be turned round (plug 'a' by a connector on "
            "its other side)");
  EXPECT_TRUE(robot.instances().empty());
}

TEST(Assembly, AConnectorIsUsedOnce) {
  Assembly robot = arm_on_floor();
  EXPECT_EQ(refusal(robot, [&] { robot.plug("arm", "b", {.on = "f.top1", .by = "in"}); }),
            "connector 'f.top1' is used by 'a.in' (unplug that first)");
  robot.unplug("a");
  robot.plug("arm", "b", {.on = "f.top1", .by = "in"});
  EXPECT_EQ(refusal(robot, [&] { robot.plug("a", {.on = "f.top1", .by = "in"}); }),
            "connector 'f.top1' is used by 'b.in' (unplug that first)");
  for (const auto& [name, other] : robot.connectors()) {
    EXPECT_EQ(other, name == "f.foot"   ? "world"
                     : name == "f.top1" ? "b.in"
                     : name == "b.in"   ? "f.top1"
                                        : "")
        << name;
  }
}

TEST(Assembly, RefusalsSayWhyAndChangeNothing) {
  Assembly robot = arm_on_floor();
  robot.plug("arm", "b", {.on = "a.out", .by = "in"});
  const auto text = [&](const auto& act) { return refusal(robot, act); };
  EXPECT_EQ(text([&] { robot.plug("amr", "c", {.on = "f.top0", .by = "in"}); }),
            "there is no part 'amr' (did you mean 'arm'?)");
  EXPECT_EQ(text([&] { robot.plug("arm", "a", {.on = "f.top0", .by = "in"}); }),
            "instance 'a' is there already (names must be unique)");
  EXPECT_EQ(text([&] { robot.plug("arm", "c", {.on = "f.tip0", .by = "in"}); }),
            "instance 'f' is a 'floor': there is no connector 'tip0' (did you mean 'top0'?)");
  EXPECT_EQ(text([&] { robot.plug("arm", "c", {.on = "top0", .by = "in"}); }),
            "'top0' names no connector (write \"instance.connector\" or \"world\")");
  EXPECT_EQ(text([&] { robot.plug("arm", "c", {.on = "c.out", .by = "in"}); }),
            "'c' cannot be plugged on 'c.out', which is part of it: kinetree does trees");
  EXPECT_EQ(text([&] { robot.move("a", {.on = "b.out", .by = "in"}); }),
            "'a' cannot be plugged on 'b.out', which is part of it: kinetree does trees");
  EXPECT_EQ(text([&] { robot.plug("arm", "c", {.on = "a.wrist", .by = "slide"}); }),
            "connectors 'a.wrist' and 'c.slide' both bring a joint (one of the two must be fixed)");
  EXPECT_EQ(text([&] { robot.plug("b", {.on = "f.top0", .by = "in"}); }),
            "instance 'b' is plugged already (move it, or unplug it first)");
  EXPECT_NE(text([&] { robot.plug("arm", "x/y", {.on = "f.top0", .by = "in"}); }), "");
  EXPECT_NE(text([&] { robot.plug("arm", "c", {.on = "f.top0", .by = "world"}); }), "");
  EXPECT_NE(text([&] { robot.plug("arm", "c", {.on = "f.top0", .by = "a.flank"}); }), "");
  EXPECT_NE(text([&] {
              robot.plug(
                  "arm", "c",
                  {.on = "f.top0", .by = "in", .turn = std::numeric_limits<double>::quiet_NaN()});
            }),
            "");
  Pose mirror;
  mirror.R(0, 0) = -1;
  EXPECT_NE(text([&] { robot.plug("arm", "c", {.on = "world", .by = "in", .at = mirror}); }), "");
  EXPECT_NE(text([&] { robot.move("b", {.on = "world", .by = "in", .at = mirror}); }), "");
  EXPECT_NE(text([&] { robot.discard("b"); }), "");
  EXPECT_NE(text([&] { robot.unplug("q"); }), "");
}

TEST(Assembly, KindsAndGendersMustFit) {
  ModuleLibrary box = library();
  Part odd = arm_part();
  for (const auto& [name, kind, gender] :
       {std::tuple{"m", "ring", Connector::male}, std::tuple{"f", "ring", Connector::female},
        std::tuple{"other", "bolt", Connector::neutral}}) {
    Connector made = connector(name, "base", {});
    made.kind = kind;
    made.gender = gender;
    odd.add(made);
  }
  box.parts.emplace("odd", std::move(odd));
  Assembly robot(box);
  robot.plug("odd", "a", {.on = "world", .by = "in"});
  EXPECT_EQ(refusal(robot, [&] { robot.plug("odd", "b", {.on = "a.m", .by = "m"}); }),
            "connectors 'a.m' and 'b.m' do not fit: both are male");
  EXPECT_EQ(refusal(robot, [&] { robot.plug("odd", "b", {.on = "a.m", .by = "other"}); }),
            "connectors 'a.m' and 'b.other' do not fit: their kinds are 'ring' and 'bolt'");
  robot.plug("odd", "b", {.on = "a.m", .by = "f"});
  robot.plug("odd", "c", {.on = "a.other", .by = "in"});
}

TEST(Assembly, PartsThatMoveStandOnAMount) {
  Model model;
  model.add(make_link("spinner", JointType::revolute));
  Part part("top", model);
  part.add(connector("in", "", {}));
  EXPECT_EQ(part.connectors().front().body, "mount");
  ModuleLibrary box = library();
  box.parts.emplace("top", std::move(part));
  Assembly robot(box);
  robot.plug("top", "t", {.on = "world", .by = "in"});
  EXPECT_EQ(robot.model().nv(), 1);
  EXPECT_TRUE(robot.model().find("t/spinner"));
}

}  // namespace
}  // namespace kinetree::testing
