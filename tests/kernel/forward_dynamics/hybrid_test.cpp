#include "kernel/forward_dynamics/hybrid.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <random>

#include "evaluate/run_forces.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::hybrid_test {
namespace {

using Mask = std::vector<unsigned char>;

/// Accelerations, those that are not prescribed spoilt before.
Vector run(RunnableRobot& robot, const Mask& prescribed) {
  auto& w = robot.w;
  const int n = robot.compiled.nv;
  Vector a = robot.x.a;
  for (int k = 0; k < n; ++k) {
    if (prescribed[static_cast<std::size_t>(k)] == 0) a[k] = 1e300;
  }
  kernel::hybrid_accelerations<double>(w.tree(), w.X_parent(), {prescribed.data(), n}, w.v(),
                                       w.tau(), w.aba(), {a.data(), n});
  return a;
}

/// M_ff a_f = τ_f - h_f - M_fp a_p, densely.
Vector dense_accelerations(const RunnableRobot& robot, const DenseRobot& truth,
                           const Mask& prescribed, double& amplified) {
  std::vector<int> free, given;
  for (std::size_t k = 0; k < prescribed.size(); ++k) {
    (prescribed[k] != 0 ? given : free).push_back(static_cast<int>(k));
  }
  Vector a = robot.x.a;
  if (free.empty()) return a;
  const Matrix M = truth.M(free, free), coupling = truth.M(free, given);
  const Vector known = robot.x.a(given);
  const Vector force = (robot.x.tau - truth.h)(free);
  const Vector solved = M.ldlt().solve(force - coupling * known);
  a(free) = solved;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(M);
  amplified = (largest(robot.x.tau) + largest(truth.h) + largest(truth.M) * largest(robot.x.a)) /
              eigen.eigenvalues()[0];
  return a;
}

TEST(Hybrid, IsTheDenseSolutionForAnyChoiceOfColumns) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 12}), seed);
    const DenseRobot truth(robot);
    std::mt19937_64 random(seed);
    Mask prescribed(static_cast<std::size_t>(robot.compiled.nv));
    for (unsigned char& flag : prescribed) flag = random() % 2;
    double amplified = 1;
    const Vector expected = dense_accelerations(robot, truth, prescribed, amplified);
    EXPECT_TRUE(close(run(robot, prescribed), expected, 1e-13, amplified));
  }
}

TEST(Hybrid, WithNothingPrescribedIsForwardDynamicsToTheLastBit) {
  RunnableRobot robot(random_tree(3, {.links = 12}), 3);
  const Mask none(static_cast<std::size_t>(robot.compiled.nv));
  const Vector a = run(robot, none);
  run_aba(robot.w);
  EXPECT_EQ(a, robot.out());
}

TEST(Hybrid, WithEverythingPrescribedChangesNothing) {
  RunnableRobot robot(random_tree(3, {.links = 12}), 3);
  const Mask all(static_cast<std::size_t>(robot.compiled.nv), 1);
  EXPECT_EQ(run(robot, all), robot.x.a);
}

}  // namespace
}  // namespace kinetree::testing::hybrid_test
