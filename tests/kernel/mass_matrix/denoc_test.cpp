#include "kernel/mass_matrix/denoc.hpp"

#include <gtest/gtest.h>

#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(DenocMatrix, IsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "denoc"); }

TEST(DenocMatrix, PropagationThereAndBackIsNone) {
  const spatial::Inertia<double> body{2, {0.5, -0.25, 1}, {3, 0.5, 0.25, 4, -0.5, 5}};
  const spatial::Vec3<double> p{1, 2, -0.5};
  const spatial::Inertia<double> back = kernel::propagate(-p, kernel::propagate(p, body));
  EXPECT_EQ(back.mass, body.mass);
  EXPECT_EQ(back.h.x, body.h.x);
  EXPECT_NEAR(back.I.xx, body.I.xx, 1e-14);
  EXPECT_NEAR(back.I.yz, body.I.yz, 1e-14);
}

}  // namespace
}  // namespace kinetree::testing
