// What happens to the robot of a scenario: forces, limits, events.
#include "scenario_support.hpp"

namespace kinetree::testing::scenario_happenings_test {
namespace {

const std::string two_links = std::string(KINETREE_TEST_DATA) + "/corpus/scenarios/pair.json";

Run run(const Scenario& s) { return simulate(s.model, s.start, s.controller, s.options); }

TEST(ScenarioForces, TakeEveryKey) {
  const Scenario s = scenario(R"("forces": [
    {"body": "L2", "force": [1, 2, 3], "torque": [4, 5, 6], "point": [0.1, 0, 0], "axes": "body",
     "from": 0.2, "to": 0.4, "note": "a push"},
    {"body": "L1", "torque": [0, 0, 1]}])");
  ASSERT_EQ(s.options.forces.size(), 2U);
  const AppliedForce& push = s.options.forces[0];
  EXPECT_EQ(push.link, s.model.at("L2"));
  EXPECT_EQ(push.force, Vector3(1, 2, 3));
  EXPECT_EQ(push.torque, Vector3(4, 5, 6));
  EXPECT_EQ(push.point, Vector3(0.1, 0, 0));
  EXPECT_TRUE(push.link_axes);
  EXPECT_EQ(push.from, 0.2);
  EXPECT_EQ(push.to, 0.4);
  const AppliedForce& twist = s.options.forces[1];
  EXPECT_FALSE(twist.link_axes);
  EXPECT_EQ(twist.force, Vector3::Zero());
  EXPECT_EQ(twist.to, std::numeric_limits<double>::infinity());
  EXPECT_GT(std::abs(run(s).audit.external_work), 1e-6);
}

TEST(ScenarioForces, OnesThatNeverActAreMentioned) {
  const Scenario s = scenario(R"("forces": [{"body": "L1", "force": [0, 1, 0], "from": 2}])");
  ASSERT_EQ(s.remarks.size(), 1U);
  EXPECT_EQ(s.remarks[0], "the force from 2 s on never acts");
}

TEST(ScenarioForces, ThatNoStepCanTakeEndTheRun) {
  const kinetree::Run end = run(scenario(R"("integrator": {"rtol": 1e-4, "atol": 1e-6,
    "max_step": 0.01}, "forces": [{"body": "L2", "force": [1, 1e300, 3], "torque": [1, 0, 0],
    "axes": "body", "from": 0.01, "to": 0.02}])"));
  EXPECT_EQ(end.stop, Stop::step_too_small);
  EXPECT_NEAR(end.t, 0.01, 1e-12);
}

TEST(ScenarioForces, GainsThatNoStepCanTakeEndTheRun) {
  const kinetree::Run end =
      run(scenario(R"("initial": {"q": 0.1}, "controller": {"type": "pd", "target": 1, "kp": 1e200,
        "kd": 1})"));
  EXPECT_EQ(end.stop, Stop::step_too_small);
}

TEST(ScenarioLimits, AreAWordOrAnObject) {
  EXPECT_EQ(scenario(R"("limits": "ignore")", two_links).options.limits.rule, LimitOptions::ignore);
  EXPECT_EQ(scenario(R"("limits": "stop")", two_links).options.limits.rule, LimitOptions::stop);
  EXPECT_EQ(scenario(R"("limits": "penalty")", two_links).options.limits.rule,
            LimitOptions::penalty);
  const LimitOptions bounce =
      scenario(R"("limits": {"rule": "bounce", "restitution": 0.5})", two_links).options.limits;
  EXPECT_EQ(bounce.rule, LimitOptions::bounce);
  EXPECT_EQ(bounce.restitution, 0.5);
  const LimitOptions spring =
      scenario(R"("limits": {"rule": "penalty", "stiffness": 7, "damping": 8})", two_links)
          .options.limits;
  EXPECT_EQ(spring.stiffness, 7);
  EXPECT_EQ(spring.damping, 8);
}

TEST(ScenarioLimits, StopTheRunWhereTheRobotMeetsThem) {
  const kinetree::Run end = run(scenario(R"("limits": "stop")", two_links));
  EXPECT_EQ(end.stop, Stop::limit);
  EXPECT_NEAR(std::abs(end.samples.back().q[0]), 1, 1e-9);
}

TEST(ScenarioLimits, StartInside) {
  for (const char* rule : {"stop", "bounce"}) {
    const std::string text = complaint(
        R"("initial": {"q": {"upper": 2}}, "limits": ")" + std::string(rule) + "\"", two_links);
    EXPECT_TRUE(contains(text, "$.limits: joint 'upper' starts at 2, outside its limits -1 to 1"));
  }
  EXPECT_NO_THROW(scenario(R"("initial": {"q": {"upper": 2}}, "limits": "penalty")", two_links));
}

TEST(ScenarioEvents, AtATime) {
  const Scenario s = scenario(
      R"("events": [{"t": 0.5, "name": "half"}, {"t": 0.75, "action": "stop"}, {"t": 3}])");
  const kinetree::Run end = run(s);
  EXPECT_EQ(end.stop, Stop::event);
  EXPECT_EQ(end.t, 0.75);
  ASSERT_EQ(end.happenings.size(), 2U);
  EXPECT_EQ(end.happenings[0].name, "half");
  EXPECT_EQ(end.happenings[0].t, 0.5);
  EXPECT_EQ(end.happenings[1].name, "t = 0.75");
  ASSERT_EQ(s.remarks.size(), 1U);
  EXPECT_EQ(s.remarks[0], "the event at 3 s is after the end");
}

TEST(ScenarioEvents, WhereACoordinateOrAVelocityCrosses) {
  const kinetree::Run end = run(scenario(R"("initial": {"q": 0.5}, "events": [
    {"joint": "L1", "crosses": 0.4, "direction": "falling"},
    {"joint": "L1", "crosses": 0.3, "direction": "rising"},
    {"joint": "L1", "of": "v", "crosses": -1},
    {"joint": "L1", "of": "q", "crosses": 0, "direction": "both", "action": "stop"}])"));
  ASSERT_GE(end.happenings.size(), 3U);
  EXPECT_EQ(end.happenings.back().name, "L1 = 0");
  EXPECT_NEAR(end.samples.back().q[0], 0, 1e-9);
  for (const Happening& h : end.happenings) EXPECT_NE(h.name, "L1 = 0.3");
}

TEST(ScenarioEvents, WhereABodyCrosses) {
  const Scenario s = scenario(
      R"("initial": {"q": 0.5}, "events": [{"body": "L3", "axis": "y", "crosses": 0.1,
          "action": "stop"}])");
  const kinetree::Run end = run(s);
  ASSERT_EQ(end.stop, Stop::event);
  Evaluator evaluator(s.model);
  EXPECT_NEAR(evaluator.poses(end.samples.back().q)[index(s.model.at("L3"))].p.y(), 0.1, 1e-9);
}

TEST(ScenarioEvents, ChangeWhatTheyName) {
  const kinetree::Run end = run(scenario(R"("gravity": [0, 0, 0], "events": [
    {"t": 0.5, "set": {"q": {"L2": 0.1}, "v": {"L1": 2}}}])"));
  EXPECT_EQ(end.happenings.at(0).action, "change");
  EXPECT_EQ(end.samples.front().v, Vector::Zero(3));
  EXPECT_GT(end.audit.event_work, 0);
  EXPECT_NEAR(end.audit.final_balance, 0, 1e-6);
}

TEST(ScenarioEvents, ChangeAQuaternionAsAWhole) {
  const std::string half = R"("base": "floating", "events": [{"t": 0.5, "set": {"q": {
    "floating_base.qx": 1, "floating_base.qy": 0, "floating_base.qz": 0)";
  EXPECT_NO_THROW(run(scenario(half + R"(, "floating_base.qw": 0}}}])", two_links)));
  EXPECT_TRUE(contains(complaint(half + "}}}]", two_links), "write all of qx, qy, qz, qw"));
}

TEST(ScenarioEvents, AreNotEndless) {
  std::string list = R"({"t": 0.5})";
  for (int i = 0; i < 10000; ++i) list += R"(, {"t": 0.5})";
  const std::string text = complaint("\"events\": [" + list + "]");
  EXPECT_TRUE(contains(text, "$.events[10000]: is one too many (a scenario has up to 10000)"));
}

}  // namespace
}  // namespace kinetree::testing::scenario_happenings_test
