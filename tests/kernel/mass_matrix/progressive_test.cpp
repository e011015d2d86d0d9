#include "kernel/mass_matrix/progressive.hpp"

#include <gtest/gtest.h>

#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Progressive, IsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "progressive"); }

TEST(Progressive, ALinkBringsItsOwnMatrixOnTheRowsOfItsMovers) {
  // Two branches on one link: what a leaf adds is on its own row and on the carrier's.
  Model model;
  Link link;
  link.joint.type = JointType::revolute;
  link.inertia = {1, {0.1, 0.2, 0.3}, Matrix3::Identity()};
  for (const int parent : {-1, 0, 0}) {
    link.name = "link" + std::to_string(model.size());
    link.joint.name.clear();
    model.add(link, parent < 0 ? std::nullopt : std::optional(static_cast<LinkId>(parent)));
  }
  RunnableRobot robot(model, 1);
  const Matrix whole = run_method(robot, Quantity::mass_matrix, "progressive");
  robot.matrix.setZero();
  auto& w = robot.w;
  Matrix sum = Matrix::Zero(3, 3);
  for (int i = 0; i < 3; ++i) {
    robot.matrix.setZero();
    kernel::add_link<double>(w.tree(), w.geometry(), i, w.momentum().J, w.matrix());
    sum += robot.matrix;
    if (i == 2) {
      EXPECT_EQ(robot.matrix.row(1), Matrix::Zero(1, 3));
      EXPECT_NE(robot.matrix(2, 0), 0);
    }
  }
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l <= k; ++l) EXPECT_NEAR(sum(k, l), whole(k, l), 1e-15);
  }
}

}  // namespace
}  // namespace kinetree::testing
