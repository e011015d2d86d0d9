#include "kernel/screws.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

using Screws = std::vector<spatial::Motion<double>>;

Matrix columns(const Screws& J) {
  Matrix result(6, static_cast<Eigen::Index>(J.size()));
  for (std::size_t k = 0; k < J.size(); ++k) {
    result.col(static_cast<Eigen::Index>(k)) = dense(J[k]);
  }
  return result;
}
Matrix6 matrix(const kernel::ScrewMatrix<double>& A) {
  return blocks(dense(A.aa), dense(A.al), dense(A.la), dense(A.ll));
}

TEST(Screws, ThreeWaysToTheJacobianAgree) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 12}), seed);
    run_method(robot, Quantity::mass_matrix, "progressive");
    auto& w = robot.w;
    const int n = w.tree().nv();
    for (int i = 0; i < w.tree().size(); ++i) {
      const spatial::Pose<double> X{w.geometry().X[i].R, w.geometry().body[i].c};
      Screws a(static_cast<std::size_t>(n)), b = a, c = a;
      kernel::screws_by_transform<double>(w.tree(), w.geometry(), i, X, {a.data(), n});
      kernel::screws_at<double>(w.tree(), w.geometry(), i, X.R, X.p, {b.data(), n});
      kernel::screws_by_turn<double>(w.tree(), w.geometry(), i, X, {c.data(), n});
      EXPECT_TRUE(close(columns(a), columns(b), 1e-14, 1 + largest(columns(b)))) << "link " << i;
      EXPECT_TRUE(close(columns(c), columns(b), 1e-14, 1 + largest(columns(b)))) << "link " << i;
    }
  }
}

// J in the principal axes, where M̄ is diagonal: the paper's first construction, and its reason.
TEST(Screws, TheScrewsOfALinkMakeItsMatrix) {
  RunnableRobot robot(random_tree(4, {.links = 10}), 4);
  run_method(robot, Quantity::mass_matrix, "progressive");
  auto& w = robot.w;
  const int n = w.tree().nv();
  for (int i = 0; i < w.tree().size(); ++i) {
    const spatial::Body<double>& body = w.tree().body[i];
    if (body.mass == 0) continue;
    const Matrix3 I = dense(body.I);
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(I);
    const Vector3 radii = (solver.eigenvalues() / body.mass).cwiseMax(0).cwiseSqrt();
    const Pose axes{solver.eigenvectors(), Vector3::Zero()};
    kernel::PrincipalBody<double> principal{body.mass, to_spatial(radii), 1, to_spatial(axes).R};
    Matrix6 expected = Matrix6::Zero();
    expected.topLeftCorner<3, 3>() = I;
    expected.bottomRightCorner<3, 3>().diagonal().setConstant(body.mass);
    EXPECT_TRUE(close(matrix(kernel::generalised_mass(principal)), expected, 1e-14));

    Matrix M = Matrix::Zero(n, n);
    kernel::add_link<double>(w.tree(), w.geometry(), i, w.momentum().J, {M.data(), n, n});
    kernel::mirror_lower<double>({M.data(), n, n});
    const spatial::Pose<double> X{w.geometry().X[i].R * principal.R, w.geometry().body[i].c};
    Screws J(static_cast<std::size_t>(n));
    kernel::screws_by_transform<double>(w.tree(), w.geometry(), i, X, {J.data(), n});
    principal.R = spatial::identity3<double>();
    const Matrix6 diagonal = matrix(kernel::generalised_mass(principal));
    EXPECT_TRUE(diagonal.isDiagonal(1e-15));
    EXPECT_TRUE(close(columns(J).transpose() * diagonal * columns(J), M, 1e-13)) << "link " << i;
  }
}

TEST(Screws, AnImpulseOnAPrincipalScrewTwistsAboutIt) {
  const double mass = 3;
  const kernel::PrincipalBody<double> body{mass, {0.1, 0.2, 0.4}, 1, spatial::identity3<double>()};
  const auto M = kernel::generalised_mass(body);
  for (const spatial::Force<double>& screw : kernel::principal_screws(body)) {
    const Vector3 couple = to_public(screw.angular), force = to_public(screw.linear);
    const double pitch = couple.dot(force);
    const auto twist = spatial::Motion<double>{screw.linear, screw.angular};  // about the same line
    const auto momentum = kernel::momentum_of(M, twist);
    EXPECT_TRUE(close(to_public(momentum.angular), mass * pitch * couple, 1e-15));
    EXPECT_TRUE(close(to_public(momentum.linear), mass * pitch * force, 1e-15));
  }
}

// (8), with the row that the print has lost.
TEST(Screws, ProductOfTheScrewsIsTwiceTheRadiiSquared) {
  const kernel::PrincipalBody<double> body{2, {0.1, 0.2, 0.3}, 1, spatial::identity3<double>()};
  Vector6 expected;
  expected << 0.02, 0.08, 0.18, 2, 2, 2;
  EXPECT_TRUE(close(matrix(kernel::generalised_mass(body)), Matrix(expected.asDiagonal()), 1e-15));
}

}  // namespace
}  // namespace kinetree::testing
