#include "kernel/regressor.hpp"

#include <gtest/gtest.h>

#include "kernel/inverse_dynamics/rnea.hpp"
#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing {
namespace {

// Σ π_p (force of unit parameter p) is the force of the body.
TEST(Regressor, ForcesOfTheParametersAddUpToTheForceOfTheBody) {
  RandomSpatial random(21);
  const spatial::Inertia<double> body = random.inertia();
  const kernel::LinkMotion<double> m{random.vec(), random.vec(), random.vec()};
  const double parameters[] = {body.mass, body.h.x,  body.h.y,  body.h.z,  body.I.xx,
                               body.I.xy, body.I.yy, body.I.xz, body.I.yz, body.I.zz};
  spatial::Force<double> sum;
  for (int p = 0; p < kernel::parameters_of_a_body; ++p) {
    sum = sum + parameters[p] * kernel::parameter_force(m, p);
  }
  const auto force = kernel::inertia_force<kernel::Terms::all>(body, m);
  EXPECT_TRUE(close(dense(sum), dense(force), 1e-14));
}

}  // namespace
}  // namespace kinetree::testing
