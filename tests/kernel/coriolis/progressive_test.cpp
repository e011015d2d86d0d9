#include "kernel/coriolis/progressive.hpp"

#include <gtest/gtest.h>

#include "kernel/gravity/progressive.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(ProgressiveCoriolis, IsTheSumOfAllBodies) { expect_dense(Quantity::coriolis, "progressive"); }

// Each C_i is the Coriolis matrix of a robot that has no other mass: Ṁ_i = C_i + C_iᵀ.
TEST(ProgressiveCoriolis, EveryLinkBringsItsOwnMatrix) {
  const Model model = random_tree(6, {.links = 7});
  RunnableRobot whole(model, 6);
  run_method(whole, Quantity::coriolis, "progressive");
  auto& w = whole.w;
  for (int i = 0; i < w.tree().size(); ++i) {
    whole.matrix.setZero();
    kernel::add_link_coriolis<double>(w.tree(), w.geometry(), i, w.progressive(), w.matrix());
    const Matrix C_i = whole.matrix;
    RunnableRobot alone(model, 6);
    for (int other = 0; other < model.size(); ++other) {
      const int carrier = alone.compiled.frames[static_cast<std::size_t>(other)].link;
      if (carrier != i) alone.model.set_inertia(static_cast<LinkId>(other), {});
    }
    RunnableRobot lonely(alone.model, 6);
    const DenseRobot truth(lonely);
    EXPECT_TRUE(close(C_i, truth.C, 1e-13, largest(truth.C) + largest(truth.M))) << "link " << i;
  }
}

// A link is the sum of the bodies it is made of: its own, and those of the links fixed to it.
TEST(ProgressiveCoriolis, TheBodiesOfALinkAddUpToIt) {
  const Model model = random_tree(8, {.links = 12});
  RunnableRobot robot(model, 8);
  run_method(robot, Quantity::coriolis, "progressive");
  auto& w = robot.w;
  const int n = w.tree().nv();
  int shared = 0;
  for (int i = 0; i < w.tree().size(); ++i) {
    Matrix M[2], C[2];
    Vector g[2];
    for (int k = 0; k < 2; ++k) M[k] = C[k] = Matrix::Zero(n, n), g[k] = Vector::Zero(n);
    kernel::add_link<double>(w.tree(), w.geometry(), i, w.momentum().J, {M[0].data(), n, n});
    kernel::add_link_coriolis<double>(w.tree(), w.geometry(), i, w.progressive(),
                                      {C[0].data(), n, n});
    kernel::add_link_gravity<double>(w.tree(), w.geometry(), i, {g[0].data(), n});
    int bodies = 0;
    for (int link = 0; link < model.size(); ++link) {
      const Frame& frame = robot.compiled.frames[static_cast<std::size_t>(link)];
      if (frame.link != i) continue;
      ++bodies;
      const auto body =
          placed_body(frame.X_link, robot.model.link(static_cast<LinkId>(link)).inertia);
      kernel::add_body<double>(w.tree(), w.geometry(), i, body, w.momentum().J,
                               {M[1].data(), n, n});
      kernel::add_body_coriolis<double>(w.tree(), w.geometry(), i, body, w.progressive(),
                                        {C[1].data(), n, n});
      kernel::add_body_gravity<double>(w.tree(), w.geometry(), i, body, {g[1].data(), n});
    }
    shared += bodies > 1 ? 1 : 0;
    EXPECT_TRUE(close(M[1], M[0], 1e-13)) << "link " << i;
    EXPECT_TRUE(close(C[1], C[0], 1e-13, largest(C[0]) + largest(M[0]))) << "link " << i;
    EXPECT_TRUE(close(g[1], g[0], 1e-13)) << "link " << i;
  }
  EXPECT_GT(shared, 0) << "no link has a link fixed to it";
}

}  // namespace
}  // namespace kinetree::testing
