#include "kernel/coriolis/progressive.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace kinetree::testing
