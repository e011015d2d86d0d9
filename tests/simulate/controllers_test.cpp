// Controllers do what their theory promises.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinetree/io.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

const Vector ones = Vector::Ones(3);

Run run_with(const Controller& controller, const Trajectory& desired, const Vector& error,
             double duration) {
  const Model arm = *robot("three_link");
  SimulationOptions options;
  options.duration = duration;
  options.desired = desired;
  options.integrator.rtol = options.integrator.atol = 1e-10;
  Reference x;
  desired(0, x);
  return simulate(arm, {0, x.q + error, x.v}, controller, options);
}

Vector final_error(const Run& run) { return run.samples.back().q - run.samples.back().q_desired; }

// Errors obey e'' + kd e' + kp e = 0, joint by joint: here e = 0.3 (1 + 4 t) exp(-4 t).
TEST(Controllers, ComputedTorqueMakesErrorsLinear) {
  const Trajectory desired = cosine(Vector::Zero(3), 0.4 * ones, 3 * ones);
  const auto run = run_with(computed_torque(*robot("three_link"), desired, {16 * ones, 8 * ones}),
                            desired, 0.3 * ones, 1);
  EXPECT_TRUE(close(final_error(run), 0.3 * 5 * std::exp(-4) * ones, 1e-7, 1));
}

TEST(Controllers, PassivityConverges) {
  const Trajectory desired = cosine(Vector::Zero(3), 0.4 * ones, 3 * ones);
  const auto run = run_with(passivity(*robot("three_link"), desired, 5 * ones, 10 * ones), desired,
                            0.3 * ones, 4);
  EXPECT_LT(largest(final_error(run)), 1e-5);
  // On the trajectory it is feedforward.
  EXPECT_LT(run_with(passivity(*robot("three_link"), desired, 5 * ones, 10 * ones), desired,
                     Vector::Zero(3), 1)
                .audit.tracking_error->value,
            1e-8);
}

TEST(Controllers, GravityIsWhatPdLacks) {
  const Trajectory target = hold(Vector3(0.2, 0.5, -0.3));
  const Gains gains{60 * ones, 12 * ones};
  const Vector start = Vector::Zero(3);
  EXPECT_LT(largest(final_error(
                run_with(pd_gravity(*robot("three_link"), target, gains), target, start, 6))),
            1e-4);
  EXPECT_GT(largest(final_error(run_with(pd(target, gains), target, start, 6))), 1e-2);
}

TEST(Controllers, TablesAreStraightBetweenTheirRows) {
  Matrix tau(1, 3);
  tau << 1, 3, -1;
  const Controller table = torque_table({0, 1, 2}, tau);
  for (const auto& [t, expected] :
       {std::pair{-1.0, 1.0}, {0.0, 1.0}, {0.5, 2.0}, {1.5, 1.0}, {9.0, -1.0}}) {
    Vector out = one(0);
    table({t, one(0), one(0)}, out);
    EXPECT_NEAR(out[0], expected, 1e-14) << t;
  }
}

TEST(Controllers, WrongSizesAreRefused) {
  const Model arm = *robot("three_link");
  EXPECT_THROW(feedforward(arm, hold(Vector::Zero(2))), UsageError);
  EXPECT_THROW(computed_torque(arm, hold(ones), {Vector::Ones(2), ones}), UsageError);
  EXPECT_THROW(passivity(arm, hold(ones), ones, Vector::Ones(4)), UsageError);
  EXPECT_THROW(feedforward(satellite(), hold(Vector::Zero(10))), UsageError);
  EXPECT_THROW(torque_table({0, 1}, Matrix::Zero(1, 3)), UsageError);
  EXPECT_THROW(feedforward(arm, {}), UsageError);
  const State rest = at_rest(arm, Vector::Zero(3));
  EXPECT_THROW(simulate(arm, rest, torque_table({0, 1}, Matrix::Zero(5, 2))), UsageError);
  EXPECT_THROW(simulate(arm, rest, pd(hold(ones), {Vector::Ones(2), ones})), UsageError);
  EXPECT_THROW(simulate(arm, rest, pd(hold(Vector::Ones(4)), {ones, ones})), UsageError);
  EXPECT_THROW(simulate(arm, at_rest(arm, Vector::Zero(3)), constant_torque(Vector::Ones(2))),
               UsageError);
}

// The torques of both papers' trajectories, in 256 bits.
TEST(Controllers, FeedforwardIsExact) {
  KINETREE_NEEDS_SHARED();
  const std::pair<const char*, Trajectory> series[] = {
      {"series_p001_puma_torque",
       cycloid(Vector::Zero(6), Vector::Constant(6, std::numbers::pi), 10)},
      {"series_p004_feedforward",
       cosine(Vector::Zero(3), Vector3(1, 0.75, 0.5), Vector::Constant(3, 2 * std::numbers::pi))}};
  for (const auto& [name, desired] : series) {
    const auto folder = shared_folder() / "golden";
    const nlohmann::json file = read_json((folder / (std::string(name) + ".json")).string());
    const Model model =
        load_model((folder / (file["robot"].get<std::string>() + ".json")).string());
    const Controller controller = feedforward(model, desired);
    double scale = 0;
    for (const auto& row : file["rows"]) scale = std::max(scale, largest(to_vector(row["tau"])));
    for (const auto& row : file["rows"]) {
      Vector tau = Vector::Zero(model.nv());
      controller({row["t"], to_vector(row["q"]), to_vector(row["qd"])}, tau);
      EXPECT_TRUE(close(tau, to_vector(row["tau"]), 1e-12, scale)) << name << " " << row["t"];
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
