#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"

namespace kinetree::testing {
namespace {

double worst_error(const std::string& robot, const std::string& method) {
  const Model model = load_model(robot);
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    worst = std::max(worst, forward_dynamics_error(model, random_state(model, seed), method));
  }
  return worst;
}

TEST(ForwardDynamicsError, IsRoundingOnRobotsOfEveryKind) {
  for (const char* const robot : {"planar3", "puma6", "scara", "quadruped", "tree:12"}) {
    for (const char* const method : {"aba", "cholesky", "ltdl"}) {
      EXPECT_LT(worst_error(robot, method), 1e-11) << robot << ' ' << method;
    }
  }
}

// A pendulum with everything a power of two: nothing is rounded at all.
TEST(ForwardDynamicsError, IsZeroWhereNothingIsRounded) {
  const Model model = parse_model(
      R"({"format": "kinetree-model/1", "gravity": [0, 0, 0], "bodies": [
          {"name": "rod", "parent": -1, "joint": "revolute", "axis": [0, 0, 1], "mass": 2,
           "com": [0.5, 0, 0], "inertia": [0.5, 0, 0, 0.5, 0, 0.5]}]})",
      "pendulum");
  const RandomState x{Vector::Zero(1), Vector::Zero(1), Vector::Zero(1), Vector::Constant(1, 4)};
  EXPECT_EQ(forward_dynamics_error(model, x, "aba"), 0);
}

// In long chains M is conditioned badly: forming it loses digits that recursions keep. The same
// states in 256 bits gave 3e-13 and 3e-11.
TEST(ForwardDynamicsError, TellsRecursionsFromFactorsOfMInLongChains) {
  EXPECT_LT(5 * worst_error("snake:80", "aba"), worst_error("snake:80", "cholesky"));
}

TEST(ForwardDynamicsError, MimicsAreSolvedByTheirOwnMatrix) {
  const Model model = parse_model(
      R"({"format": "kinetree-model/1", "bodies": [
          {"name": "a", "parent": -1, "joint": "revolute", "axis": [0, 1, 0], "mass": 1,
           "com": [0.3, 0, 0], "inertia": [0.1, 0, 0, 0.1, 0, 0.1]},
          {"name": "b", "parent": "a", "joint": "revolute", "axis": [0, 1, 0],
           "origin": [0.5, 0, 0], "mass": 1, "com": [0.2, 0, 0],
           "inertia": [0.1, 0, 0, 0.1, 0, 0.1],
           "mimic": {"joint": "a", "multiplier": 0.5, "offset": 0.1}}]})",
      "coupled");
  EXPECT_LT(forward_dynamics_error(model, random_state(model, 1), "cholesky"), 1e-14);
}

TEST(ForwardDynamicsError, UnknownMethodsAreRefused) {
  const Model model = load_model("planar3");
  EXPECT_THROW(forward_dynamics_error(model, random_state(model, 1), "abba"), UsageError);
}

}  // namespace
}  // namespace kinetree::testing
