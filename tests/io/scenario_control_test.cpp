// What drives the robot of a scenario: every controller, every trajectory, prescribed motion.
#include <numbers>

#include "scenario_support.hpp"

namespace kinetree::testing::scenario_control_test {
namespace {

Reference desired(const Scenario& s, double t) {
  Reference x;
  s.options.desired(t, x);
  return x;
}

Scenario tracking(const std::string& trajectory) { return scenario(R"("desired": )" + trajectory); }

const Vector zero = Vector::Zero(3);

TEST(ScenarioController, NoneIsNoTorque) {
  EXPECT_EQ(torque(scenario(R"("controller": {"type": "none"})"), 0, zero, zero), zero);
  EXPECT_EQ(torque(scenario(""), 0, zero, zero), zero);
}

TEST(ScenarioController, ConstantTorque) {
  const auto tau = [](const std::string& value) {
    const Scenario s = scenario(R"("controller": {"type": "torque", "tau": )" + value + "}");
    EXPECT_EQ(s.controller_type, "torque");
    return torque(s, 0.5, zero, zero);
  };
  EXPECT_EQ(tau("[1, 2, 3]"), Vector3(1, 2, 3));
  EXPECT_EQ(tau(R"({"L2": 4})"), Vector3(0, 4, 0));
  EXPECT_EQ(tau("5"), Vector3(5, 5, 5));
}

TEST(ScenarioController, TorqueOfAFloatingBaseByName) {
  const Scenario s = scenario(R"("base": "floating",
    "controller": {"type": "torque", "tau": {"floating_base.wz": 3}})",
                              "tree:2");
  EXPECT_EQ(torque(s, 0, s.start.q, s.start.v)[5], 3);
}

TEST(ScenarioController, TorqueTablesInFourWritings) {
  for (const char* text : {
           R"("t": [0.2, 0.6], "tau": [[0, 0, 0], [4, 8, 0]])",
           R"("rows": [{"t": 0.2, "tau": 0}, {"t": 0.6, "tau": [4, 8, 0]}])",
           R"("table": {"t": [0.2, 0.6], "tau": [0, {"L1": 4, "L2": 8}]})",
           R"("table": [{"t": 0.2, "tau": 0}, {"t": 0.6, "tau": [4, 8, 0]}])",
       }) {
    const Scenario s = scenario(R"("controller": {"type": "torque", )" + std::string(text) + "}");
    EXPECT_EQ(torque(s, 0, zero, zero), zero) << text;
    EXPECT_TRUE(torque(s, 0.4, zero, zero).isApprox(Vector3(2, 4, 0))) << text;
    EXPECT_EQ(torque(s, 9, zero, zero), Vector3(4, 8, 0)) << text;
    EXPECT_EQ(s.options.breakpoints, (std::vector<double>{0.2, 0.6})) << text;
  }
}

TEST(ScenarioController, FeedbackTowardsATarget) {
  const std::string pd = R"("target": {"L1": 1}, "kp": [1, 2, 3], "kd": 0.5})";
  const Scenario plain = scenario(R"("controller": {"type": "pd", )" + pd);
  const Vector v = Vector3(1, 1, 1);
  EXPECT_EQ(torque(plain, 0, zero, v), Vector3(0.5, -0.5, -0.5));
  EXPECT_EQ(plain.start.q, zero);  // a target is a place to go to
  EXPECT_TRUE(plain.remarks.empty());

  const Scenario held = scenario(R"("controller": {"type": "pd_gravity", )" + pd);
  Evaluator evaluator(held.model);
  const Vector g = evaluator.gravity(zero);
  EXPECT_TRUE(torque(held, 0, zero, v).isApprox(g + Vector3(0.5, -0.5, -0.5)));

  const Scenario exact = scenario(R"("controller": {"type": "computed_torque", )" + pd);
  const Vector wanted = evaluator.inverse_dynamics(zero, v, Vector3(0.5, -0.5, -0.5));
  EXPECT_TRUE(torque(exact, 0, zero, v).isApprox(wanted));

  const Scenario passive = scenario(
      R"("controller": {"type": "passivity", "target": {"L1": 1}, "lambda": 2, "kd": 0.5})");
  const Vector v_r = Vector3(2, 0, 0), a_r = -2 * v;
  const Vector expected =
      evaluator.mass_matrix(zero) * a_r + evaluator.coriolis(zero, v) * v_r + g - 0.5 * (v - v_r);
  EXPECT_TRUE(torque(passive, 0, zero, v).isApprox(expected));
}

TEST(ScenarioController, FeedforwardIgnoresTheState) {
  const Scenario s = scenario(R"("controller": {"type": "feedforward",
    "trajectory": {"type": "quintic", "to": 1, "T": 1}})");
  const Reference x = desired(s, 0.3);
  Evaluator evaluator(s.model);
  EXPECT_TRUE(torque(s, 0.3, zero, zero).isApprox(evaluator.inverse_dynamics(x.q, x.v, x.a)));
}

TEST(ScenarioController, KnowsTheArmatureOfTheRobotItDrives) {
  const TemporaryFile model(one_body(R"(, "mass": 1, "com": [1, 0, 0], "armature": 5)"), ".json");
  const auto tau = [&](const std::string& more) {
    const Scenario s = scenario(R"("controller": {"type": "feedforward",
      "trajectory": {"type": "cosine", "amplitude": 1, "omega": 1}})" +
                                    more,
                                model.path());
    return torque(s, 0, Vector::Zero(1), Vector::Zero(1))[0];
  };
  EXPECT_NEAR(tau("") - tau(R"(, "armature": false)"), 5, 1e-12);
}

TEST(ScenarioTrajectory, CycloidAndQuinticStartWhereTheRobotIs) {
  for (const char* type : {"cycloid", "quintic"}) {
    const Scenario s = scenario(R"("initial": {"q": [1, 2, 3]}, "desired": {"type": ")" +
                                std::string(type) + R"(", "to": {"L1": 5}, "T": 0.5})");
    EXPECT_EQ(desired(s, 0).q, Vector3(1, 2, 3)) << type;
    EXPECT_TRUE(desired(s, 0.25).q.isApprox(Vector3(3, 2, 3))) << type;
    EXPECT_TRUE(desired(s, 0.7).q.isApprox(Vector3(5, 2, 3))) << type;
    EXPECT_EQ(desired(s, 0.7).v, zero) << type;
    EXPECT_EQ(s.options.breakpoints, std::vector<double>{0.5}) << type;
  }
}

TEST(ScenarioTrajectory, CosineByOmegaOrFrequency) {
  const Scenario s = tracking(R"({"type": "cosine", "amplitude": 2, "frequency": 0.5})");
  EXPECT_TRUE(desired(s, 1).q.isApprox(Vector3(4, 4, 4)));
  const Scenario w = tracking(
      R"({"type": "cosine", "from": 1, "amplitude": {"L1": 2}, "omega": 3.141592653589793})");
  EXPECT_TRUE(desired(w, 1).q.isApprox(Vector3(5, 1, 1)));
  EXPECT_NEAR(desired(w, 0).a[0], 2 * std::numbers::pi * std::numbers::pi, 1e-12);
}

TEST(ScenarioTrajectory, TablesInTwoWritings) {
  for (const char* text : {
           R"("t": [0, 0.5, 1], "q": [[0, 0, 0], [1, 0, 0], [1, 1, 0]])",
           R"("rows": [{"t": 0, "q": 0}, {"t": 0.5, "q": {"L1": 1}}, {"t": 1, "q": [1, 1, 0]}])",
       }) {
    const Scenario s = tracking(R"({"type": "table", )" + std::string(text) + "}");
    EXPECT_TRUE(desired(s, 0.5).q.isApprox(Vector3(1, 0, 0))) << text;
    EXPECT_TRUE(desired(s, 2).q.isApprox(Vector3(1, 1, 0))) << text;
    EXPECT_EQ(s.options.breakpoints.size(), 3U) << text;
  }
}

TEST(ScenarioTrajectory, DesiredIsWhatTheAuditComparesWith) {
  const Scenario s = scenario(R"("initial": {"q": 0}, "controller": {"type": "pd", "target": 1,
    "kp": 1, "kd": 1}, "desired": {"type": "cycloid", "to": 2, "T": 1})");
  EXPECT_EQ(desired(s, 9).q, Vector3(2, 2, 2));
  EXPECT_EQ(torque(s, 9, zero, zero), Vector3(1, 1, 1));
  EXPECT_TRUE(s.remarks.empty());
}

TEST(ScenarioPrescribed, JointsStartOnTheirMotion) {
  const Scenario s = scenario(R"("initial": {"q": [5, 1, 0]}, "prescribed": {"joints": ["L2"],
    "trajectory": {"type": "cosine", "from": 0.5, "amplitude": 2, "omega": 3}})");
  EXPECT_EQ(s.options.prescribed.velocities, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(s.start.q, Vector3(5, 0.5, 0));
  Reference x{zero, zero, zero};
  s.options.prescribed.motion(0, x);
  EXPECT_EQ(x.a, Vector3(0, 18, 0));
  const kinetree::Run run = simulate(s.model, s.start, s.controller, s.options);
  EXPECT_NEAR(run.samples.back().q[1], 0.5 + 2 * (1 - std::cos(3.0)), 1e-6);
}

TEST(ScenarioPrescribed, AllJointsMayBe) {
  const Scenario s = scenario(R"("prescribed": {"joints": ["L3", "L1", "L2"],
    "trajectory": {"type": "quintic", "to": [3, 1, 2], "T": 1}})");
  const kinetree::Run run = simulate(s.model, s.start, s.controller, s.options);
  EXPECT_TRUE(run.samples.back().q.isApprox(Vector3(1, 2, 3), 1e-6));
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-6);
}

TEST(ScenarioPrescribed, TakesJointsOfAFloatingRobot) {
  const Scenario s = scenario(R"("base": "floating", "prescribed": {"joints": ["lower"],
    "trajectory": {"type": "cycloid", "to": 1, "T": 1}})",
                              std::string(KINETREE_TEST_DATA) + "/corpus/scenarios/pair.json");
  const kinetree::Run run = simulate(s.model, s.start, s.controller, s.options);
  EXPECT_EQ(run.stop, Stop::reached_end);
  EXPECT_NEAR(run.samples.back().q[8], 1, 1e-6);
}

}  // namespace
}  // namespace kinetree::testing::scenario_control_test
