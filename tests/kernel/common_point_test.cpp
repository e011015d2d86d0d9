#include "kernel/common_point.hpp"

#include <gtest/gtest.h>

#include "evaluate/run_frame.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

/// A tree of every joint type, its links placed, about the world's origin moved to the common
/// point.
class CommonPoint : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  CommonPoint() : robot(random_tree(GetParam(), {.links = 12}), GetParam()) {
    place_links_and_inertias(robot.w);
    kernel::axis_motions<double>(robot.w.geometry(), robot.w.coriolis().phi);
    kernel::add_motions<double>(robot.w.tree(), robot.w.coriolis().phi, robot.w.v(),
                                robot.w.coriolis().v);
  }
  RunnableRobot robot;
};
INSTANTIATE_TEST_SUITE_P(Seeds, CommonPoint, ::testing::Range(std::uint64_t{1}, std::uint64_t{7}));

TEST_P(CommonPoint, VelocitiesOfLinksAreThoseOfTheirOwnFrames) {
  auto& w = robot.w;
  kernel::velocities<double>(w.tree(), w.X_parent(), w.v(), w.link_motion(0));
  for (int i = 0; i < w.tree().size(); ++i) {
    const spatial::Motion<double> own = w.link_motion(0)[i], common = w.coriolis().v[i];
    const spatial::Pose<double>& X = w.geometry().X[i];
    EXPECT_TRUE(close(dense(common.angular), dense(X.R * own.angular), 1e-13, 10)) << i;
    // Velocity of the link's origin, from that of the common point.
    const auto at_origin = common.linear + cross(common.angular, X.p);
    EXPECT_TRUE(close(dense(at_origin), dense(X.R * own.linear), 1e-12, 10)) << i;
  }
}

TEST_P(CommonPoint, RatesOfAxesAreTheirSlopes) {
  auto& w = robot.w;
  kernel::axis_rates<double>(w.tree(), w.coriolis().phi, w.coriolis().v, w.coriolis().phi_dot);
  constexpr double step = 1e-6;
  RunnableRobot ahead(robot.model, GetParam());
  const Vector q = displace(robot.model, robot.x.q, step * robot.x.v);
  std::copy(q.begin(), q.end(), ahead.w.q().data());
  place_links_and_inertias(ahead.w);
  for (int k = 0; k < w.tree().nv(); ++k) {
    const Vector before = dense(w.geometry().axis[k].z),
                 after = dense(ahead.w.geometry().axis[k].z);
    const spatial::Vec3<double> omega = w.coriolis().v[w.tree().owner[k]].angular;
    const spatial::Vec3<double> rate = cross(omega, w.geometry().axis[k].z);
    EXPECT_TRUE(close((after - before) / step, dense(rate), 1e-4, 10)) << k;
    if (w.geometry().axis[k].way != kernel::Way::slide) {
      EXPECT_TRUE(close(dense(w.coriolis().phi_dot[k].angular), dense(rate), 1e-12, 10)) << k;
    }
  }
}

TEST_P(CommonPoint, SubtreesAddUp) {
  auto& w = robot.w;
  const Tree<double> tree = w.tree();
  kernel::link_inertias<double>(tree, w.geometry(), w.Ic());
  std::vector<double> masses;
  for (int i = 0; i < tree.size(); ++i) masses.push_back(w.Ic()[i].mass);
  kernel::sum_subtrees(tree, w.Ic());
  for (int i = 0; i < tree.size(); ++i) {
    double mass = 0;
    for (int n = 0; n < tree.subtree(i).size(); ++n) {
      mass += masses[static_cast<std::size_t>(tree.subtree(i)[n])];
    }
    EXPECT_NEAR(w.Ic()[i].mass, mass, 1e-12);
  }
}

TEST_P(CommonPoint, AboveALinkIsTheLastVelocityOfItsParent) {
  const Tree<double> tree = robot.w.tree();
  for (int k = 0; k < tree.nv(); ++k) {
    const int j = kernel::above(tree, k);
    EXPECT_EQ(j < 0 ? -1 : tree.owner[j], tree.parent[tree.owner[k]]);
  }
}

}  // namespace
}  // namespace kinetree::testing
