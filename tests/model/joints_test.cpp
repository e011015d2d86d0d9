#include "model/joints.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "model/compile.hpp"
#include "model/joint_pose.hpp"
#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing {
namespace {

/// A tree of one link on a joint of the given kind, placed anywhere.
TreeData<double> one_joint(JointKind kind, RandomSpatial& random) {
  const int nv = kind == JointKind::floating ? 6 : kind == JointKind::spherical ? 3 : 1;
  TreeData<double> tree;
  tree.parent = {-1};
  tree.first_q = tree.first_v = {0};
  tree.kind = {kind};
  tree.pitch = {0.3};
  tree.placement = {random.pose()};
  tree.inertia = {random.inertia()};
  for (int k = 0; k < nv; ++k) {
    tree.previous.push_back(k - 1);
    tree.armature.push_back(0);
  }
  tree.nq = nv == 1 ? 1 : nv + 1;
  return tree;
}

Vector random_q(const TreeData<double>& tree, RandomSpatial& random) {
  Vector q(tree.nq);
  for (double& x : q) x = random.number();
  if (tree.nq > tree.nv()) q.tail(4).normalize();
  return q;
}

spatial::Motion<double> column_of(const Tree<double>& tree, int wanted) {
  spatial::Motion<double> unit;
  for_each_column(tree, 0, [&](int k, auto column) {
    if (k == wanted) add(unit, column, 1.0);
  });
  return unit;
}

/// q moved along velocity k by t: added, or multiplied from the right for quaternions.
Vector moved(const TreeData<double>& tree, const Vector& q, int k, double t) {
  if (tree.nq == tree.nv()) return q + t * Vector::Unit(tree.nq, k);
  Vector next = q;
  const int first = tree.nq - 4;
  const Eigen::Quaterniond before(q[first + 3], q[first], q[first + 1], q[first + 2]);
  const bool slides = tree.nq == 7 && k < 3;
  if (slides) {
    next.head<3>() += before * (t * Vector3::Unit(k));
  } else {
    const Vector3 axis = Vector3::Unit(tree.nq == 7 ? k - 3 : k);
    next.tail<4>() = (before * Eigen::Quaterniond(Eigen::AngleAxisd(t, axis))).coeffs();
  }
  return next;
}

class EveryKind : public ::testing::TestWithParam<JointKind> {
 protected:
  static constexpr std::uint64_t seed = 21;
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(seed)};
  RandomSpatial random{seed};
  TreeData<double> data = one_joint(GetParam(), random);
  Tree<double> tree = data.view();
  Vector q = random_q(data, random);

  spatial::Pose<double> pose(const Vector& at) const {
    return joint_pose<double>(tree, 0, View<const double>(at.data(), data.nq));
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind,
                         ::testing::Values(JointKind::revolute, JointKind::prismatic,
                                           JointKind::helical, JointKind::spherical,
                                           JointKind::floating));

TEST_P(EveryKind, PoseIsARotationAndStartsAtThePlacement) {
  const Matrix3 R = dense(pose(q).R);
  EXPECT_TRUE(close(R * R.transpose(), Matrix3::Identity(), 1e-14));
  EXPECT_GT(R.determinant(), 0);
  Vector neutral = Vector::Zero(data.nq);
  if (data.nq > data.nv()) neutral[data.nq - 1] = 1;
  EXPECT_EQ(dense(pose(neutral).R), dense(tree.placement[0].R));
  EXPECT_EQ(dense(pose(neutral).p), dense(tree.placement[0].p));
}

// X⁻¹ dX/dt is the motion of the link in its own frame: [ω] above, Rᵀ ṗ beside it.
TEST_P(EveryKind, PoseMovesAlongTheColumns) {
  constexpr double step = 1e-5, accuracy = 1e-9;
  const Matrix3 R = dense(pose(q).R);
  for (int k = 0; k < data.nv(); ++k) {
    const auto ahead = pose(moved(data, q, k, step)), behind = pose(moved(data, q, k, -step));
    const Matrix3 W = R.transpose() * (dense(ahead.R) - dense(behind.R)) / (2 * step);
    const Vector3 u = R.transpose() * (dense(ahead.p) - dense(behind.p)) / (2 * step);
    const auto column = column_of(tree, k);
    EXPECT_TRUE(close(W, skew(dense(column.angular)), accuracy, 1)) << "column " << k;
    EXPECT_TRUE(close(u, dense(column.linear), accuracy, 1)) << "column " << k;
  }
}

TEST_P(EveryKind, ColumnsPickComponentsOfForcesAndColumnsOfInertias) {
  const auto f = random.force();
  const auto IA = random.articulated();
  for_each_column(tree, 0, [&](int k, auto column) {
    const auto unit = column_of(tree, k);
    EXPECT_NEAR(dot(column, f), dot(unit, f), 1e-15);
    EXPECT_TRUE(close(dense(tree.inertia[0] * column), dense(tree.inertia[0] * unit), 1e-15, 3));
    EXPECT_TRUE(close(dense(IA * column), dense(IA * unit), 1e-15, 3));
  });
}

TEST_P(EveryKind, JointMotionIsTheSumOfTheColumns) {
  Vector rates(data.nv());
  for (double& x : rates) x = random.number();
  Vector6 expected = Vector6::Zero();
  for (int k = 0; k < data.nv(); ++k) expected += rates[k] * dense(column_of(tree, k));
  const auto sum = joint_motion<double>(tree, 0, View<const double>(rates.data(), data.nv()));
  EXPECT_TRUE(close(dense(sum), expected, 1e-15, 1));
}

TEST_P(EveryKind, ColumnsComeInTheOrderOfVAndBackwards) {
  std::vector<int> there, back;
  std::vector<Vector6> columns(static_cast<std::size_t>(data.nv()));
  for_each_column(tree, 0, [&](int k, auto) { there.push_back(k); });
  for_each_column_backwards(tree, 0, [&](int k, auto column) {
    spatial::Motion<double> unit;
    add(unit, column, 1.0);
    columns.at(static_cast<std::size_t>(k)) = dense(unit);
    back.push_back(k);
  });
  ASSERT_EQ(there.size(), static_cast<std::size_t>(data.nv()));
  for (int k = 0; k < data.nv(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    EXPECT_EQ(there[i], k);
    EXPECT_EQ(back[i], data.nv() - 1 - k);
    EXPECT_EQ(columns[i], dense(column_of(tree, k)));
  }
}

TEST(Quaternion, OfAnyLengthGivesItsRotation) {
  const std::uint64_t seed = 4;
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomSpatial random(seed);
  Eigen::Vector4d q;
  for (double& x : q) x = random.number();
  const Eigen::Quaterniond unit = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized();
  const auto R = quaternion_rotation<double>(View<const double>(q.data(), 4), 0);
  EXPECT_TRUE(close(dense(R), unit.toRotationMatrix(), 1e-15));
}

TEST(TurnZ, TurnsFromTheRight) {
  RandomSpatial random(8);
  const auto R = random.mat();
  const Matrix3 Rz = Eigen::AngleAxisd(0.7, Vector3::UnitZ()).toRotationMatrix();
  EXPECT_TRUE(close(dense(turn_z(R, std::sin(0.7), std::cos(0.7))), dense(R) * Rz, 1e-15));
}

}  // namespace
}  // namespace kinetree::testing
