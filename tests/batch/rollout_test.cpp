// Rollouts move as simulate() does, whatever the lane, the threads and the instruction set.
#include "kinetree/rollout.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "kinetree/error.hpp"
#include "kinetree/io.hpp"
#include "kinetree/simulate.hpp"
#include "support/batch_states.hpp"
#include "support/close.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

class Rollouts : public EverySet {};
INSTANTIATE_TEST_SUITE_P(Sets, Rollouts, ::testing::ValuesIn(available_simd()), name_of_set);

constexpr auto rollout_methods = {Rollout::semi_implicit_euler, Rollout::rk4};

std::string link_of(const std::string& name, const std::string& parent, const std::string& joint,
                    const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "parent": )" + parent + R"(, "joint": ")" + joint +
         R"(", "axis": [0.6, 0, 0.8], "origin": [0.1, 0.2, 0.3], "mass": 2, "com": [0.1, 0.2, -0.1],
             "inertia": [0.2, 0.01, 0, 0.01, 0.3, 0, 0, 0, 0.25])" +
         more + "}";
}
Model robot_of(const std::vector<std::string>& links) {
  std::string text;
  for (const std::string& link : links) text += (text.empty() ? "" : ", ") + link;
  return parse_model(R"({"format": "kinetree-model/1", "bodies": [)" + text + "]}", "test");
}
/// Balls on a slide, and a hinge that mimics another one.
Model balls() {
  return robot_of({link_of("slide", "-1", "prismatic"), link_of("ball", "0", "spherical"),
                   link_of("second", "1", "spherical"), link_of("plate", "2", "planar")});
}
Model mimics() {
  return robot_of({link_of("a", "-1", "revolute"), link_of("b", "0", "prismatic"),
                   link_of("c", "1", "revolute",
                           R"(, "mimic": {"joint": "a", "multiplier": -0.5, "offset": 0.2})")});
}
std::vector<Model> all_robots() {
  return {*robot("puma6"), *robot("quadruped"), balls(), mimics()};
}

struct Motion {
  explicit Motion(const BatchStates& s)
      : q(s.room(s.evaluator.nq())), v(s.room(s.evaluator.nv())), failed(s.room(1).size()) {}
  Rollout::Result result() { return {.q = q, .v = v, .failed = failed}; }
  BatchBuffer q, v;
  std::vector<int> failed;
};

bool same_bits(const BatchBuffer& a, const BatchBuffer& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST_P(Rollouts, MoveAsSimulateDoes) {
  for (const Model& model : all_robots()) {
    const BatchEvaluator batch(model);
    const BatchStates s(model, batch, 2 * batch.lanes() + 1);
    for (const Rollout::Method method : rollout_methods) {
      Rollout rollout(model, {.method = method});
      Motion end(s);
      rollout.run(s.q, s.v, s.tau, {.step = 1e-3, .steps = 50}, end.result());
      SimulationOptions options;
      options.duration = 0.05;
      options.integrator.method = method == Rollout::rk4 ? "rk4" : "semi_implicit_euler";
      options.integrator.step = 1e-3;
      options.include.friction = false;
      for (std::size_t k = 0; k < s.states.size(); ++k) {
        const RandomState& x = s.states[k];
        const auto run = simulate(model, {0, x.q, x.v}, constant_torque(x.tau), options);
        ASSERT_NEAR(run.samples.back().t, 0.05, 1e-12);
        EXPECT_TRUE(close(s.result(end.q, k, model.nq(), 1), run.samples.back().q, 1e-10, 1));
        EXPECT_TRUE(close(s.result(end.v, k, model.nv(), 1), run.samples.back().v, 1e-9, 1));
        EXPECT_EQ(end.failed[k], 0);
      }
    }
  }
}

TEST_P(Rollouts, ConvergeWithTheirOrder) {
  const Model model = balls();
  const BatchEvaluator batch(model);
  const BatchStates s(model, batch, batch.lanes());
  const auto gap = [&](Rollout::Method method, int steps) {
    Motion coarse(s), fine(s);
    Rollout rollout(model, {.method = method});
    rollout.run(s.q, s.v, {}, {.step = 0.1 / steps, .steps = steps}, coarse.result());
    Rollout exact(model, {.method = Rollout::rk4});
    exact.run(s.q, s.v, {}, {.step = 0.1 / 4096, .steps = 4096}, fine.result());
    double largest = 0;
    for (std::size_t k = 0; k < coarse.q.size(); ++k) {
      largest = std::max(largest, std::abs(coarse.q[k] - fine.q[k]));
    }
    return largest;
  };
  EXPECT_NEAR(gap(Rollout::rk4, 16) / gap(Rollout::rk4, 32), 16, 4);
  EXPECT_NEAR(gap(Rollout::semi_implicit_euler, 512) / gap(Rollout::semi_implicit_euler, 1024), 2,
              0.3);
}

TEST_P(Rollouts, DoNotDependOnThreadsOrPlaces) {
  for (const Model& model : all_robots()) {
    const BatchEvaluator batch(model);
    const BatchStates s(model, batch, 40 * batch.lanes());
    std::vector<RandomState> reversed(s.states.rbegin(), s.states.rend());
    const BatchStates back(batch, reversed);
    Motion one(s), two(s), other(s);
    const Rollout::Steps steps{.step = 1e-3, .steps = 10};
    Rollout(model, {.method = Rollout::rk4}).run(s.q, s.v, s.tau, steps, one.result());
    Rollout(model, {.method = Rollout::rk4, .threads = 2})
        .run(s.q, s.v, s.tau, steps, two.result());
    Rollout(model, {.method = Rollout::rk4}).run(back.q, back.v, back.tau, steps, other.result());
    EXPECT_TRUE(same_bits(one.q, two.q));
    EXPECT_TRUE(same_bits(one.v, two.v));
    for (std::size_t k = 0; k < s.states.size(); ++k) {
      EXPECT_EQ(s.result(one.q, k, model.nq(), 1),
                back.result(other.q, s.states.size() - 1 - k, model.nq(), 1));
    }
  }
}

// Forces of every step, samples, and working in place: all are runs of single steps.
TEST_P(Rollouts, ForcesAreHeldForAStep) {
  const Model model = *robot("quadruped");
  const BatchEvaluator batch(model);
  const BatchStates s(model, batch, 2 * batch.lanes());
  const auto lanes = static_cast<std::size_t>(batch.lanes());
  const auto nv = static_cast<std::size_t>(model.nv());
  constexpr int count = 6;
  BatchBuffer tau = s.room(count * model.nv());
  for (std::size_t k = 0; k < tau.size(); ++k) tau[k] = 0.1 * static_cast<double>(k % 17) - 0.8;
  for (const Rollout::Method method : rollout_methods) {
    Rollout rollout(model, {.method = method});
    Motion all(s), step(s);
    BatchBuffer q = s.room(3 * model.nq()), v = s.room(3 * model.nv());
    Rollout::Result result = all.result();
    result.q_samples = q, result.v_samples = v;
    rollout.run(s.q, s.v, tau, {.step = 2e-3, .steps = count, .every = 2}, result);
    std::copy_n(s.q.data(), s.q.size(), step.q.data());
    std::copy_n(s.v.data(), s.v.size(), step.v.data());
    for (std::size_t i = 0; i < count; ++i) {
      BatchBuffer now = s.room(model.nv());
      for (std::size_t b = 0; b < now.size() / (nv * lanes); ++b) {
        std::copy_n(tau.data() + (b * count + i) * nv * lanes, nv * lanes,
                    now.data() + b * nv * lanes);
      }
      rollout.run(step.q, step.v, now, {.step = 2e-3}, step.result());
      if (i % 2 == 0) continue;
      for (std::size_t k = 0; k < s.states.size(); ++k) {
        EXPECT_EQ(s.result(q, k, model.nq(), 3).col(static_cast<int>(i / 2)),
                  s.result(step.q, k, model.nq(), 1));
        EXPECT_EQ(s.result(v, k, model.nv(), 3).col(static_cast<int>(i / 2)),
                  s.result(step.v, k, model.nv(), 1));
      }
    }
    EXPECT_TRUE(same_bits(all.q, step.q));
    EXPECT_TRUE(same_bits(all.v, step.v));
  }
}

TEST_P(Rollouts, AStateThatFailsIsNamedAndLeavesTheOthers) {
  const Model model = *robot("puma6");
  const BatchEvaluator batch(model);
  BatchStates s(model, batch, 2 * batch.lanes());
  Rollout rollout(model, {.method = Rollout::semi_implicit_euler});
  Motion good(s), bad(s);
  const Rollout::Steps steps{.step = 1e-3, .steps = 20};
  rollout.run(s.q, s.v, s.tau, steps, good.result());
  const auto lanes = static_cast<std::size_t>(batch.lanes());
  s.v[1] = 1e150;  // of the state in lane 1: its square is no double after a few steps
  s.v[lanes + 1] = 1e150;
  rollout.run(s.q, s.v, s.tau, steps, bad.result());
  for (std::size_t k = 0; k < s.states.size(); ++k) {
    EXPECT_EQ(bad.failed[k] > 0, k == 1) << k;
    if (k == 1) continue;
    EXPECT_EQ(s.result(good.q, k, 6, 1), s.result(bad.q, k, 6, 1));
  }
  EXPECT_LE(bad.failed[1], 20);
}

TEST_P(Rollouts, RefuseWhatIsWrong) {
  const Model model = *robot("quadruped");
  const BatchEvaluator batch(model);
  BatchStates s(model, batch, batch.lanes());
  Rollout rollout(model, {});
  Motion end(s);
  const auto fault = [&](Rollout::In tau, const Rollout::Steps& steps) -> std::string {
    try {
      rollout.run(s.q, s.v, tau, steps, end.result());
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault({}, {}), "");
  EXPECT_NE(fault({}, {.step = 0}).find("positive step"), std::string::npos);
  EXPECT_NE(fault(s.q, {}).find("tau has"), std::string::npos);
  s.tau[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(fault(s.tau, {}).find("state 1: tau contains nan"), std::string::npos);
  s.q[6 * static_cast<std::size_t>(batch.lanes())] += 0.5;
  EXPECT_NE(fault({}, {}).find("state 0: a quaternion"), std::string::npos);
}

}  // namespace
}  // namespace kinetree::testing
