// Generated code in place of the kernels: the same results, the same refusals.
#include <gtest/gtest.h>

#include <limits>

#include "batch/refusals.hpp"
#include "kinetree/error.hpp"
#include "kinetree/generated.hpp"
#include "kinetree/io.hpp"
#include "model/links.hpp"
#include "support/batch_states.hpp"
#include "support/close.hpp"
#include "support/compiled_code.hpp"
#include "support/random_tree.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

class GeneratedBatches : public EverySet {};
INSTANTIATE_TEST_SUITE_P(Sets, GeneratedBatches, ::testing::ValuesIn(available_simd()),
                         name_of_set);

BatchOptions by_code(const Model& model, bool armature = true) {
  BatchOptions options;
  options.include.armature = armature;
  options.generated = compile_generated(model, quick_batch_compiler(armature)).functions;
  return options;
}

/// All results of all states, quantity by quantity.
std::vector<BatchBuffer> results_of(BatchEvaluator& batch, const BatchStates& s) {
  const int n = batch.nv();
  std::vector<BatchBuffer> all;
  const auto room = [&](int width) -> BatchBuffer& {
    all.push_back(s.room(width));
    return all.back();
  };
  batch.mass_matrix(s.q, room(n * n));
  batch.packed_mass_matrix(s.q, room(static_cast<int>(batch.pattern().size())));
  batch.coriolis(s.q, s.v, room(n * n));
  batch.gravity(s.q, room(n));
  batch.bias(s.q, s.v, room(n));
  batch.inverse_dynamics(s.q, s.v, s.a, room(n));
  batch.forward_dynamics(s.q, s.v, s.tau, room(n));
  return all;
}
Matrix numbers_of(const BatchBuffer& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
}

void expect_the_same(const Model& model, const BatchOptions& options) {
  BatchOptions plain = options;
  plain.generated = nullptr;
  BatchEvaluator generated(model, options), kernels(model, plain);
  const BatchStates s(model, kernels, 3 * kernels.lanes() + 1);
  const auto is = results_of(generated, s), right = results_of(kernels, s);
  for (std::size_t k = 0; k < is.size(); ++k) {
    const bool solved = k + 1 == is.size();
    EXPECT_TRUE(close(numbers_of(is[k]), numbers_of(right[k]), solved ? 1e-8 : 1e-11)) << k;
  }
}

TEST_P(GeneratedBatches, ComputeWhatTheKernelsDo) {
  for (const char* name : {"puma6", "planar3", "scara", "three_link", "tree:7", "cart_pole"}) {
    SCOPED_TRACE(name);
    const Model model = load_model(name);
    expect_the_same(model, by_code(model));
  }
}

TEST_P(GeneratedBatches, TakeEveryKindOfJoint) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 5, .branching = 0.3});
    if (model.nv() > 0) expect_the_same(model, by_code(model));
  }
}

TEST_P(GeneratedBatches, LeaveFrictionToTheKernels) {
  const Model model = random_tree(4, {.links = 4, .multi_dof = false});
  BatchOptions options = by_code(model);
  options.include.friction = true;
  expect_the_same(model, options);
}

TEST_P(GeneratedBatches, DoNotDependOnThreads) {
  const Model model = load_model("puma6");
  BatchOptions options = by_code(model);
  BatchEvaluator single(model, options);
  const BatchStates s(model, single, 1003);
  const auto right = results_of(single, s);
  for (const int threads : {0, 2}) {
    options.threads = threads;
    BatchEvaluator several(model, options);
    const auto is = results_of(several, s);
    for (std::size_t k = 0; k < is.size(); ++k) EXPECT_EQ(numbers_of(is[k]), numbers_of(right[k]));
  }
}

TEST_P(GeneratedBatches, TakeMemoryOfAnyAlignment) {
  const Model model = load_model("puma6");
  BatchEvaluator batch(model, by_code(model));
  const BatchStates s(model, batch, 2 * batch.lanes());
  BatchBuffer M = s.room(36);
  batch.mass_matrix(s.q, M);
  std::vector<double> q(s.q.size() + 1), other(M.size() + 1);
  std::copy(s.q.data(), s.q.data() + s.q.size(), q.begin() + 1);
  batch.mass_matrix({q.data() + 1, s.q.size()}, {other.data() + 1, M.size()});
  EXPECT_TRUE(std::equal(M.data(), M.data() + M.size(), other.begin() + 1));
}

TEST_P(GeneratedBatches, RefuseWhatIsNoState) {
  Model model = load_model("planar3");
  BatchOptions options = by_code(model);
  options.threads = 2;
  BatchEvaluator batch(model, options);
  expect_refusals(model, batch);
  const BatchStates s(model, batch, 1);
  BatchBuffer g = s.room(3);
  model.set_gravity({0, 0, -1.62});
  EXPECT_TRUE(contains(message_of<UsageError>([&] { batch.gravity(s.q, g); }), "was edited"));
}

TEST_P(GeneratedBatches, RefuseQuaternionsOfAnotherLength) {
  Model model = load_model("planar3");
  model.set_base(Base::floating);
  BatchEvaluator batch(model, by_code(model));
  BatchStates s(model, batch, batch.lanes());
  BatchBuffer g = s.room(model.nv());
  batch.gravity(s.q, g);
  s.q[3 * static_cast<std::size_t>(batch.lanes())] += 0.1;
  EXPECT_TRUE(contains(message_of<UsageError>([&] { batch.gravity(s.q, g); }), "normalise"));
}

TEST_P(GeneratedBatches, AreRefusedWhereTheyDoNotFit) {
  const Model model = load_model("planar3");
  const BatchOptions options = by_code(model);
  const auto refusal = [](const Model& robot, const BatchOptions& with) {
    return message_of<UsageError>([&] { BatchEvaluator(robot, with); });
  };
  EXPECT_TRUE(contains(refusal(load_model("puma6"), options), "another robot"));
  Model edited = model;
  edited.set_gravity({0, 0, -1.62});
  EXPECT_TRUE(contains(refusal(edited, options), "generate it again"));
  BatchOptions other = options;
  other.include.armature = false;
  EXPECT_TRUE(contains(refusal(model, other), "armature"));
  auto changed = std::make_shared<GeneratedFunctions>(*options.generated);
  changed->batch.lanes = 3;
  other = options;
  other.generated = changed;
  EXPECT_TRUE(contains(refusal(model, other), "takes 3 states at once"));
  changed->batch.lanes = 0;
  EXPECT_TRUE(contains(refusal(model, other), "CompileOptions::batch"));
  const Model mimics = random_tree(3, {.links = 20, .mimics = true});
  changed->model = mimics.hash();
  EXPECT_TRUE(contains(refusal(mimics, other), "mimic"));
}

TEST_P(GeneratedBatches, WithoutOneFunctionTheKernelRuns) {
  const Model model = load_model("planar3");
  BatchOptions options = by_code(model);
  const std::shared_ptr<const GeneratedFunctions> library = options.generated;  // stays loaded
  auto fewer = std::make_shared<GeneratedFunctions>(*options.generated);
  fewer->batch.packed_mass_matrix = nullptr;
  fewer->batch.forward_dynamics = nullptr;
  options.generated = fewer;
  expect_the_same(model, options);
}

// C as `kinetree generate` writes it, for programs that link it.
void (*column_by_column)(const double*, const double*, double*) = nullptr;
void row_by_row_of_three(const double* q, const double* v, double* C) {
  const int lanes = simd().lanes;
  std::vector<double> columns(static_cast<std::size_t>(9 * lanes));
  column_by_column(q, v, columns.data());
  for (int k = 0; k < 9 * lanes; ++k) {
    const int entry = k / lanes, place = (entry % 3 * 3 + entry / 3) * lanes + k % lanes;
    C[place] = columns[static_cast<std::size_t>(k)];
  }
}
TEST_P(GeneratedBatches, MayHaveRows) {
  const Model model = load_model("planar3");
  BatchOptions options = by_code(model);
  auto rows = std::make_shared<GeneratedFunctions>(*options.generated);
  column_by_column = rows->batch.coriolis;
  rows->batch.coriolis = row_by_row_of_three;
  rows->batch.rows = true;
  const std::shared_ptr<const GeneratedFunctions> library = options.generated;  // stays loaded
  options.generated = rows;
  expect_the_same(model, options);
}

}  // namespace
}  // namespace kinetree::testing
