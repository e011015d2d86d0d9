#include "kernel/kinematics.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

using kernel::LinkMotion;
using kernel::Terms;

class Kinematics : public ::testing::TestWithParam<int> {
 protected:
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  RunnableRobot robot{random_tree(seed, {.links = 10}), seed};
  DenseRobot truth{robot};
  Tree<double> tree = robot.w.tree();
  double tolerance = rounding(robot.model.nv());

  /// Velocity of link i at its own origin, in its own frame.
  Vector6 twist_of(int i) {
    const Vector6 at_world = truth.jacobians[static_cast<std::size_t>(i)] * robot.x.v;
    return motion_transform(robot.w.X_world()[i]).inverse() * at_world;
  }
  template <Terms terms>
  View<LinkMotion<double>> motions(const spatial::Vec3<double>& a_world) {
    auto& w = robot.w;
    kernel::link_motions<terms, double>(tree, w.X_parent(), w.v(), w.a(), a_world, w.motion());
    return w.motion();
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, Kinematics, ::testing::Range(1, 9));

TEST_P(Kinematics, WorldPosesAreProductsAlongThePath) {
  for (int i = 0; i < tree.size(); ++i) {
    spatial::Pose<double> X;
    for (int j = i; j >= 0; j = tree.parent[j]) X = robot.w.X_parent()[j] * X;
    EXPECT_TRUE(close(dense(robot.w.X_world()[i].R), dense(X.R), tolerance));
    EXPECT_TRUE(close(dense(robot.w.X_world()[i].p), dense(X.p), tolerance));
    EXPECT_TRUE(close(dense(X.R) * dense(X.R).transpose(), Matrix3::Identity(), tolerance));
  }
}

TEST_P(Kinematics, VelocitiesAreJacobiansTimesRates) {
  kernel::velocities<double>(tree, robot.w.X_parent(), robot.w.v(), robot.w.twist());
  for (int i = 0; i < tree.size(); ++i) {
    EXPECT_TRUE(close(dense(robot.w.twist()[i]), twist_of(i), tolerance)) << "link " << i;
  }
}

// Luh's acceleration is that of the origin; the spatial one lacks ω × (velocity of the origin).
TEST_P(Kinematics, AccelerationsAreThoseOfTheOrigins) {
  const auto motion = motions<Terms::all>({});
  kernel::velocities<double>(tree, robot.w.X_parent(), robot.w.v(), robot.w.twist());
  std::vector<spatial::Motion<double>> spatial_acceleration;
  for (int i = 0; i < tree.size(); ++i) {
    const auto own = joint_motion<double>(tree, i, robot.w.v());
    auto a = joint_motion<double>(tree, i, robot.w.a()) + cross(robot.w.twist()[i], own);
    if (const int parent = tree.parent[i]; parent >= 0) {
      const auto& carried = spatial_acceleration[static_cast<std::size_t>(parent)];
      a = robot.w.X_parent()[i].inverse_times(carried) + a;
    }
    spatial_acceleration.push_back(a);
    const auto& twist = robot.w.twist()[i];
    const Vector3 origin = dense(a.linear) + dense(cross(twist.angular, twist.linear));
    EXPECT_TRUE(close(dense(motion[i].omega), dense(twist.angular), tolerance));
    EXPECT_TRUE(close(dense(motion[i].alpha), dense(a.angular), 10 * tolerance));
    EXPECT_TRUE(close(dense(motion[i].a), origin, 10 * tolerance)) << "link " << i;
  }
}

TEST_P(Kinematics, BiasIsAllWithoutJointAccelerations) {
  const auto bias = motions<Terms::bias>({1.0, 2.0, 3.0});
  const std::vector<LinkMotion<double>> kept(bias.data(), bias.data() + bias.size());
  for (int k = 0; k < robot.w.a().size(); ++k) robot.w.a()[k] = 0;
  const auto all = motions<Terms::all>({1.0, 2.0, 3.0});
  for (int i = 0; i < tree.size(); ++i) {
    const auto& expected = kept[static_cast<std::size_t>(i)];
    EXPECT_EQ(dense(all[i].alpha), dense(expected.alpha));
    EXPECT_EQ(dense(all[i].a), dense(expected.a));
  }
}

TEST_P(Kinematics, GravityTermsTurnTheWorldsAccelerationIntoEveryLink) {
  const auto motion = motions<Terms::gravity>({1.0, 2.0, 3.0});
  for (int i = 0; i < tree.size(); ++i) {
    const Matrix3 R = dense(robot.w.X_world()[i].R);
    EXPECT_TRUE(close(dense(motion[i].a), R.transpose() * Vector3(1, 2, 3), tolerance));
  }
}

TEST(AccelerationAt, AddsTangentialAndCentripetalParts) {
  RandomSpatial random(3);
  const LinkMotion<double> link{random.vec(), random.vec(), random.vec()};
  const auto p = random.vec();
  const Matrix3 W = skew(dense(link.omega)), A = skew(dense(link.alpha));
  EXPECT_TRUE(close(dense(acceleration_at(link, p)),
                    dense(link.a) + A * dense(p) + W * W * dense(p), 1e-14, 1));
}

}  // namespace
}  // namespace kinetree::testing
