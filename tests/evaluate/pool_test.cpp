#include "evaluate/pool.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree::testing {
namespace {

TEST(Pool, CallsEveryIndexOnce) {
  for (const int threads : {1, 2, 7}) {
    Pool pool(threads);
    std::vector<int> calls(1000);
    auto count = [&](int i) { ++calls[static_cast<std::size_t>(i)]; };
    pool.for_each(1000, count);
    EXPECT_EQ(calls, std::vector<int>(1000, 1));
    pool.for_each(0, count);
    EXPECT_EQ(calls, std::vector<int>(1000, 1));
  }
}

TEST(Threads, MustNotBeNegative) {
  Model model;
  Link link;
  link.name = "a";
  link.joint.type = JointType::revolute;
  link.inertia = {1, Vector3::Zero(), Matrix3::Identity()};
  model.add(link);
  Options options;
  options.threads = -1;
  EXPECT_THROW(Evaluator(model, options), UsageError);
  options.threads = 0;
  EXPECT_NO_THROW(Evaluator(model, options));
}

}  // namespace
}  // namespace kinetree::testing
