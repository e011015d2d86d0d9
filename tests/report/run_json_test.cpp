#include <gtest/gtest.h>

#include "run_fixture.hpp"

namespace kinetree {
namespace {

using Json = nlohmann::json;

TEST(RunJson, IsOneDocumentForAnyNumberOfSamples) {
  const kinetree::Run run = sample_run();
  for (const int count : {0, 1, 2, 50}) {
    for (const kinetree::Run* finished : {static_cast<const kinetree::Run*>(nullptr), &run}) {
      const Json json = Json::parse(run_json(sample_info(), sample_samples(count), finished));
      EXPECT_EQ(json["format"], "kinetree-run/1");
      EXPECT_EQ(json["samples"].size(), static_cast<std::size_t>(count));
      EXPECT_EQ(json["stop"], finished ? "event" : "running");
      EXPECT_EQ(json["audit"].is_null(), finished == nullptr);
      EXPECT_TRUE(json["stop_text"].is_string());
    }
  }
}

TEST(RunJson, TheEndOfARunIsLongerThanThatOfARunningOne) {
  // So that writing it over the other leaves nothing of that.
  kinetree::Run run;
  run.audit.work = Vector::Zero(1);
  RunInfo info;
  EXPECT_GT(run_json_tail(info, &run).size(), run_json_tail(info, nullptr).size());
}

TEST(RunJson, SaysWhatTheNumbersMean) {
  const Json json = Json::parse(run_json(sample_info(), {}, nullptr));
  EXPECT_EQ(json["model"], "arm</script><!--\"\\");
  EXPECT_EQ(json["revision"], 12345);
  EXPECT_EQ(json["gravity"], Json({0.0, 0.0, -9.81}));
  EXPECT_EQ(json["joints"], Json({"shoulder", "el,\"bow"}));
  EXPECT_EQ(json["dofs"], Json({1, 1}));
  EXPECT_EQ(json["q_names"].size(), 2U);
  EXPECT_EQ(json["v_names"].size(), 2U);
  EXPECT_EQ(json["duration"], 2);
  EXPECT_EQ(json["integrator"]["method"], "dopri5");
  EXPECT_EQ(json["integrator"]["max_step"], 0.2);  // a tenth of the duration
  EXPECT_EQ(json["methods"]["forward_dynamics"], "ltdl");
  EXPECT_EQ(json["included"]["armature"], true);
  EXPECT_EQ(json["controller"], "pd");
  EXPECT_EQ(json["record"]["every"], 0.5);
  EXPECT_TRUE(json["units"].is_object());
  EXPECT_TRUE(json["conventions"].is_string());
  RunInfo fixed = sample_info();
  fixed.adaptive = false;
  fixed.integrator.method = "rk4";
  const Json other = Json::parse(run_json(fixed, {}, nullptr));
  EXPECT_EQ(other["integrator"], (Json{{"method", "rk4"}, {"step", 1e-3}}));
}

TEST(RunJson, DoublesReadBackToTheSameBits) {
  const auto samples = sample_samples(3);
  const Json json = Json::parse(run_json(sample_info(), samples, nullptr));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& s = samples[i];
    const Json& read = json["samples"][i];
    EXPECT_EQ(read["t"].get<double>(), s.t);
    EXPECT_EQ(read["T"].get<double>(), s.T);
    EXPECT_EQ(read["U"].get<double>(), s.U);
    EXPECT_EQ(read["balance"].get<double>(), s.balance);
    for (const auto& [key, x] : {std::pair{"q", &s.q},
                                 {"v", &s.v},
                                 {"a", &s.a},
                                 {"tau", &s.tau},
                                 {"q_desired", &s.q_desired}}) {
      EXPECT_EQ(read[key].get<std::vector<double>>(), std::vector<double>(x->begin(), x->end()));
    }
  }
}

TEST(RunJson, WhatIsNotFiniteIsNull) {
  auto samples = sample_samples(1);
  samples[0].a[0] = std::numeric_limits<double>::quiet_NaN();
  samples[0].T = std::numeric_limits<double>::infinity();
  kinetree::Run run = sample_run();
  run.audit.largest_condition.value = std::numeric_limits<double>::infinity();
  run.audit.instability->growth.reset();
  const Json json = Json::parse(run_json(sample_info(), samples, &run));
  EXPECT_TRUE(json["samples"][0]["a"][0].is_null());
  EXPECT_TRUE(json["samples"][0]["T"].is_null());
  EXPECT_TRUE(json["audit"]["condition"]["largest"].is_null());
  EXPECT_TRUE(json["audit"]["instability"]["largest_real_eigenvalue"].is_null());
}

TEST(RunJson, DesiredOnlyWhereSomethingIs) {
  const Json json = Json::parse(run_json(sample_info(false), sample_samples(1, false), nullptr));
  EXPECT_FALSE(json["samples"][0].contains("q_desired"));
}

TEST(RunJson, TheAuditIsWhole) {
  const kinetree::Run run = sample_run();
  const Json json = Json::parse(run_json(sample_info(), {}, &run));
  const Json& a = json["audit"];
  EXPECT_EQ(a["energy"], (Json{{"initial", 3}, {"final", 4}}));
  EXPECT_EQ(a["work"]["joints"], Json({1.5, -0.5}));
  EXPECT_EQ(a["work"]["total"], 1);
  EXPECT_EQ(a["work"]["friction"], -0.125);
  EXPECT_EQ(a["work"]["external"], 0.25);
  EXPECT_EQ(a["work"]["limits"], -0.5);
  EXPECT_EQ(a["work"]["events"], 0.75);
  EXPECT_EQ(a["balance"], (Json{{"final", 1e-9}, {"largest", 2e-9}, {"at", 1.5}}));
  EXPECT_EQ(a["momentum"]["linear_drift"], 1e-12);
  EXPECT_EQ(a["momentum"]["angular_drift"], 2e-12);
  EXPECT_EQ(a["steps"]["taken"], 1234);
  EXPECT_EQ(a["steps"]["rejected"], 5);
  EXPECT_EQ(a["steps"]["evaluations"], 9876);
  EXPECT_EQ(a["condition"]["initial"], 10);
  EXPECT_EQ(a["tracking"]["largest"], 0.01);
  EXPECT_EQ(a["tracking"]["departures"][0], (Json{{"joint", "shoulder"}, {"t", 1}}));
  EXPECT_EQ(a["limits"][0]["limit"], "upper");
  EXPECT_EQ(a["instability"]["joint"], "shoulder");
  EXPECT_EQ(a["remarks"], Json({"a <b>remark</b>", "of the audit"}));
  EXPECT_EQ(json["events"][0],
            (Json{{"t", 0.5}, {"name", "limit el,\"bow"}, {"action", "bounce"}}));
  EXPECT_EQ(json["events"].size(), 2U);
  EXPECT_EQ(json["stop_text"], "'touch\"down' at 2 s");
}

TEST(RunJson, AnEmptyAuditHasNulls) {
  kinetree::Run run;
  run.audit.work = Vector::Zero(2);
  const Json json = Json::parse(run_json(sample_info(), {}, &run));
  for (const char* key : {"momentum", "tracking", "instability"}) {
    EXPECT_TRUE(json["audit"][key].is_null()) << key;
  }
  EXPECT_TRUE(json["audit"]["limits"].empty());
  EXPECT_TRUE(json["events"].empty());
}

TEST(DescribeRun, NamesWhatIsInUse) {
  Scenario scenario;
  scenario.model = load_model("planar3");
  scenario.start = {0, Vector::Zero(3), Vector::Zero(3)};
  scenario.controller = no_torque();
  scenario.controller_type = "none";
  scenario.options.integrator.method = "rk4";
  scenario.options.methods.forward_dynamics = "denoc";
  const RunInfo info = describe_run(scenario);
  EXPECT_EQ(info.model, "planar3");
  EXPECT_FALSE(info.adaptive);
  EXPECT_FALSE(info.tracks);
  EXPECT_EQ(info.forward_dynamics, "denoc");
  EXPECT_EQ(info.joints, info.v_names);
  EXPECT_TRUE(info.included.friction);
}

}  // namespace
}  // namespace kinetree
