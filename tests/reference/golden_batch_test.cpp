// The same exact values for batches, on every instruction set of this machine; by the kernels and,
// for robots that are compiled in no time, by generated code.
#include "kinetree/kinetree.hpp"
#include "reference/golden.hpp"
#include "support/batch_states.hpp"
#include "support/close.hpp"
#include "support/compiled_code.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

class GoldenBatch : public ::testing::TestWithParam<std::string> {
 protected:
  GoldenBatch() : file_(read_json(GetParam())), model_(load_model(GetParam())) {
    for (const nlohmann::json& s : file_["states"]) {
      states_.push_back(
          {to_vector(s["q"]), to_vector(s["qd"]), to_vector(s["qdd"]), to_vector(s["fd_tau"])});
      singular_ = singular_ || s["singular_M"].get<bool>();
    }
  }
  /// Calls f(batch, states, their exact values) on every instruction set.
  template <class F>
  void for_each_set(F f) {
    ASSERT_FALSE(states_.empty());
    for (const std::string& name : available_simd()) {
      SCOPED_TRACE(name);
      const UseSimd use(name);
      BatchEvaluator batch(model_);
      f(batch, BatchStates(batch, states_), file_["states"]);
      if (KINETREE_SANITIZED || model_.has_mimics() || model_.nv() > 9) continue;
      SCOPED_TRACE("generated");
      BatchOptions options;
      options.generated = compile_generated(model_, quick_batch_compiler()).functions;
      BatchEvaluator generated(model_, options);
      f(generated, BatchStates(generated, states_), file_["states"]);
    }
  }

  nlohmann::json file_;
  Model model_;
  std::vector<RandomState> states_;
  bool singular_ = false;
};

TEST_P(GoldenBatch, Matrices) {
  for_each_set([](BatchEvaluator& batch, const BatchStates& s, const nlohmann::json& truth) {
    const int n = batch.nv();
    BatchBuffer M = s.room(n * n), C = s.room(n * n);
    batch.mass_matrix(s.q, M);
    batch.coriolis(s.q, s.v, C);
    for (std::size_t k = 0; k < s.states.size(); ++k) {
      const Matrix true_M = to_matrix(truth[k]["M"]), true_C = to_matrix(truth[k]["C"]);
      EXPECT_TRUE(close(s.result(M, k, n, n), true_M, rounding(n)));
      const double size = largest(true_C) + largest(true_M) * largest(s.states[k].v);
      EXPECT_TRUE(close(s.result(C, k, n, n), true_C, 1e-12, size));
    }
  });
}

TEST_P(GoldenBatch, Forces) {
  for_each_set([](BatchEvaluator& batch, const BatchStates& s, const nlohmann::json& truth) {
    const int n = batch.nv();
    BatchBuffer g = s.room(n), h = s.room(n), tau = s.room(n);
    batch.gravity(s.q, g);
    batch.bias(s.q, s.v, h);
    batch.inverse_dynamics(s.q, s.v, s.a, tau);
    for (std::size_t k = 0; k < s.states.size(); ++k) {
      const nlohmann::json& t = truth[k];
      const double at_rest = largest(to_vector(t["g"])), moving = largest(to_vector(t["Cqd"]));
      const double pushed = largest(to_matrix(t["M"]) * s.states[k].a);
      EXPECT_TRUE(close(s.result(g, k, n, 1), to_vector(t["g"]), rounding(n)));
      EXPECT_TRUE(close(s.result(h, k, n, 1), to_vector(t["h"]), 1e-12, at_rest + moving));
      EXPECT_TRUE(
          close(s.result(tau, k, n, 1), to_vector(t["tau"]), 1e-12, at_rest + moving + pushed));
    }
  });
}

TEST_P(GoldenBatch, Accelerations) {
  for_each_set([this](BatchEvaluator& batch, const BatchStates& s, const nlohmann::json& truth) {
    const int n = batch.nv();
    BatchBuffer a = s.room(n);
    if (singular_) {
      EXPECT_THROW(batch.forward_dynamics(s.q, s.v, s.tau, a), ModelError);
      return;
    }
    batch.forward_dynamics(s.q, s.v, s.tau, a);
    for (std::size_t k = 0; k < s.states.size(); ++k) {
      const double tolerance = 1e-12 + 100 * truth[k]["cond_M"].get<double>() * eps;
      EXPECT_TRUE(close(s.result(a, k, n, 1), to_vector(truth[k]["qdd_of_tau"]), tolerance));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Robots, GoldenBatch, ::testing::ValuesIn(golden_models()),
                         [](const auto& robot) { return test_name(robot.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenBatch);

}  // namespace
}  // namespace kinetree::testing
