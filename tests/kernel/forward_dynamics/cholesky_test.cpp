#include "kernel/forward_dynamics/cholesky.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/close.hpp"

namespace kinetree::testing {
namespace {

/// Positive definite with eigenvalues of at least 1.
Eigen::MatrixXd random_matrix(int n, unsigned seed) {
  std::srand(seed);
  const Eigen::MatrixXd A = Eigen::MatrixXd::Random(n, n);
  return A * A.transpose() + Eigen::MatrixXd::Identity(n, n);
}

TEST(Cholesky, FactorTimesItsTransposeIsTheMatrix) {
  for (const int n : {1, 2, 3, 7, 30}) {
    const unsigned seed = 11;
    SCOPED_TRACE("n " + std::to_string(n) + ", seed " + std::to_string(seed));
    const Eigen::MatrixXd M = random_matrix(n, seed);
    Eigen::MatrixXd work = M;
    kernel::cholesky_factor(MatrixView<double>(work.data(), n, n));
    const Eigen::MatrixXd L = work.triangularView<Eigen::Lower>();
    EXPECT_TRUE(close(L * L.transpose(), M, 1e-14));
  }
}

TEST(Cholesky, LeavesTheUpperTriangleAlone) {
  const int n = 6;
  const Eigen::MatrixXd M = random_matrix(n, 5);
  Eigen::MatrixXd work = M;
  work.triangularView<Eigen::StrictlyUpper>().setConstant(99);
  kernel::cholesky_factor(MatrixView<double>(work.data(), n, n));
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) EXPECT_EQ(work(i, j), 99);
  }
  EXPECT_TRUE(
      close(work(0, 0) * work(0, 0) * Eigen::VectorXd::Ones(1), M.topLeftCorner(1, 1), 1e-15));
}

TEST(Cholesky, SolvesWhatEigenSolves) {
  for (const int n : {1, 2, 5, 25}) {
    const unsigned seed = 17;
    SCOPED_TRACE("n " + std::to_string(n) + ", seed " + std::to_string(seed));
    Eigen::MatrixXd M = random_matrix(n, seed);
    const Eigen::VectorXd b = Eigen::VectorXd::Random(n), expected = M.ldlt().solve(b);
    Eigen::VectorXd x = b;
    kernel::cholesky_factor(MatrixView<double>(M.data(), n, n));
    kernel::cholesky_solve(MatrixView<double>(M.data(), n, n), View<double>(x.data(), n));
    EXPECT_TRUE(close(x, expected, 1e-13));
  }
}

TEST(Cholesky, ASingularMatrixGivesNumbersThatAreNotFinite) {
  Eigen::MatrixXd M(2, 2);
  M << 1, 1, 1, 1;
  Eigen::VectorXd x = Eigen::Vector2d(1, 2);
  kernel::cholesky_factor(MatrixView<double>(M.data(), 2, 2));
  kernel::cholesky_solve(MatrixView<double>(M.data(), 2, 2), View<double>(x.data(), 2));
  EXPECT_FALSE(x.allFinite());
}

}  // namespace
}  // namespace kinetree::testing
