// Hybrid dynamics against exact values: accelerations of the active joints and forces of the
// passive ones are given; and the other way round.
#include "kinetree/evaluator.hpp"
#include "kinetree/io.hpp"
#include "support/close.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

std::vector<std::string> hybrid_files() {
  std::vector<std::string> files;
  for (const std::string& file : shared_files("golden", ".json")) {
    if (std::filesystem::path(file).filename().string().starts_with("hybrid_")) {
      files.push_back(file);
    }
  }
  return files;
}

class GoldenHybrid : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenHybrid, BothDirections) {
  const nlohmann::json file = read_json(GetParam());
  const std::string robot = file["robot"].get<std::string>() + ".json";
  Evaluator e(load_model((shared_folder() / "golden" / robot).string()));
  const auto n = static_cast<std::size_t>(e.nv());
  std::vector<bool> active(n), passive(n, true);
  for (const auto& k : file["active"]) {
    active[k.get<std::size_t>()] = true;
    passive[k.get<std::size_t>()] = false;
  }
  const double unknown = std::numeric_limits<double>::quiet_NaN();  // what is not given is not read
  ASSERT_FALSE(file["rows"].empty());
  for (const auto& row : file["rows"]) {
    const Vector q = to_vector(row["q"]), v = to_vector(row["qd"]);
    const Vector a = to_vector(row["qdd"]), tau = to_vector(row["tau"]);
    for (const std::vector<bool>& prescribed : {active, passive}) {
      Vector given_a = a, given_tau = tau;
      for (int k = 0; k < e.nv(); ++k) {
        (prescribed[static_cast<std::size_t>(k)] ? given_tau : given_a)[k] = unknown;
      }
      const HybridDynamics& x = e.hybrid_dynamics(q, v, prescribed, given_a, given_tau);
      EXPECT_TRUE(close(x.a, a, 1e-12));
      EXPECT_TRUE(close(x.tau, tau, 1e-12));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, GoldenHybrid, ::testing::ValuesIn(hybrid_files()),
                         [](const auto& robot) { return test_name(robot.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenHybrid);

TEST(GoldenHybridFiles, AreThere) {
  const auto files = hybrid_files();
  KINETREE_NEEDS(files);
  EXPECT_GE(files.size(), 2U);
}

}  // namespace
}  // namespace kinetree::testing
