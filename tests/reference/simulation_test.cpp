// Motions integrated in 256 bits: where each of them ends, by every method of forward dynamics.
#include "kinetree/io.hpp"
#include "kinetree/simulate.hpp"
#include "support/close.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

std::vector<std::string> simulation_files() {
  std::vector<std::string> files;
  for (const std::string& file : shared_files("golden", ".json")) {
    if (std::filesystem::path(file).filename().string().starts_with("sim_")) files.push_back(file);
  }
  return files;
}

class GoldenMotion : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenMotion, IsFollowed) {
  const nlohmann::json file = read_json(GetParam());
  const std::string robot = file["robot"].get<std::string>() + ".json";
  const Model model = load_model((shared_folder() / "golden" / robot).string());
  const nlohmann::json& rows = file["rows"];
  SimulationOptions options;
  options.duration = rows.back()["t"];
  options.record_every = rows[1]["t"];
  options.integrator.rtol = options.integrator.atol = 1e-12;
  const State start{0, to_vector(rows[0]["q"]), to_vector(rows[0]["qd"])};
  for (const char* method : {"denoc", "aba", "ltdl", "cholesky"}) {
    SCOPED_TRACE(method);
    options.methods.forward_dynamics = method;
    const auto run = simulate(model, start, constant_torque(to_vector(file["tau"])), options);
    ASSERT_EQ(run.samples.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Sample& sample = run.samples[i];
      EXPECT_NEAR(sample.t, rows[i]["t"].get<double>(), 1e-12);
      EXPECT_TRUE(close(sample.q, to_vector(rows[i]["q"]), 1e-9, 1));
      EXPECT_TRUE(close(sample.v, to_vector(rows[i]["qd"]), 1e-9, 1));
    }
    EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-9);
  }
}

// The arm takes up its payload right after the start, and goes on as the arm that was built with
// it.
TEST(GoldenPayload, IsThatOfAPayloadTakenUp) {
  KINETREE_NEEDS_SHARED();
  const std::filesystem::path folder = shared_folder() / "golden";
  const auto name = folder / "sim_p002_pelican3_passive.json";
  const nlohmann::json file = read_json(name.string());
  Model arm = load_model((folder / (file["robot"].get<std::string>() + ".json")).string());
  const int last = arm.size() - 1;
  Attach attach;
  attach.as = "payload";
  attach.branch = arm.detach(LinkId{static_cast<std::uint32_t>(last)});
  attach.to = arm.link(LinkId{static_cast<std::uint32_t>(last - 1)}).name;
  const nlohmann::json& rows = file["rows"];
  const Vector q = to_vector(rows[0]["q"]), tau = to_vector(file["tau"]);
  attach.q = q.tail(1);
  constexpr double moment = 1e-11;
  SimulationOptions options;
  options.duration = rows.back()["t"];
  options.record_every = rows[1]["t"];
  options.integrator.rtol = options.integrator.atol = 1e-12;
  options.events = {with_edit(at_time("take", moment), attach)};
  options.breakpoints = {moment};
  const auto run =
      simulate(arm, {0, q.head(2), Vector::Zero(2)}, constant_torque(tau.head(2)), options);
  std::size_t row = 1;
  for (const Sample& sample : run.samples) {
    if (row == rows.size() || std::abs(sample.t - rows[row]["t"].get<double>()) > 1e-9) continue;
    EXPECT_TRUE(close(sample.q, to_vector(rows[row]["q"]), 1e-8, 1));
    EXPECT_TRUE(close(sample.v, to_vector(rows[row]["qd"]), 1e-8, 10));
    ++row;
  }
  EXPECT_EQ(row, rows.size());
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-9);
}

TEST(GoldenMotionFiles, AreThere) {
  const auto files = simulation_files();
  KINETREE_NEEDS(files);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenMotion);
INSTANTIATE_TEST_SUITE_P(Files, GoldenMotion, ::testing::ValuesIn(simulation_files()),
                         [](const auto& tested) { return test_name(tested.param); });

}  // namespace
}  // namespace kinetree::testing
