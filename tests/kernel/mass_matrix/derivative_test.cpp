#include "kernel/mass_matrix/derivative.hpp"

#include <gtest/gtest.h>

#include "evaluate/run_coriolis.hpp"
#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

/// M by dense algebra, displaced along one velocity.
Matrix displaced(const Model& model, std::uint64_t seed, int k, double step) {
  RunnableRobot robot(model, seed);
  const Vector q = displace(model, robot.x.q, step * Vector::Unit(model.nv(), k));
  std::copy(q.begin(), q.end(), robot.w.q().data());
  joint_poses(robot.w);
  kernel::world_poses<double>(robot.w.tree(), robot.w.X_parent(), robot.w.X_world());
  return DenseRobot(robot).M;
}

TEST(MassMatrixDerivative, IsTheSlopeOfMAlongEveryVelocity) {
  constexpr double step = 1e-5;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 6});
    RunnableRobot robot(model, seed);
    auto& w = robot.w;
    place_links_and_inertias(w);
    kernel::prepare_tensor<double>(w.tree(), w.geometry(), w.tensor());
    for (int k = 0; k < model.nv(); ++k) {
      const Matrix slope =
          (displaced(model, seed, k, step) - displaced(model, seed, k, -step)) / (2 * step);
      const MatrixView<double> dM = w.tensor().dM[k];
      const Eigen::Map<const Matrix> ours(&dM(0, 0), model.nv(), model.nv());
      EXPECT_TRUE(close(ours, slope, 1e-8, largest(slope) + 1)) << "velocity " << k;
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
