#include "kernel/forward_dynamics/ltdl.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

bool on_path(View<const int> previous, int k, int ancestor) {
  while (k > ancestor) k = previous[k];
  return k == ancestor;
}

class Ltdl : public ::testing::TestWithParam<int> {
 protected:
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  RunnableRobot robot{random_tree(seed, {.links = 14, .branching = 0.8}), seed};
  Matrix M = DenseRobot(robot).M;
  int n = robot.model.nv();
  View<const int> previous = robot.w.tree().previous;

  MatrixView<double> view(Matrix& A) const { return {A.data(), n, n}; }
};
INSTANTIATE_TEST_SUITE_P(Seeds, Ltdl, ::testing::Range(1, 9));

TEST_P(Ltdl, FactorsReproduceTheMatrix) {
  Matrix work = M;
  kernel::ltdl_factor(previous, view(work));
  Matrix L = work.triangularView<Eigen::StrictlyLower>();
  L.diagonal().setOnes();
  EXPECT_TRUE(close(L.transpose() * work.diagonal().asDiagonal() * L, M, rounding(n)));
}

TEST_P(Ltdl, HasNoFillIn) {
  Matrix work = M;
  int untouched = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (j > i || !on_path(previous, i, j)) work(i, j) = 99, ++untouched;
    }
  }
  ASSERT_GT(untouched, n * (n - 1) / 2) << "the tree must branch";
  Matrix clean = M;
  kernel::ltdl_factor(previous, view(work));
  kernel::ltdl_factor(previous, view(clean));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const bool outside = j > i || !on_path(previous, i, j);
      EXPECT_EQ(work(i, j), outside ? 99 : clean(i, j)) << i << ", " << j;
    }
  }
}

TEST_P(Ltdl, SolvesWhatEigenSolves) {
  Matrix work = M;
  kernel::ltdl_factor(previous, view(work));
  Vector x = robot.x.tau;
  kernel::ltdl_solve(previous, view(work), View<double>(x.data(), n));
  const double smallest = Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues()[0];
  ASSERT_GT(smallest, 0);
  EXPECT_TRUE(close(x, M.ldlt().solve(robot.x.tau), 1e-13, largest(robot.x.tau) / smallest));
}

}  // namespace
}  // namespace kinetree::testing
