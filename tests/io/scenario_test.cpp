#include "io/scenario.hpp"

#include <unistd.h>

#include <numbers>
#include <set>

#include "kinetree/report.hpp"
#include "scenario_support.hpp"

namespace kinetree::testing {
namespace {

namespace fs = std::filesystem;

TEST(LoadScenario, SaysWhatIsAssumed) {
  const Scenario s = scenario("");
  EXPECT_EQ(s.model.name, "planar3");
  EXPECT_EQ(s.start.q, Vector::Zero(3));
  EXPECT_EQ(s.start.v, Vector::Zero(3));
  EXPECT_EQ(s.controller_type, "none");
  EXPECT_EQ(s.options.duration, 1);
  EXPECT_EQ(s.options.integrator.method, "dopri5");
  EXPECT_EQ(s.options.integrator.rtol, 1e-8);
  EXPECT_EQ(s.options.integrator.atol, 1e-10);
  EXPECT_EQ(s.options.integrator.max_step, 0);
  EXPECT_EQ(s.options.integrator.step, 1e-3);
  EXPECT_EQ(s.options.record_every, 1e-2);
  EXPECT_EQ(s.options.limits.rule, LimitOptions::ignore);
  EXPECT_TRUE(s.options.include.armature);
  EXPECT_TRUE(s.options.include.friction);
  EXPECT_EQ(s.options.band, 1e-3);
  EXPECT_FALSE(s.options.desired);
  EXPECT_TRUE(s.options.events.empty() && s.options.forces.empty());
  EXPECT_TRUE(s.remarks.empty());
}

TEST(LoadScenario, TakesEveryKeyOfTheHead) {
  const Scenario s = scenario(R"("name": "a", "note": "b", "source": "c",
    "gravity": [0, 0, -1.62], "friction": false, "armature": false, "friction_speed": 0.01,
    "band": 0.5, "record": {"every": 0}, "forward_dynamics": "denoc",
    "integrator": {"method": "rosenbrock23", "rtol": 1e-6, "atol": 1e-7, "max_step": 0.1,
                   "initial_step": 1e-5})");
  EXPECT_EQ(s.model.gravity(), Vector3(0, 0, -1.62));
  EXPECT_FALSE(s.options.include.friction);
  EXPECT_FALSE(s.options.include.armature);
  EXPECT_EQ(s.options.friction_speed, 0.01);
  EXPECT_EQ(s.options.band, 0.5);
  EXPECT_EQ(s.options.record_every, 0);
  EXPECT_EQ(s.options.methods.forward_dynamics, "denoc");
  EXPECT_EQ(s.options.integrator.method, "rosenbrock23");
  EXPECT_EQ(s.options.integrator.rtol, 1e-6);
  EXPECT_EQ(s.options.integrator.atol, 1e-7);
  EXPECT_EQ(s.options.integrator.max_step, 0.1);
  EXPECT_EQ(s.options.integrator.initial_step, 1e-5);
}

TEST(LoadScenario, RunsTheScenarioOfTheDesign) {
  const Scenario s = scenario(R"("initial": {"q": [0,0,0,0,0,0], "v": [0,0,0,0,0,0]},
    "controller": {"type": "feedforward",
                   "trajectory": {"type": "cycloid", "from": 0, "to": 3.141592653589793, "T": 10}},
    "integrator": {"method": "dopri5", "rtol": 1e-8, "atol": 1e-10, "max_step": 0.001},
    "forward_dynamics": "denoc", "record": {"every": 0.01})",
                              "puma6");
  const kinetree::Run run = simulate(s.model, s.start, s.controller, s.options);
  EXPECT_EQ(run.stop, Stop::reached_end);
  EXPECT_EQ(run.samples.size(), 101U);
  EXPECT_LT(run.audit.tracking_error->value, 1e-6);
}

TEST(LoadScenario, StartsByPositionByNameOrAllTheSame) {
  EXPECT_EQ(scenario(R"("initial": {"q": [1, 2, 3]})").start.q, Vector3(1, 2, 3));
  EXPECT_EQ(scenario(R"("initial": {"q": {"L3": 3}})").start.q, Vector3(0, 0, 3));
  EXPECT_EQ(scenario(R"("initial": {"q": 0.5})").start.q, Vector3(0.5, 0.5, 0.5));
  EXPECT_EQ(scenario(R"("initial": {"v": {"L1": 1, "note": "slow"}})").start.v, Vector3(1, 0, 0));
  EXPECT_EQ(scenario(R"("initial": {})").start.q, Vector::Zero(3));
  EXPECT_EQ(scenario(R"("initial": null)").start.q, Vector::Zero(3));
}

TEST(LoadScenario, QuaternionsAreOfUnitLengthToTheLastBit) {
  const Scenario s = scenario(R"("base": "floating", "initial": {"q":
    {"floating_base.z": 2, "floating_base.qx": 0.7071068, "floating_base.qw": 0.7071068}})",
                              "tree:2");
  EXPECT_EQ(s.start.q.size(), s.model.nv() + 1);
  EXPECT_EQ(s.start.q[2], 2);
  EXPECT_NEAR(s.start.q.segment<4>(3).norm(), 1, 1e-15);
  EXPECT_TRUE(contains(complaint(R"("base": "floating",
    "initial": {"q": {"floating_base.qw": 0.9}})",
                                 "tree:2"),
                       "3:22: $.initial.q: the quaternion (x y z w) of joint 'floating_base' has "
                       "length 0.9 (normalise it)"));
}

TEST(LoadScenario, FindsModelsBesideTheScenario) {
  const fs::path folder =
      fs::temp_directory_path() / ("kinetree_beside_" + std::to_string(getpid()));
  fs::create_directories(folder / "robots");
  std::ofstream(folder / "robots" / "arm.json") << one_body(R"(, "mass": 1, "com": [1, 0, 0])");
  const fs::path file = folder / "swing.json";
  std::ofstream(file) << scenario_text("", "robots/arm.json");
  EXPECT_EQ(load_scenario(file.string()).model.nv(), 1);
  std::ofstream(file) << scenario_text("", (folder / "robots" / "arm.json").string());
  EXPECT_EQ(load_scenario(file.string()).model.nv(), 1);
  std::ofstream(folder / "planar3") << "no robot";  // the built-in one counts
  std::ofstream(file) << scenario_text("", "planar3");
  EXPECT_EQ(load_scenario(file.string()).model.nv(), 3);
  fs::remove_all(folder);
}

TEST(LoadScenario, PassesOnWhatIsDoubtfulAboutTheModel) {
  const TemporaryFile model(one_body(R"(, "mass": 1, "com": [1, 0, 0], "colour": "red")"), ".json");
  const TemporaryFile file(scenario_text("", model.path()), ".json");
  Diagnostics notes;
  load_scenario(file.path(), &notes);
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes.front().rule, "unknown_key");
}

TEST(LoadScenario, MissingScenariosAreNotParseErrors) {
  EXPECT_THROW(load_scenario("no/such/scenario.json"), FileError);
  EXPECT_THROW(load_scenario("."), FileError);
}

TEST(LoadScenario, AByteOrderMarkIsFine) {
  const TemporaryFile file("\xEF\xBB\xBF" + scenario_text(""), ".json");
  EXPECT_EQ(load_scenario(file.path()).model.nv(), 3);
}

TEST(LoadScenario, FixedStepsKeepBelowMaxStep) {
  EXPECT_EQ(scenario(R"("integrator": {"method": "rk4", "dt": 0.01})").options.integrator.step,
            0.01);
  const Scenario s = scenario(R"("integrator": {"method": "rk4", "max_step": 1e-4, "rtol": 1e-3})");
  EXPECT_EQ(s.options.integrator.step, 1e-4);
  ASSERT_EQ(s.remarks.size(), 1U);
  EXPECT_TRUE(contains(s.remarks[0], "\"rtol\" of the integrator is not used: rk4"));
}

TEST(LoadScenario, SaysWhichKeysAMethodDoesNotLookAt) {
  const Scenario s = scenario(R"("integrator": {"step": 0.01})");
  ASSERT_EQ(s.remarks.size(), 1U);
  EXPECT_TRUE(contains(s.remarks[0], "dopri5 chooses its steps"));
  const Scenario one = scenario(R"("integrator": {"method": "semi_implicit_euler", "step": 5})");
  ASSERT_EQ(one.remarks.size(), 1U);
  EXPECT_TRUE(contains(one.remarks[0], "longer than the run"));
}

TEST(LoadScenario, EveryIntegratorAndMethodHasItsName) {
  for (const IntegratorInfo& info : integrators()) {
    const std::string name(info.name);
    const Scenario s = scenario(R"("integrator": {"method": ")" + name + "\"}");
    EXPECT_EQ(simulate(s.model, s.start, s.controller, s.options).stop, Stop::reached_end) << name;
  }
  for (const char* name : {"auto", "aba", "cholesky", "ltdl", "denoc"}) {
    const Scenario s = scenario(std::string(R"("forward_dynamics": ")") + name + "\"");
    EXPECT_EQ(s.options.methods.forward_dynamics, name);
  }
}

/// Scenarios that must fail: the words are in a file beside each.
TEST(ScenarioCorpus, WhatIsWrongFailsInTheseWords) {
  const fs::path folder = fs::path(KINETREE_TEST_DATA) / "corpus" / "scenarios" / "fail";
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.insert(entry.path());
  }
  EXPECT_GT(files.size(), 100U);
  const std::string place = folder.string() + "/";
  for (const fs::path& file : files) {
    std::string text = message<ParseError>([&] { load_scenario(file.string()); }) + "\n";
    for (auto at = text.find(place); at != text.npos; at = text.find(place)) {
      text.erase(at, place.size());
    }
    EXPECT_EQ(text, read_text(file.string() + ".expected")) << file;
  }
}

}  // namespace
}  // namespace kinetree::testing
