#include "kernel/gravity/progressive.hpp"

#include <gtest/gtest.h>

#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(ProgressiveGravity, IsTheSumOfAllBodies) { expect_dense(Quantity::gravity, "progressive"); }

}  // namespace
}  // namespace kinetree::testing
