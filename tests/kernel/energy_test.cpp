#include "kernel/energy.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

class Energy : public ::testing::TestWithParam<int> {
 protected:
  Energy() { kernel::velocities<double>(tree, robot.w.X_parent(), robot.w.v(), robot.w.twist()); }
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  RunnableRobot robot{random_tree(seed, {.links = 12}), seed};
  DenseRobot truth{robot};
  Tree<double> tree = robot.w.tree();
  double tolerance = rounding(robot.model.nv());
};
INSTANTIATE_TEST_SUITE_P(Seeds, Energy, ::testing::Range(1, 9));

TEST_P(Energy, KineticEnergyIsHalfVMVWithArmature) {
  const double T = kernel::kinetic_energy<double>(tree, robot.w.twist(), robot.w.v());
  const double expected = 0.5 * robot.x.v.dot(truth.M * robot.x.v);
  EXPECT_NEAR(T, expected, tolerance * expected);
}

TEST_P(Energy, MassMomentIsThatOfEveryLinkOfTheModel) {
  double mass = -1;
  spatial::Vec3<double> moment{9, 9, 9};
  kernel::mass_moment<double>(tree, robot.w.X_world(), mass, moment);
  double expected_mass = 0;
  Vector3 expected = Vector3::Zero();
  for (int i = 0; i < robot.model.size(); ++i) {
    const Frame& frame = robot.compiled.frames[static_cast<std::size_t>(i)];
    if (frame.link < 0) continue;
    const auto X = robot.w.X_world()[frame.link] * frame.X_link;
    const MassProperties& body = robot.model.link(static_cast<LinkId>(i)).inertia;
    expected_mass += body.mass;
    expected += body.mass * (dense(X.R) * body.com + dense(X.p));
  }
  EXPECT_NEAR(mass, expected_mass, tolerance * expected_mass);
  EXPECT_TRUE(close(dense(moment), expected, tolerance, expected_mass));
}

TEST_P(Energy, MomentumAboutAPointIsTheSumOfAllBodies) {
  const spatial::Vec3<double> center{0.5, -0.3, 0.2};
  const auto momentum =
      kernel::total_momentum<double>(tree, robot.w.X_world(), robot.w.twist(), center);
  Vector6 about_origin = Vector6::Zero();
  for (std::size_t i = 0; i < truth.inertias.size(); ++i) {
    about_origin += truth.inertias[i] * (truth.jacobians[i] * robot.x.v);
  }
  Vector6 expected = about_origin;
  expected.head<3>() -= dense(center).cross(about_origin.tail<3>());
  EXPECT_TRUE(close(dense(momentum), expected, 10 * tolerance));
}

}  // namespace
}  // namespace kinetree::testing
