// What lanes do to each other, and the solvers in registers. Compiled for any processor, with two
// lanes; what the wider sets do is tested through the plans.
#define KINETREE_SIMD_SET lanes_test
#define KINETREE_LANES 2
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <vector>

#include "plan/lane_sums.hpp"
#include "plan/minus_product.hpp"
#include "plan/small_solve.hpp"

namespace kinetree::lanes_test {
namespace {

Pack pack(double a, double b) { return Pack(Pack::Register{a, b}); }

TEST(Lanes, AreSummedUp) {
  const Pack before = sum_before(pack(1, 2)), after = sum_after(pack(1, 2));
  EXPECT_EQ(before[0], 1);
  EXPECT_EQ(before[1], 3);
  EXPECT_EQ(after[0], 3);
  EXPECT_EQ(after[1], 2);
}

TEST(Lanes, AreTakenOneAtATime) {
  for (int lane = 0; lane < lanes; ++lane) {
    const Pack x = only(one_lane(lane), pack(1, 2));
    EXPECT_EQ(x[0], lane == 0 ? 1 : 0);
    EXPECT_EQ(x[1], lane == 1 ? 2 : 0);
  }
}

TEST(Lanes, AreTakenFromTwoRegisters) {
  for (int count = 0; count <= lanes; ++count) {
    const Pack x = first_of(count, pack(1, 2), pack(3, 4));
    EXPECT_EQ(x[0], count > 0 ? 1 : 3);
    EXPECT_EQ(x[1], count > 1 ? 2 : 4);
  }
}

TEST(Lanes, AreChosenByBits) {
  for (unsigned bits = 0; bits < 4; ++bits) {
    const Pack x = choose_lanes(bits, pack(1, 2), pack(3, 4)), y = only_lanes(bits, pack(1, 2));
    EXPECT_EQ(x[0], (bits & 1) != 0 ? 1 : 3);
    EXPECT_EQ(x[1], (bits & 2) != 0 ? 2 : 4);
    EXPECT_EQ(y[0], (bits & 1) != 0 ? 1 : 0);
    EXPECT_EQ(y[1], (bits & 2) != 0 ? 2 : 0);
  }
}

TEST(Lanes, AreReadAndWrittenUpToTheEndOfAnArray) {
  const double three[]{1, 2, 3};
  EXPECT_EQ(gather(three, 2)[1], 3);
  EXPECT_EQ(load_some(three + 2, 1)[0], 3);
  EXPECT_EQ(load_some(three + 2, 1)[1], 0);
  double to[]{0, 0, 7};
  store_some(pack(5, 6), to, 2);
  store_some(pack(8, 9), to + 1, 1);
  EXPECT_EQ(to[0], 5);
  EXPECT_EQ(to[1], 8);
  EXPECT_EQ(to[2], 7);
}

/// Symmetric and positive definite, with the zeros of a tree: entries with unrelated velocities.
Eigen::MatrixXd inertia_like(const std::vector<int>& previous) {
  const auto n = static_cast<Eigen::Index>(previous.size());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index body = 0; body < n; ++body) {  // each of them moved by those on its way
    Eigen::VectorXd J = Eigen::VectorXd::Zero(n);
    for (auto k = static_cast<int>(body); k >= 0; k = previous[static_cast<std::size_t>(k)]) {
      J[k] = 1 + 0.3 * static_cast<double>((7 * k + 3 * body) % 5);
    }
    M += J * J.transpose();
    M(body, body) += 1;
  }
  return M;
}

TEST(SmallSolve, IsAnExactSolutionToRounding) {
  for (int n = 1; n <= small_rows; ++n) {
    std::vector<int> chain;
    for (int k = 0; k < n; ++k) chain.push_back(k - 1);
    const Eigen::MatrixXd M = inertia_like(chain);
    std::vector<SmallColumn> columns(2 * small_rows, SmallColumn{});
    for (int c = 0; c < n; ++c) {
      for (int r = 0; r < n; ++r) columns[static_cast<std::size_t>(c)].set(r, M(r, c));
      columns[static_cast<std::size_t>(n + c)].set(c, 1);
    }
    std::vector<SmallColumn> one_side(columns.begin(), columns.begin() + n + 1);
    solve_small(columns.data(), n, 2 * n);
    solve_small(one_side.data(), n, n + 1);
    const Eigen::MatrixXd inverse = M.inverse();
    for (int r = 0; r < n; ++r) {
      EXPECT_NEAR(one_side[static_cast<std::size_t>(n)][r], inverse(r, 0), 1e-13) << n;
    }
    for (int c = 0; c < n; ++c) {
      for (int r = 0; r < n; ++r) {
        EXPECT_NEAR(columns[static_cast<std::size_t>(n + c)][r], inverse(r, c), 1e-13) << n;
      }
    }
  }
}

TEST(SmallSolve, IsTheSameInRegisters) {
  for (int n = 1; n <= lanes; ++n) {
    Pack columns[lanes + 1] = {pack(4, n > 1 ? 2 : 0), pack(n > 1 ? 2 : 0, n > 1 ? 5 : 0),
                               pack(8, n > 1 ? 12 : 0)};
    solve_in_registers(columns, n, Lanes());
    EXPECT_NEAR(columns[lanes][0], n > 1 ? 1 : 2, 1e-15);
    EXPECT_NEAR(columns[lanes][1], n > 1 ? 2 : 0, 1e-15);
  }
}

/// A tree as inverses and products want it.
struct Branches {
  explicit Branches(const Eigen::MatrixXd& M, const std::vector<int>& before)
      : previous(before), last(before.size()) {
    const auto n = static_cast<int>(previous.size());
    for (int k = 0; k < n; ++k) {
      for (int i = k; i >= 0; i = previous[static_cast<std::size_t>(i)])
        last[static_cast<std::size_t>(i)] = k;
    }
    for (int j = 0; j < n; j += 2) {
      first_run.push_back(static_cast<int>(runs.size()));
      for (int r = 0; r < n; ++r) {
        if (M(r, j) != 0 || M(r, std::min(j + 1, n - 1)) != 0) runs.push_back({r, r});
      }
    }
    first_run.push_back(static_cast<int>(runs.size()));
    view.nv = n;
    view.tree.previous = {previous.data(), n};
    view.last = {last.data(), n};
    view.runs = {runs.data(), static_cast<int>(runs.size())};
    view.first_run = {first_run.data(), static_cast<int>(first_run.size())};
  }
  std::vector<int> previous, last, first_run;
  std::vector<RowRun> runs;
  PlanView view;
};

void expect_inverse(const std::vector<int>& previous) {
  const Eigen::MatrixXd M = inertia_like(previous), truth = M.inverse();
  const Branches tree(M, previous);
  const auto n = static_cast<int>(previous.size());
  const auto stride = static_cast<Eigen::Index>(columns_for_inverse(n));
  Eigen::MatrixXd factor = Eigen::MatrixXd::Constant(stride, stride, 7), inverse = factor,
                  room = Eigen::MatrixXd::Zero(stride, 4);
  factor.topLeftCorner(n, n) = M;
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(stride, 1, static_cast<double>(stride));
  const Eigen::VectorXd solution = truth * x.head(n);
  invert(tree.view, factor.data(), inverse.data(), x.data());
  EXPECT_LT((x.head(n) - solution).norm(), 1e-12);
  EXPECT_LT((inverse.topLeftCorner(n, n) - truth).cwiseAbs().maxCoeff(), 1e-13);
  Eigen::MatrixXd A = M, B = -2 * M;
  for (int c = 0; c < n; ++c) A.col(c) *= 0.1 * c - 1;
  const Eigen::MatrixXd of_A = -truth * A, of_B = -truth * B;
  minus_products(tree.view, inverse.data(), A.data(), B.data(), room.data());
  EXPECT_LT((A - of_A).norm(), 1e-12);
  EXPECT_LT((B - of_B).norm(), 1e-12);
}

TEST(Invert, IsTheInverseOfATree) {
  expect_inverse({-1});
  expect_inverse({-1, 0, 1, 2, 3});
  expect_inverse({-1, 0, 1, 1, 3, 0});
  expect_inverse({-1, 0, -1, 2, 2, 4, 0});
  expect_inverse({-1, 0, 1, 2, 3, 4, 5, 5, 7, 8, 9, 5, 11, 12, 13, 14, 12, 16});
}

}  // namespace
}  // namespace kinetree::lanes_test
