// What makes a Coriolis matrix: C v = h - g, and Ṁ = C + Cᵀ, so that Ṁ - 2C is skew. Every method
// keeps both on every robot, and all methods give the same matrix.
#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

void expect_certified(Evaluator& e, const RandomState& x, std::string_view name) {
  const CoriolisCertificate c = e.certify_coriolis(x.q, x.v);
  EXPECT_EQ(c.method, name);
  EXPECT_LE(c.relative_skew(), 1e-12) << name;
  EXPECT_LE(c.relative_power(), 1e-12) << name;
  EXPECT_LE(c.relative_force(), 1e-12) << name;
}

TEST(Coriolis, EveryMethodIsCertifiedAndTheSame) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    Evaluator reference(robot.model);
    const Matrix C = reference.coriolis(x.q, x.v);
    const double size = largest(C) + largest(reference.mass_matrix(x.q)) * largest(x.v);
    for (Candidate& c : candidates(robot.model, Quantity::coriolis)) {
      EXPECT_TRUE(close(c.evaluator.coriolis(x.q, x.v), C, 1e-12, size)) << c.method.name;
      expect_certified(c.evaluator, x, c.method.name);
    }
  }
}

// The only time that tensors of eight million numbers are tried.
TEST(Coriolis, EveryMethodIsCertifiedOnTwoHundredJoints) {
  const Model model = random_tree(1, {.links = 200, .branching = 0, .multi_dof = false});
  ASSERT_EQ(model.nv(), 200);
  const RandomState x = random_state(model, 1);
  Evaluator reference(model);
  const Matrix C = reference.coriolis(x.q, x.v);
  for (const Method& method : methods()) {
    if (method.quantity != Quantity::coriolis) continue;
    Options options;
    options.methods.coriolis = method.name;
    Evaluator e(model, options);
    EXPECT_TRUE(close(e.coriolis(x.q, x.v), C, 1e-12)) << method.name;
    expect_certified(e, x, method.name);
  }
}

TEST(Coriolis, ProductsAreThoseOfTheMatrix) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    Evaluator e(robot.model);
    const Matrix C = e.coriolis(x.q, x.v);
    const double size = e.certify_coriolis(x.q, x.v).skew_size * x.a.cwiseAbs().sum();
    EXPECT_TRUE(close(e.coriolis_times(x.q, x.v, x.a), C * x.a, 1e-13, size));
    EXPECT_TRUE(close(e.coriolis_transpose_times(x.q, x.v, x.a), C.transpose() * x.a, 1e-13, size));
  }
}

// C(q, u) w and C(q, w) u differ by the brackets of quasi-velocities only.
TEST(Coriolis, IsSymmetricInItsTwoVelocitiesWhereTheyAreRates) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 12, .multi_dof = false, .mimics = seed > 3});
    const RandomState x = random_state(model, seed);
    Evaluator e(model);
    const Vector uw = e.coriolis_times(x.q, x.v, x.a);
    EXPECT_TRUE(close(uw, e.coriolis_times(x.q, x.a, x.v), 1e-13));
  }
}

// The generalised momentum p = M v of a robot in free motion: ṗ = Cᵀ v + τ - g, what momentum
// observers integrate.
TEST(Coriolis, TransposeTimesVelocityDrivesTheMomentum) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    Evaluator e(robot.model);
    const Vector tau = e.inverse_dynamics(x.q, x.v, x.a), g = e.gravity(x.q);
    const Vector rate = e.mass_matrix(x.q) * x.a + e.mass_matrix_rate(x.q, x.v) * x.v;
    const Vector Ctv = e.coriolis_transpose_times(x.q, x.v, x.v);
    const double size = largest(rate) + largest(tau) + largest(g);
    EXPECT_TRUE(close(Ctv + tau - g, rate, 1e-12, size));
  }
}

}  // namespace
}  // namespace kinetree::testing
