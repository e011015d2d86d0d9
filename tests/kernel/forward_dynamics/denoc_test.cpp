#include "kernel/forward_dynamics/denoc.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "evaluate/run_forces.hpp"
#include "kernel/forward_dynamics/robots.hpp"
#include "kinetree/io.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/extended.hpp"
#include "support/random_tree.hpp"
#include "support/run_scalar.hpp"

namespace kinetree::testing::forward_denoc_test {
namespace {

Vector run(RunnableRobot& robot) {
  run_denoc(robot.w);
  return robot.out();
}

/// Against the dense solution; rounding is amplified by at most the condition of M.
void expect_dense_solution(RunnableRobot& robot) {
  const DenseRobot truth(robot);
  const Vector force = robot.x.tau - truth.h;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(truth.M);
  ASSERT_GT(eigen.eigenvalues().minCoeff(), 0);
  const double amplified = (largest(robot.x.tau) + largest(truth.h)) / eigen.eigenvalues()[0];
  EXPECT_TRUE(close(run(robot), truth.M.ldlt().solve(force), 1e-13, amplified));
}

struct Factors {
  Matrix U;
  Vector D;
};

Factors factors(RunnableRobot& robot) {
  auto& w = robot.w;
  const int n = robot.compiled.nv;
  // What a kernel leaves untouched would show.
  Factors f{Matrix::Constant(n, n, 7), Vector::Constant(n, 7)};
  place_links_and_inertias(w);
  kernel::denoc_factor<double>(w.tree(), w.geometry(), w.denoc());
  kernel::denoc_factors<double>(w.tree(), w.geometry(), w.denoc(), {f.U.data(), n, n},
                                {f.D.data(), n});
  return f;
}

TEST(Denoc, IsTheDenseSolutionOnTreesOfEveryJointType) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 12, .armature = seed % 2 == 0}), seed);
    expect_dense_solution(robot);
  }
}

class DenocOneJoint : public ::testing::TestWithParam<JointType> {};
INSTANTIATE_TEST_SUITE_P(Types, DenocOneJoint, joint_types);

TEST_P(DenocOneJoint, BetweenTwoHingesIsTheDenseSolution) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(between_two_hinges(GetParam()), seed);
    expect_dense_solution(robot);
  }
}

TEST(DenocFactors, AreThoseOfM) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 12}), seed);
    const DenseRobot truth(robot);
    const Factors f = factors(robot);
    EXPECT_TRUE(close(f.U * f.D.asDiagonal() * f.U.transpose(), truth.M, rounding(12)));
    EXPECT_GT(f.D.minCoeff(), 0);
  }
}

TEST(DenocFactors, HaveNoFillInOnTrees) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 15, .branching = 1}), seed);
    const Matrix U = factors(robot).U;
    const int n = robot.compiled.nv;
    Matrix related = Matrix::Zero(n, n);  // above or the same
    for (int k = 0; k < n; ++k) {
      for (int l = k; l >= 0; l = robot.compiled.tree.previous[static_cast<std::size_t>(l)]) {
        related(l, k) = 1;
      }
    }
    EXPECT_EQ(U.diagonal(), Vector::Ones(n));
    EXPECT_EQ(U.cwiseProduct(related), U);  // exact zeros elsewhere, the lower triangle included
    EXPECT_LT(related.sum(), n * (n + 1) / 2);
  }
}

TEST(DenocSolve, AppliesTheInverseToAnyNumberOfVectors) {
  const std::uint64_t seed = 4;
  SCOPED_TRACE("seed " + std::to_string(seed));
  RunnableRobot robot(random_tree(seed, {.links = 10}), seed);
  const DenseRobot truth(robot);
  auto& w = robot.w;
  place_links_and_inertias(w);
  kernel::denoc_factor<double>(w.tree(), w.geometry(), w.denoc());
  const int n = robot.compiled.nv;
  Matrix X = truth.M;
  for (int k = 0; k < n; ++k) {
    kernel::denoc_solve<double>(w.tree(), w.geometry(), w.denoc(), {X.col(k).data(), n});
  }
  EXPECT_TRUE(close(X, Matrix::Identity(n, n), 1e-11));
}

template <class S>
Vector accelerations(void (*run)(Workspace<S>&) noexcept, const Model& model,
                     const RandomState& x) {
  const Compiled compiled = compile(model, true);
  const auto convert = [](double number) { return S(number); };
  Workspace<S> w(compiled, convert);
  fill_state(w, compiled, x, convert);
  run(w);
  Vector a(compiled.nv);
  for (int k = 0; k < compiled.nv; ++k) {
    if constexpr (std::is_same_v<S, double>) {
      a[k] = w.out()[k];
    } else {
      a[k] = w.out()[k].value();
    }
  }
  return a;
}

class LongSnake : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Joints, LongSnake, ::testing::Values(80, 140));

// The condition of M, 1e7 and more, costs Cholesky its digits. The elimination joint by joint never
// forms M, and the wrenches of the links never add up to the large ones at the root.
TEST_P(LongSnake, KeepsTenTimesTheDigitsOfCholesky) {
  const Model snake = load_model("snake:" + std::to_string(GetParam()));
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomState x = random_state(snake, seed);
    const Vector truth = accelerations<Extended>(run_aba<Extended>, snake, x);
    const auto error = [&](const Vector& a) { return largest(a - truth) / largest(truth); };
    const double denoc = error(accelerations<double>(run_denoc<double>, snake, x));
    const double cholesky = error(accelerations<double>(run_cholesky<double>, snake, x));
    RecordProperty("denoc", std::to_string(denoc * 1e15));
    EXPECT_LT(10 * denoc, cholesky);
    EXPECT_LT(denoc, 2e-14);
    // Two algorithms with more bits agree: this is the truth.
    EXPECT_LT(error(accelerations<Extended>(run_denoc<Extended>, snake, x)), 1e-16 * GetParam());
  }
}

}  // namespace
}  // namespace kinetree::testing::forward_denoc_test
