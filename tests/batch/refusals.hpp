// What batches refuse, whoever computes them.
#pragma once
#include <gtest/gtest.h>

#include <limits>

#include "kinetree/error.hpp"
#include "model/links.hpp"
#include "support/batch_states.hpp"

namespace kinetree::testing {

/// A number that is none is named by state and vector, wherever it is read and nowhere else.
inline void expect_refusals(const Model& model, BatchEvaluator& batch) {
  constexpr std::size_t bad = 617;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const int n = batch.nv();
  BatchStates s(model, batch, 1000);
  BatchBuffer tau = s.room(n), a = s.room(n), g = s.room(n), M = s.room(n * n);
  const auto refused = [](auto run) { return message_of<UsageError>(run); };
  s.number(s.a, bad, 2) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused([&] { batch.inverse_dynamics(s.q, s.v, s.a, tau); }),
            "state 617: a contains inf, which is not a finite number");
  batch.forward_dynamics(s.q, s.v, s.tau, a);  // does not look at it
  s.number(s.v, bad, 2) = nan;
  batch.gravity(s.q, g);  // nor at that
  const auto forward = [&] { batch.forward_dynamics(s.q, s.v, s.tau, a); };
  EXPECT_TRUE(contains(refused(forward), "state 617: v"));
  s.number(s.q, bad, 2) = nan;
  EXPECT_TRUE(contains(refused(forward), "state 617: q"));
  EXPECT_TRUE(contains(refused([&] { batch.mass_matrix(s.q, M); }), "state 617: q"));
}

}  // namespace kinetree::testing
