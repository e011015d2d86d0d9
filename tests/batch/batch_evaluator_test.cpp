// Batches agree with the evaluator of one state: on every instruction set, on robots of every kind.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "batch/refusals.hpp"
#include "kinetree/batch.hpp"
#include "kinetree/error.hpp"
#include "kinetree/io.hpp"
#include "model/links.hpp"
#include "support/batch_states.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

class Batches : public EverySet {};
INSTANTIATE_TEST_SUITE_P(Sets, Batches, ::testing::ValuesIn(available_simd()), name_of_set);

/// What M and what divides by it may be off by.
struct Bounds {
  double products = 1e-12, solutions = 1e-8;
};

void expect_forces(const Model& model, const Options& options, const BatchOptions& batch_options,
                   const Bounds& bounds) {
  BatchEvaluator batch(model, batch_options);
  Evaluator one(model, options);
  const int n = model.nv(), count = 2 * batch.lanes() + 1;
  const BatchStates s(model, batch, count);
  BatchBuffer g = s.room(n), h = s.room(n), tau = s.room(n), a = s.room(n);
  batch.gravity(s.q, g);
  batch.bias(s.q, s.v, h);
  batch.inverse_dynamics(s.q, s.v, s.a, tau);
  batch.forward_dynamics(s.q, s.v, s.tau, a);
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    const RandomState& x = s.states[k];
    const double scale = one.inverse_dynamics(x.q, x.v, x.a).cwiseAbs().maxCoeff();
    EXPECT_TRUE(close(s.result(g, k, n, 1), one.gravity(x.q), bounds.products, scale));
    EXPECT_TRUE(close(s.result(h, k, n, 1), one.bias(x.q, x.v), bounds.products, scale));
    EXPECT_TRUE(
        close(s.result(tau, k, n, 1), one.inverse_dynamics(x.q, x.v, x.a), bounds.products));
    EXPECT_TRUE(
        close(s.result(a, k, n, 1), one.forward_dynamics(x.q, x.v, x.tau), bounds.solutions));
  }
}

void expect_matrices(const Model& model, const Options& options, const BatchOptions& batch_options,
                     const Bounds& bounds) {
  BatchEvaluator batch(model, batch_options);
  Evaluator one(model, options);
  const int n = model.nv();
  const BatchStates s(model, batch, batch.lanes() + 1);
  BatchBuffer M = s.room(n * n), C = s.room(n * n), dq = s.room(n * n), dv = s.room(n * n),
              dtau = s.room(n * n), packed = s.room(static_cast<int>(batch.pattern().size()));
  batch.mass_matrix(s.q, M);
  batch.packed_mass_matrix(s.q, packed);
  batch.coriolis(s.q, s.v, C);
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    const RandomState& x = s.states[k];
    const Matrix own = s.result(M, k, n, n);
    EXPECT_TRUE(close(own, one.mass_matrix(x.q), bounds.products));
    EXPECT_TRUE(close(s.result(C, k, n, n), one.coriolis(x.q, x.v), 10 * bounds.products));
    Matrix unpacked = Matrix::Zero(n, n);
    const Matrix entries = s.result(packed, k, static_cast<int>(batch.pattern().size()), 1);
    for (std::size_t e = 0; e < batch.pattern().size(); ++e) {
      const auto [row, column] = batch.pattern()[e];
      unpacked(row, column) = unpacked(column, row) = entries(static_cast<int>(e), 0);
    }
    EXPECT_EQ(unpacked, own);
  }
  batch.inverse_dynamics_derivatives(s.q, s.v, s.a, dq, dv);
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    const RandomState& x = s.states[k];
    const InverseDynamicsDerivatives d = one.inverse_dynamics_derivatives(x.q, x.v, x.a);
    EXPECT_TRUE(close(s.result(dq, k, n, n), d.dq, 10 * bounds.products));
    EXPECT_TRUE(close(s.result(dv, k, n, n), d.dv, 10 * bounds.products));
  }
  batch.forward_dynamics_derivatives(s.q, s.v, s.tau, dq, dv, dtau);
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    const RandomState& x = s.states[k];
    const ForwardDynamicsDerivatives d = one.forward_dynamics_derivatives(x.q, x.v, x.tau);
    EXPECT_TRUE(close(s.result(dq, k, n, n), d.dq, bounds.solutions));
    EXPECT_TRUE(close(s.result(dv, k, n, n), d.dv, bounds.solutions));
    EXPECT_TRUE(close(s.result(dtau, k, n, n), d.dtau, bounds.solutions));
  }
}

void expect_agreement(const Model& model, const Include& include = {}) {
  Options options;
  options.include = include;
  expect_forces(model, options, {.include = include}, {});
  expect_matrices(model, options, {.include = include}, {});
}

TEST_P(Batches, AgreeOnBuiltInRobots) {
  for (const char* name : {"puma6", "planar3", "rocker5", "three_link", "chain:7", "chain:30",
                           "tree:15", "snake:4", "pelican2"}) {
    SCOPED_TRACE(name);
    expect_agreement(load_model(name));
  }
}

TEST_P(Batches, AgreeOnRandomTreesWithEveryKindOfJoint) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const double branching : {0.0, 0.5}) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const Model model = random_tree(seed, {.links = 9, .branching = branching});
      if (model.nv() > 0) expect_agreement(model);
    }
  }
}

TEST_P(Batches, AgreeWithMimicsAndFriction) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 9, .multi_dof = false, .mimics = true});
    expect_agreement(model, {.armature = true, .friction = true});
    expect_agreement(model, {.armature = false, .friction = false});
  }
}

/// All numbers of a batch, as their bits.
std::vector<double> all_results(BatchEvaluator& batch, const BatchStates& s) {
  const int n = batch.nv();
  BatchBuffer M = s.room(n * n), tau = s.room(n), a = s.room(n), C = s.room(n * n);
  batch.mass_matrix(s.q, M);
  batch.inverse_dynamics(s.q, s.v, s.a, tau);
  batch.forward_dynamics(s.q, s.v, s.tau, a);
  batch.coriolis(s.q, s.v, C);
  std::vector<double> numbers;
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    for (const auto* x : {&M, &C}) {
      const Matrix m = s.result(*x, k, n, n);
      numbers.insert(numbers.end(), m.data(), m.data() + m.size());
    }
    for (const auto* x : {&tau, &a}) {
      const Matrix m = s.result(*x, k, n, 1);
      numbers.insert(numbers.end(), m.data(), m.data() + m.size());
    }
  }
  return numbers;
}

TEST_P(Batches, DoNotDependOnThreads) {
  const Model model = load_model("puma6");
  BatchEvaluator single(model, {.threads = 1}), all(model, {.threads = 0}),
      two(model, {.threads = 2});
  const BatchStates s(model, single, 1003);
  const std::vector<double> numbers = all_results(single, s);
  EXPECT_EQ(numbers, all_results(two, s));
  EXPECT_EQ(numbers, all_results(all, s));
}

TEST_P(Batches, DoNotDependOnThePlaceOfAState) {
  const Model model = load_model("tree:9");
  BatchEvaluator batch(model);
  const int lanes = batch.lanes(), n = model.nv();
  const BatchStates whole(model, batch, 3 * lanes);
  const std::vector<double> numbers = all_results(batch, whole);
  const std::size_t each = numbers.size() / whole.states.size();
  for (int shift = 1; shift < lanes + 1; ++shift) {
    const BatchStates rest(model, batch, 3 * lanes - shift, static_cast<std::uint64_t>(1 + shift));
    const std::vector<double> later = all_results(batch, rest);
    ASSERT_EQ(later.size(), numbers.size() - static_cast<std::size_t>(shift) * each) << n;
    EXPECT_EQ(0, std::memcmp(later.data(), numbers.data() + static_cast<std::size_t>(shift) * each,
                             later.size() * sizeof(double)));
  }
}

TEST_P(Batches, TakeMemoryOfAnyAlignment) {
  const Model model = load_model("puma6");
  BatchEvaluator batch(model);
  const BatchStates s(model, batch, 2 * batch.lanes());
  BatchBuffer M = s.room(36);
  batch.mass_matrix(s.q, M);
  std::vector<double> q(s.q.size() + 1), other(M.size() + 1);
  std::copy(s.q.data(), s.q.data() + s.q.size(), q.begin() + 1);
  batch.mass_matrix({q.data() + 1, s.q.size()}, {other.data() + 1, M.size()});
  EXPECT_TRUE(std::equal(M.data(), M.data() + M.size(), other.begin() + 1));
}

TEST_P(Batches, RefuseWhatIsNoState) {
  const Model model = load_model("puma6");
  BatchEvaluator batch(model, {.threads = 2});
  expect_refusals(model, batch);
}

TEST_P(Batches, RefuseQuaternionsOfAnotherLength) {
  Model model = load_model("tree:5");
  model.set_base(Base::floating);
  BatchEvaluator batch(model);
  BatchStates s(model, batch, batch.lanes());
  BatchBuffer g = s.room(model.nv());
  batch.gravity(s.q, g);
  s.q[3 * static_cast<std::size_t>(batch.lanes())] += 0.1;
  EXPECT_TRUE(contains(message_of<UsageError>([&] { batch.gravity(s.q, g); }), "normalise"));
}

TEST_P(Batches, RefuseWrongSizesEditsAndMasslessJoints) {
  Model model = load_model("puma6");
  BatchEvaluator batch(model);
  const BatchStates s(model, batch, batch.lanes());
  BatchBuffer small = s.room(5), M = s.room(36);
  EXPECT_TRUE(contains(message_of<UsageError>([&] { batch.bias(s.q, s.v, small); }),
                       "h has " + std::to_string(small.size()) + " numbers"));
  model.set_inertia(static_cast<LinkId>(model.size() - 1),
                    {1, Vector3::Zero(), Matrix3::Identity()});
  EXPECT_TRUE(contains(message_of<UsageError>([&] { batch.mass_matrix(s.q, M); }), "was edited"));

  EXPECT_THROW(BatchEvaluator(load_model("chain:1001")), UsageError);
  EXPECT_THROW(BatchEvaluator(model, {.threads = -1}), UsageError);
}

TEST_P(Batches, HaveNoStatesAsWell) {
  BatchEvaluator batch(load_model("puma6"));
  BatchBuffer none(0);
  batch.mass_matrix(none, none);
  EXPECT_EQ(batch.to_blocks({}, 6).size(), 0U);
}

TEST(Simd, IsTheWidestUnlessAskedFor) {
  const std::vector<std::string> names = available_simd();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names.front(), "baseline");
  for (const std::string& name : names) {
    const UseSimd use(name);
    EXPECT_EQ(simd().name, name);
  }
  const UseSimd none("");
  EXPECT_EQ(simd().name, names.back());
}

TEST(Simd, RefusesWhatThereIsNot) {
  const UseSimd use("mmx");
  EXPECT_TRUE(contains(message_of<UsageError>([] { simd(); }), "KINETREE_SIMD=mmx"));
  EXPECT_TRUE(contains(message_of<UsageError>([] { simd(); }), "baseline"));
}

TEST(Simd, RefusesWhatTheProcessorDoesNotHave) {
  for (const SimdSet& set : simd_sets()) {
    if (set.available) continue;
    const UseSimd use{std::string(set.name)};
    EXPECT_TRUE(contains(message_of<UsageError>([] { simd(); }), "this processor does not have"));
  }
}

}  // namespace
}  // namespace kinetree::testing
