// What lanes do to each other, and the solvers in registers. Compiled for any processor, with two
// lanes; what the wider sets do is tested through the plans.
#define KINETREE_SIMD_SET lanes_test
#define KINETREE_LANES 2
#include "plan/lanes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <vector>

#include "plan/invert.hpp"
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
    solve_small(one_side.data(), n);
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

TEST(Invert, IsTheInverseOfATree) {
  for (const std::vector<int>& previous :
       {std::vector<int>{-1}, std::vector<int>{-1, 0, 1, 2, 3}, std::vector<int>{-1, 0, 1, 1, 3, 0},
        std::vector<int>{-1, 0, -1, 2, 2, 4, 0}}) {
    const auto n = static_cast<int>(previous.size());
    const int stride = whole_registers(n);
    const auto size = static_cast<std::size_t>(stride * stride);
    const Eigen::MatrixXd M = inertia_like(previous);
    std::vector<double> factor(size), inverse(size), B(size);
    for (int c = 0; c < n; ++c) {
      for (int r = 0; r < n; ++r) factor[static_cast<std::size_t>(c * stride + r)] = M(r, c);
    }
    factor_columns(previous.data(), n, factor.data(), stride);
    std::vector<double> x(size), room(3 * size);
    for (int k = 0; k < n; ++k) x[static_cast<std::size_t>(k)] = 1 + k;
    const Eigen::MatrixXd truth = M.inverse();
    const Eigen::VectorXd solution = truth * Eigen::Map<const Eigen::VectorXd>(x.data(), n);
    solve_factor(previous.data(), n, factor.data(), stride, x.data());
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(x.data(), n) - solution).norm(), 1e-12);
    invert_factor(previous.data(), n, factor.data(), inverse.data(), stride, room.data());
    for (int c = 0; c < n; ++c) {
      for (int r = 0; r < n; ++r) {
        EXPECT_NEAR(inverse[static_cast<std::size_t>(c * stride + r)], truth(r, c), 1e-13);
        B[static_cast<std::size_t>(c * n + r)] = r == c ? 0 : 0.1 * c - r;
      }
    }
    const Eigen::MatrixXd product = -truth * Eigen::Map<const Eigen::MatrixXd>(B.data(), n, n);
    minus_product(inverse.data(), stride, n, B.data(), room.data());
    EXPECT_LT((Eigen::Map<const Eigen::MatrixXd>(B.data(), n, n) - product).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace kinetree::lanes_test
