#include "kernel/jacobian.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

class Jacobian : public ::testing::TestWithParam<int> {
 protected:
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  RunnableRobot robot{random_tree(seed, {.links = 9}), seed};
  Tree<double> tree = robot.w.tree();
  spatial::Vec3<double> point = RandomSpatial(seed).vec();

  Matrix run(int link) {
    Matrix J = Matrix::Constant(6, tree.nv(), 1e30);
    kernel::jacobian<double>(tree, robot.w.X_parent(), robot.w.X_world(), link, point,
                             MatrixView<double>(J.data(), 6, tree.nv()));
    return J;
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, Jacobian, ::testing::Range(1, 9));

// At the world's origin a column is (ω, u); a point x moves with u + ω × x.
TEST_P(Jacobian, IsTheSpatialOneShiftedToThePoint) {
  const DenseRobot truth(robot);
  for (int i = 0; i < tree.size(); ++i) {
    const auto& X = robot.w.X_world()[i];
    const Vector3 x = dense(X.R) * dense(point) + dense(X.p);
    const Matrix& J0 = truth.jacobians[static_cast<std::size_t>(i)];
    Matrix expected(6, tree.nv());
    expected << J0.bottomRows<3>() - skew(x) * J0.topRows<3>(), J0.topRows<3>();
    EXPECT_TRUE(close(run(i), expected, rounding(tree.nv()))) << "link " << i;
  }
}

TEST_P(Jacobian, IsTheDerivativeOfThePose) {
  constexpr double step = 1e-5, accuracy = 1e-8;  // central differences: step² and eps / step
  const int link = tree.size() - 1;
  const Matrix J = run(link);
  const auto pose_at = [&](const Vector& q) {
    std::vector<spatial::Pose<double>> X(static_cast<std::size_t>(tree.size()));
    for (int i = 0; i < tree.size(); ++i) {
      const auto own = joint_pose<double>(tree, i, View<const double>(q.data(), robot.model.nq()));
      const int parent = tree.parent[i];
      X[static_cast<std::size_t>(i)] = parent < 0 ? own : X[static_cast<std::size_t>(parent)] * own;
    }
    return X.back();
  };
  const Matrix3 R = dense(robot.w.X_world()[link].R);
  for (int k = 0; k < tree.nv(); ++k) {
    const Vector move = step * Vector::Unit(tree.nv(), k);
    const auto ahead = pose_at(displace(robot.model, robot.x.q, move));
    const auto behind = pose_at(displace(robot.model, robot.x.q, -move));
    const Vector3 x_ahead = dense(ahead.R) * dense(point) + dense(ahead.p);
    const Vector3 x_behind = dense(behind.R) * dense(point) + dense(behind.p);
    EXPECT_TRUE(close((x_ahead - x_behind) / (2 * step), J.col(k).head(3), accuracy, 1));
    const Matrix3 W = (dense(ahead.R) - dense(behind.R)) / (2 * step) * R.transpose();
    EXPECT_TRUE(close(W, skew(J.col(k).tail<3>()), accuracy, 1)) << "velocity " << k;
  }
}

TEST_P(Jacobian, OfTheWorldIsZero) { EXPECT_EQ(run(-1), Matrix(Matrix::Zero(6, tree.nv()))); }

TEST(JacobianFarAway, IsAsAccurateTenKilometresFromTheOrigin) {
  const std::uint64_t seed = 7;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model here = random_tree(seed, {.links = 6, .branching = 0});
  const auto jacobian_of = [&](const Model& model) {
    RunnableRobot robot(model, seed);
    const Tree<double> tree = robot.w.tree();
    Matrix J(6, tree.nv());
    kernel::jacobian<double>(tree, robot.w.X_parent(), robot.w.X_world(), tree.size() - 1, {},
                             MatrixView<double>(J.data(), 6, tree.nv()));
    return J;
  };
  const Matrix near = jacobian_of(here);
  EXPECT_TRUE(close(jacobian_of(moved(here, {Matrix3::Identity(), {1e4, 0, 0}})), near, 1e-14));
}

}  // namespace
}  // namespace kinetree::testing
