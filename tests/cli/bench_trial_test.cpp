// The benchmark must refuse to time what is wrong, and count and time what is right.
#include "bench_trial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>

#include "allocation_count.hpp"
#include "bench_edits.hpp"

namespace kinetree::cli {
namespace {

TEST(CheckTrials, OfAnHonestRobotPass) {
  const EditCase edits(arm7());
  const auto contestant = make_kinetree_contestant(edits);
  for (const BenchCheck& check : check_trials(contestant->trials())) {
    EXPECT_TRUE(check.passed()) << check.name << ' ' << check.worst;
  }
}

TEST(CheckTrials, NoticeAPayloadThatIsNotTheOneAttached) {
  EditCase edits(arm7());
  edits.payload.inertia.mass *= 1 + 1e-9;
  const auto contestant = make_kinetree_contestant(edits);
  for (const BenchCheck& check : check_trials(contestant->trials())) {
    const bool carries = check.name == "kinetree attach+M" || check.name == "kinetree (untimed)";
    EXPECT_EQ(check.passed(), !carries || check.worst == 0) << check.name << ' ' << check.worst;
  }
}

TEST(CheckTrials, NoticeOneBitWhereNoneMayDiffer) {
  EditCase edits(arm7());
  double& entry = edits.M.back()(3, 3);
  entry = std::nextafter(entry, 2 * entry);
  const auto contestant = make_kinetree_contestant(edits);
  int failed = 0;
  for (const BenchCheck& check : check_trials(contestant->trials())) failed += !check.passed();
  EXPECT_GE(failed, 4);  // M, detach+M, detach_joint+M, undo+M
}

/// A phase that leaves the given M.
Phase leaving(const Matrix& M, const std::vector<Matrix>& expected, double bound) {
  return {.row = {},
          .call = [](int) {},
          .result = [M](int) { return M; },
          .expected = &expected,
          .bound = bound};
}

TEST(CheckTrials, NoticeWhatIsNoNumberOrHasAnotherSize) {
  const std::vector<Matrix> expected{Matrix::Identity(2, 2)};
  Matrix broken = expected.front();
  broken(1, 0) = std::numeric_limits<double>::quiet_NaN();
  for (const Matrix& M : {broken, Matrix(Matrix::Identity(3, 3)), Matrix()}) {
    const auto checks = check_trials({{{leaving(M, expected, 1e-9)}}});
    ASSERT_EQ(checks.size(), 1u);
    EXPECT_FALSE(checks.front().passed());
  }
  EXPECT_TRUE(check_trials({{{leaving(expected.front(), expected, 0)}}}).front().passed());
}

TEST(TimeTrials, GiveARowForEveryPhaseThatHasAQuantity) {
  const std::vector<Matrix> expected{Matrix::Identity(2, 2)};
  Phase allocates = leaving(expected.front(), expected, 0);
  allocates.row.quantity = "allocates";
  Matrix kept;
  allocates.call = [&kept](int) {
    kept.resize(0, 0);
    kept = Matrix::Ones(20, 20);
  };
  Phase rests = leaving(expected.front(), expected, 0);
  Phase idles = rests;
  idles.row.quantity = "idles";
  Console console(std::cout);
  ProgressBar progress(console, "");
  const auto rows = time_trials({{{allocates, rests}}, {{idles}}},
                                {.rounds = 2, .windows = 5, .window_ns = 1e4}, progress);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].quantity, "allocates");
  EXPECT_EQ(rows[1].quantity, "idles");
  EXPECT_EQ(rows[0].windows, 10);
  EXPECT_GT(rows[0].ns, 0);
  EXPECT_LE(rows[0].ns, rows[0].ns_median);
  if (allocations_are_counted()) {
    EXPECT_EQ(rows[0].allocations, 1);
    EXPECT_EQ(rows[1].allocations, 0);
  } else {
    EXPECT_FALSE(rows[0].allocations);
  }
}

TEST(Soak, SeesAnMThatDoesNotComeBack) {
  EditCase edits(arm7());
  Console console(std::cout);
  ProgressBar progress(console, "");
  const Soak good = soak(edits, 200, progress);
  EXPECT_EQ(good.edits, 200u);
  EXPECT_EQ(good.wrong, 0u);
  edits.M[3](0, 0) *= 1 + 1e-12;
  const Soak bad = soak(edits, 200, progress);
  EXPECT_GT(bad.wrong, 0u);
  EXPECT_FALSE(bad.passed());
}

TEST(Soak, FailsWhereMemoryIsAskedForOrGrows) {
  Soak run;
  run.edits = 100;
  run.allocations = 0;
  run.growth = 0;
  EXPECT_TRUE(run.passed());
  run.allocations = 1;
  EXPECT_FALSE(run.passed());
  run.allocations = 0;
  run.growth = Soak::growth_allowed + 1;
  EXPECT_FALSE(run.passed());
}

}  // namespace
}  // namespace kinetree::cli
