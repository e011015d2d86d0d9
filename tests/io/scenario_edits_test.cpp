// Events of scenarios that edit the robot.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario_support.hpp"

namespace kinetree::testing::scenario_edits_test {
namespace {

/// A file beside the scenario: here, by its whole name.
const TemporaryFile& hook() {
  static const TemporaryFile file(
      R"({"format": "kinetree-model/1", "name": "load", "bodies": [
        {"name": "bowl", "parent": -1, "joint": "revolute", "joint_name": "hook", "axis": [0, 0, 1],
         "mass": 1.5, "com": [0.11, 0, 0], "inertia": [0, 0, 0, 0.01, 0, 0.02]}]})",
      ".json");
  return file;
}
const TemporaryFile& pair() {
  static const TemporaryFile file(
      R"({"format": "kinetree-model/1", "name": "pair", "bodies": [
        {"name": "a", "parent": -1, "joint": "fixed", "mass": 1},
        {"name": "b", "parent": "a", "joint": "revolute", "joint_name": "bend", "axis": [0, 0, 1],
         "origin": [0.2, 0, 0], "mass": 1, "com": [0.1, 0, 0]}]})",
      ".json");
  return file;
}

std::string attach(const std::string& more = "", const std::string& model = hook().path()) {
  return R"("attach": {"to": "link2", "model": ")" + model + "\"" + more + "}";
}
std::string events(const std::string& list) { return "\"events\": [" + list + "]"; }
Scenario pelican(const std::string& members) { return scenario(members, "pelican2"); }
kinetree::Run run(const Scenario& s) { return simulate(s.model, s.start, s.controller, s.options); }

TEST(ScenarioEdits, NameWhatComes) {
  const Scenario one = pelican(events("{\"t\": 0.5, " + attach(R"(, "as": "crucible")") + "}"));
  const auto& single = std::get<Attach>(*one.options.events.at(0).edit);
  EXPECT_EQ(single.as, "crucible");
  EXPECT_EQ(single.branch.link(LinkId{0}).name, "crucible");
  EXPECT_EQ(single.branch.link(LinkId{0}).joint.name, "crucible/hook");
  EXPECT_EQ(one.options.events[0].name, "attach crucible");
  const Scenario two = pelican(events("{\"t\": 0.5, " + attach("", pair().path()) + "}"));
  const auto& several = std::get<Attach>(*two.options.events.at(0).edit);
  EXPECT_EQ(several.as, "pair");
  EXPECT_EQ(several.branch.link(LinkId{1}).name, "pair/b");
  EXPECT_EQ(several.branch.link(LinkId{1}).joint.name, "pair/bend");
}

TEST(ScenarioEdits, SayHowItComes) {
  const Scenario s =
      pelican(events("{\"t\": 0.5, " + attach(R"(, "origin": [0.26, 0, 0], "rpy": [0, 0, 0.5],
      "q": {"hook": -0.4}, "velocity": {"linear": [1, 2, 3], "angular": [0, 0, 4]})") +
                     "}"));
  const auto& edit = std::get<Attach>(*s.options.events.at(0).edit);
  EXPECT_EQ(edit.placement.p, Vector3(0.26, 0, 0));
  EXPECT_NEAR(edit.placement.R(0, 0), std::cos(0.5), 1e-15);
  EXPECT_EQ(edit.q[0], -0.4);
  EXPECT_EQ(edit.before, Attach::moving);
  EXPECT_EQ(edit.linear, Vector3(1, 2, 3));
  EXPECT_EQ(edit.angular, Vector3(0, 0, 4));
  const Scenario t = pelican(events("{\"t\": 0.5, " + attach(R"(, "velocity": "carried", "pose":
      {"rotation": [0, -1, 0, 1, 0, 0, 0, 0, 1]})") +
                                    "}"));
  const auto& other = std::get<Attach>(*t.options.events.at(0).edit);
  EXPECT_EQ(other.before, Attach::carried);
  EXPECT_EQ(other.placement.R(1, 0), 1);
}

TEST(ScenarioEdits, HappenByCondition) {
  const Scenario s = pelican(R"("initial": {"q": [-0.5, 0]}, )" +
                             events("{\"joint\": \"link1\", \"crosses\": -1, " + attach() +
                                    R"(}, {"joint": "load/hook", "crosses": -0.3, "detach": "load"},
        {"body": "load", "axis": "y", "crosses": -0.55, "name": "low"})"));
  const kinetree::Run r = run(s);
  ASSERT_GE(r.happenings.size(), 2U);
  EXPECT_EQ(r.happenings[0].action, "attach");
  EXPECT_LT(std::abs(r.audit.largest_balance.value), 1e-5);
}

TEST(ScenarioEdits, HappenWhereABodyReachesAPlace) {
  const Scenario s =
      pelican(R"("initial": {"q": [0, 0]}, )" + events(R"({"body": "link2", "point": [0.26, 0, 0],
      "reaches": [0, -0.52, 0], "within": 0.1, )" + attach(R"(, "origin": [0.26, 0, 0])") +
                                                       "}"));
  const kinetree::Run r = run(s);
  ASSERT_FALSE(r.happenings.empty());
  EXPECT_EQ(r.happenings[0].action, "attach");
  EXPECT_EQ(r.happenings[0].name, "attach load");
  for (const Sample& sample : r.samples) {
    if (sample.t != r.happenings[0].t) continue;
    const Pose pose = Evaluator(s.model).poses(sample.q.head(2)).back();
    EXPECT_NEAR((pose.R * Vector3(0.26, 0, 0) + pose.p - Vector3(0, -0.52, 0)).norm(), 0.1, 1e-7);
  }
}

TEST(ScenarioEdits, LetControllersKnowOrNot) {
  const std::string rest = R"("initial": {"q": [-1.2, 0.6]}, "gravity": [0, 0, 0], "controller":
    {"type": "computed_torque", "target": [-1.2, 0.6], "kp": 100, "kd": 20)";
  const std::string taken =
      events("{\"t\": 0.2, " + attach(R"(, "q": 1, "velocity": "carried")") + "}");
  for (const bool knows : {true, false}) {
    const Scenario s = pelican(rest + (knows ? "" : R"(, "knows": "robot")") + "}, " + taken);
    EXPECT_EQ(static_cast<bool>(s.options.controller_for), knows);
    EXPECT_EQ(run(s).samples.back().tau[2], 0);
  }
  const Scenario driven = pelican(
      rest + "}, " +
      events("{\"t\": 0.2, " +
             attach(R"(, "q": 1, "velocity": {"angular": [0, 0, 3]}, "actuated": true)") + "}"));
  const kinetree::Run r = run(driven);
  EXPECT_NE(r.samples.back().tau[2], 0);
  EXPECT_NEAR(r.samples.back().q[2], 1, 0.05);
}

TEST(ScenarioEdits, ForcesMayActOnWhatComes) {
  const kinetree::Run r = run(pelican(R"("forces": [{"body": "load", "force": [5, 0, 0]}], )" +
                                      events("{\"t\": 0.5, " + attach() + "}")));
  EXPECT_NE(r.audit.external_work, 0);
  EXPECT_LT(std::abs(r.audit.final_balance), 1e-5);
}

TEST(ScenarioEdits, LockAndUnlock) {
  const kinetree::Run r =
      run(pelican(events(R"({"t": 0.3, "lock": "link2"}, {"t": 0.6, "unlock": "link2"})")));
  ASSERT_EQ(r.robots.size(), 3U);
  EXPECT_EQ(r.robots[1]->joints, std::vector<std::string>{"link1"});
  EXPECT_GT(r.happenings[0].robot->lost, 0);
  EXPECT_LT(std::abs(r.audit.final_balance), 1e-6);
}

TEST(ScenarioEdits, AreRefusedWithTheirPlace) {
  const auto says = [](const std::string& list, const std::string& what,
                       const std::string& before = "") {
    const std::string text = complaint(before + events(list), "pelican2");
    EXPECT_TRUE(contains(text, what)) << text;
  };
  const std::string a = "{\"t\": 0.5, " + attach() + "}";
  says(a + ", {\"t\": 0.6, " + attach() + "}",
       "$.events[1].attach: 'load' is attached already at that time (detach it before");
  says(R"({"t": 0.4, "detach": "load"}, )" + a,
       "$.events[0].detach: nothing called 'load' is attached at that time");
  says(a + R"(, {"t": 0.6, "detach": "load"}, {"t": 0.7, "detach": "load"})",
       "$.events[2].detach: nothing called");
  says("{\"t\": 0.5, " + attach(R"(, "as": "link1")") + "}", "'link1' is in 'pelican2' already");
  says("{\"t\": 0.5, " + attach(R"(, "rotation": [1, 0, 0, 0, 1, 0, 0, 0, 2])") + "}",
       "$.events[0].attach.rotation: is no rotation");
  says("{\"t\": 0.5, " + attach(R"(, "velocity": "fast")") + "}", "'fast' is not known");
  says("{\"t\": 0.5, " + attach(R"(, "q": [1, 2])") + "}", "has 2 numbers, but needs 1");
  says("{\"t\": 0.5, " + attach(R"(, "actuated": true)") + "}",
       "attach.actuated: this controller does not drive what comes");
  says("{\"t\": 0.5, \"action\": \"stop\", " + attach() + "}", "write two events");
  says("{\"t\": 0.5, \"detach\": \"x\", " + attach() + "}", "edits the robot twice");
  says(R"({"t": 0.5, "lock": "link3"})", "$.events[0].lock: there is no joint 'link3'");
  says(R"({"t": 0.5, "unlock": "link2"})", "is not locked");
  says(R"({"joint": "link1", "crosses": 1, "detach": "load"})",
       "$.events[0].detach: nothing called 'load' is ever attached");
  says(R"({"body": "link2", "reaches": [1, 0, 0]})", "has no \"within\"");
  const TemporaryFile ring(R"({"format": "kinetree-model/1", "bodies": [
    {"name": "ring", "parent": -1, "joint": "revolute", "axis": [0, 0, 1]}]})",
                           ".json");
  says("{\"t\": 0.5, " + attach("", ring.path()) + "}", "nothing gives joint 'ring' inertia");
  const TemporaryFile bad(R"({"format": "kinetree-model/1", "bodies": [
    {"name": "ring", "parent": -1, "joint": "fixed", "mass": NaN}]})",
                          ".json");
  says("{\"t\": 0.5, " + attach("", bad.path()) + "}", "$.events[0].attach.model: ");
}

}  // namespace
}  // namespace kinetree::testing::scenario_edits_test
