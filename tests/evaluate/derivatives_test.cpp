#include <gtest/gtest.h>

#include "kinetree/kinetree.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

TEST(ForwardDerivatives, UndoThoseOfInverseDynamics) {
  const Model model = random_tree(4, {.links = 9});
  const RandomState x = random_state(model, 4);
  Evaluator e(model);
  const ForwardDynamicsDerivatives f = e.forward_dynamics_derivatives(x.q, x.v, x.tau);
  const Vector a = e.forward_dynamics(x.q, x.v, x.tau);
  const InverseDynamicsDerivatives d = e.inverse_dynamics_derivatives(x.q, x.v, a);
  EXPECT_TRUE(close(d.da * f.dq, -d.dq, 1e-10));
  EXPECT_TRUE(close(d.da * f.dv, -d.dv, 1e-10));
  EXPECT_TRUE(close(d.da * f.dtau, Matrix::Identity(e.nv(), e.nv()), 1e-10));
}

TEST(ForwardDerivatives, RefuseWhatHasNoAcceleration) {
  const Model model = load_model("rocker5_printed");
  const RandomState x = random_state(model, 1);
  EXPECT_THROW(Evaluator(model).forward_dynamics_derivatives(x.q, x.v, x.tau), ModelError);
}

// A pendulum: τ = (I + m l²) a + m g l sin q, so ∂τ/∂q = m g l cos q and ∂τ/∂v = 0.
TEST(InverseDerivatives, OfAPendulumAreKnown) {
  Model model;
  model.add(make_link("rod", JointType::revolute, {0, 1, 0},
                      {2, {0, 0, -0.5}, 0.1 * Matrix3::Identity()}));
  Evaluator e(model);
  const auto& d =
      e.inverse_dynamics_derivatives(Vector::Constant(1, 0.4), Vector::Ones(1), Vector::Ones(1));
  EXPECT_NEAR(d.dq(0, 0), 2 * 9.81 * 0.5 * std::cos(0.4), 1e-14);
  EXPECT_NEAR(d.dv(0, 0), 0, 1e-15);
  EXPECT_NEAR(d.da(0, 0), 0.1 + 2 * 0.25, 1e-15);
}

TEST(RegressorOfTheModel, HasTenColumnsALinkWithAJoint) {
  Model model;
  const LinkId arm = model.add(make_link("arm", JointType::revolute));
  Link tool = make_link("tool", JointType::fixed);
  tool.joint.placement.p = {1, 0, 0};
  model.add(tool, arm);
  model.add(make_link("cart", JointType::planar));
  Options options;
  options.regressor = {.friction = true, .armature = true};
  Evaluator e(model, options);
  const std::vector<std::string> names = e.regressor_names();
  ASSERT_EQ(names.size(), 20U + 3 * 4);
  EXPECT_EQ(names[0], "arm.m");
  EXPECT_EQ(names[1], "arm.mcx");
  EXPECT_EQ(names[9], "arm.Izz");
  EXPECT_EQ(names[10], "cart.m");
  EXPECT_EQ(names[20], "arm.damping");
  EXPECT_EQ(names[22], "cart.vy.damping");
  EXPECT_EQ(names[24], "arm.friction");
  EXPECT_EQ(names[28], "arm.armature");
  EXPECT_EQ(e.regressor_parameters().size(), 32);
  const Vector parameters = e.regressor_parameters();
  const double mass = model.link(arm).inertia.mass + model.link(LinkId{1}).inertia.mass;
  EXPECT_DOUBLE_EQ(parameters[0], mass) << "the tool is welded to the arm";
}

// Parameters are about the link's own axes, whatever axis its joint turns about.
TEST(RegressorOfTheModel, ParametersAreInTheAxesOfTheUsersLink) {
  Model model;
  Matrix3 inertia;
  inertia << 0.5, 0.01, 0.02, 0.01, 0.6, 0.03, 0.02, 0.03, 0.7;
  model.add(make_link("arm", JointType::revolute, {1, 2, -2}, {3, {0.1, 0.2, 0.3}, inertia}));
  const Vector p = Evaluator(model).regressor_parameters();
  EXPECT_TRUE(close(p.segment(1, 3), 3 * Vector3(0.1, 0.2, 0.3), 1e-14));
  const Vector3 c(0.1, 0.2, 0.3);
  const Matrix3 about_origin =
      inertia + 3 * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
  EXPECT_NEAR(p[4], about_origin(0, 0), 1e-14);
  EXPECT_NEAR(p[5], about_origin(0, 1), 1e-14);
  EXPECT_NEAR(p[6], about_origin(1, 1), 1e-14);
  EXPECT_NEAR(p[7], about_origin(0, 2), 1e-14);
  EXPECT_NEAR(p[8], about_origin(1, 2), 1e-14);
  EXPECT_NEAR(p[9], about_origin(2, 2), 1e-14);
}

TEST(RegressorOfTheModel, KnowsWhenItIsStale) {
  Model model = load_model("planar3");
  const Evaluator e(model);
  model.set_gravity({0, 0, -1});
  EXPECT_THROW(e.regressor_parameters(), UsageError);
  EXPECT_THROW(e.regressor_names(), UsageError);
}

// Identification in small: forces of random motions give back every force of a new motion.
TEST(RegressorOfTheModel, ParametersCanBeFoundFromForces) {
  const Model model = load_model("puma6");
  Evaluator e(model);
  const int n = model.nv(), samples = 60;
  const auto columns = e.regressor_parameters().size();
  Matrix Y(n * samples, columns);
  Vector tau(n * samples);
  for (int k = 0; k < samples; ++k) {
    const RandomState x = random_state(model, static_cast<std::uint64_t>(k));
    Y.middleRows(n * k, n) = e.regressor(x.q, x.v, x.a);
    tau.segment(n * k, n) = e.inverse_dynamics(x.q, x.v, x.a);
  }
  const Vector found = Y.completeOrthogonalDecomposition().solve(tau);
  const RandomState x = random_state(model, 999);
  const Vector expected = e.inverse_dynamics(x.q, x.v, x.a);
  EXPECT_TRUE(close(e.regressor(x.q, x.v, x.a) * found, expected, 1e-9));
}

}  // namespace
}  // namespace kinetree::testing
