#include "kernel/mass_matrix/rate.hpp"

#include <gtest/gtest.h>

#include "evaluate/run_frame.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

TEST(MassMatrixRate, IsTheSumOfAllBodies) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RunnableRobot robot(random_tree(seed, {.links = 14}), seed);
    const DenseRobot truth(robot);
    auto& w = robot.w;
    place_links_and_inertias(w);
    kernel::mass_matrix_rate<double>(w.tree(), w.geometry(), w.v(), w.rate(), w.matrix());
    EXPECT_TRUE(close(robot.matrix, truth.Mdot, 1e-13, largest(truth.Mdot) + largest(truth.M)));
    EXPECT_EQ(robot.matrix, robot.matrix.transpose());
  }
}

TEST(InertiaRate, IsThatOfABodyCarriedAlong) {
  RandomSpatial random(3);
  const spatial::Inertia<double> body = random.inertia();
  const spatial::Motion<double> v = random.motion();
  const Matrix6 I = dense(body), X = motion_cross(dense(v));
  EXPECT_TRUE(close(dense(kernel::inertia_rate(body, v)), -X.transpose() * I - I * X, 1e-14, 10));
}

}  // namespace
}  // namespace kinetree::testing
