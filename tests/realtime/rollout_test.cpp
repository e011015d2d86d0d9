// Rollouts on one thread take no memory.
#include <gtest/gtest.h>

#include "kinetree/kinetree.hpp"
#include "realtime/allocations.hpp"

namespace kinetree::testing {
namespace {

TEST(NoAllocationOfRollouts, WithForcesAndSamples) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  const Model model = *robot("quadruped");
  const BatchEvaluator batch(model);
  const Vector start = model.neutral();
  const std::vector<double> rest(static_cast<std::size_t>(3 * model.nv()));
  const auto one = [](const Vector& x) {
    return std::span<const double>(x.data(), x.data() + x.size());
  };
  BatchBuffer q = batch.to_blocks(one(start), model.nq());
  BatchBuffer v = batch.to_blocks({rest.data(), rest.size() / 3}, model.nv());
  const BatchBuffer tau = batch.to_blocks(rest, 3 * model.nv());
  BatchBuffer samples(3 * q.size());
  std::vector<int> failed(static_cast<std::size_t>(batch.lanes()));
  for (const auto method : {Rollout::semi_implicit_euler, Rollout::rk4}) {
    Rollout rollout(model, {.method = method});
    const Rollout::Result result{.q = q, .v = v, .q_samples = samples, .failed = failed};
    EXPECT_EQ(allocated_by([&] { rollout.run(q, v, tau, {.steps = 3, .every = 1}, result); }), 0);
    EXPECT_EQ(failed[0], 0);
    EXPECT_NE(q[2 * failed.size()], start[2]) << "it fell";
  }
}

}  // namespace
}  // namespace kinetree::testing
