#include <gtest/gtest.h>

#include <limits>

#include "evaluate/certificate.hpp"
#include "kinetree/kinetree.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::coriolis_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(CoriolisKit, BlocksOfTheDerivativeAreItsMatrices) {
  const Model model = random_tree(2, {.links = 6, .mimics = true});
  const RandomState x = random_state(model, 2);
  Evaluator e(model);
  const int n = model.nv();
  const Matrix dM = e.mass_matrix_derivative(x.q);
  ASSERT_EQ(dM.rows(), n);
  ASSERT_EQ(dM.cols(), n * n);
  Matrix rate = Matrix::Zero(n, n);
  for (int k = 0; k < n; ++k) rate += x.v[k] * dM.middleCols(k * n, n);
  EXPECT_TRUE(close(rate, e.mass_matrix_rate(x.q, x.v), 1e-13, largest(dM) * largest(x.v)));
}

TEST(CoriolisKit, BlocksOfTheSymbolsAreTheMatricesOfUnitVelocities) {
  for (const bool mimics : {false, true}) {
    const Model model = random_tree(4, {.links = 7, .mimics = mimics});
    const RandomState x = random_state(model, 4);
    Evaluator e(model);
    const int n = model.nv();
    const Matrix c = e.christoffel_symbols(x.q);
    for (int k = 0; k < n; ++k) {
      const Matrix C = e.coriolis(x.q, Vector::Unit(n, k));
      EXPECT_TRUE(close(c.middleCols(k * n, n), C, 1e-13, largest(e.mass_matrix(x.q))));
    }
  }
}

TEST(CoriolisKit, ArmatureDoesNotTurnUpInC) {
  Model model = random_tree(3, {.links = 8});
  const RandomState x = random_state(model, 3);
  const Matrix before = Evaluator(model).coriolis(x.q, x.v);
  for (int i = 0; i < model.size(); ++i) {
    if (model.link(static_cast<LinkId>(i)).joint.type != JointType::fixed) {
      model.set_armature(static_cast<LinkId>(i), 7);
    }
  }
  for (const Method& method : methods()) {
    if (method.quantity != Quantity::coriolis) continue;
    Options options;
    options.methods.coriolis = method.name;
    EXPECT_TRUE(close(Evaluator(model, options).coriolis(x.q, x.v), before, 1e-13)) << method.name;
  }
}

TEST(CoriolisKit, AtRestThereIsNone) {
  const Model model = random_tree(5, {.links = 8});
  const RandomState x = random_state(model, 5);
  Evaluator e(model);
  const Vector rest = Vector::Zero(model.nv());
  EXPECT_EQ(largest(e.coriolis(x.q, rest)), 0);
  const CoriolisCertificate c = e.certify_coriolis(x.q, rest);
  EXPECT_EQ(c.relative_skew(), 0);
  EXPECT_EQ(c.relative_power(), 0);
  EXPECT_LE(c.relative_force(), 1e-15);
}

// A certificate that cannot fail would be worth nothing: each residual shows what is spoilt.
TEST(Certificate, ShowsASpoiltEntry) {
  const Model model = random_tree(6, {.links = 8});
  const RandomState x = random_state(model, 6);
  Evaluator e(model);
  const Matrix M = e.mass_matrix(x.q), Mdot = e.mass_matrix_rate(x.q, x.v);
  const Matrix C = e.coriolis(x.q, x.v);
  const Vector h = e.bias(x.q, x.v), g = e.gravity(x.q);
  const CoriolisCertificate sound = certificate(M, Mdot, C, h, g, x.v);
  EXPECT_LE(sound.relative_skew(), 1e-14);
  EXPECT_LE(sound.relative_power(), 1e-14);
  EXPECT_LE(sound.relative_force(), 1e-14);

  Matrix wrong = C;
  wrong(1, 2) += 1e-3;
  const CoriolisCertificate spoilt = certificate(M, Mdot, wrong, h, g, x.v);
  EXPECT_NEAR(spoilt.skew, 1e-3, 1e-12);
  EXPECT_NEAR(spoilt.power, 2e-3 * std::abs(x.v[1] * x.v[2]), 1e-11);
  EXPECT_NEAR(spoilt.force, 1e-3 * std::abs(x.v[2]), 1e-11);

  // Skew and without power, but another force: C + S with S skew and S v ≠ 0.
  wrong = C;
  wrong(1, 2) += 1e-3;
  wrong(2, 1) -= 1e-3;
  const CoriolisCertificate other = certificate(M, Mdot, wrong, h, g, x.v);
  EXPECT_LE(other.relative_skew(), 1e-12);
  EXPECT_GT(other.force, 1e-4);

  wrong(0, 0) = nan;
  EXPECT_TRUE(std::isnan(certificate(M, Mdot, wrong, h, g, x.v).skew));
  EXPECT_TRUE(std::isnan(certificate(M, Mdot, wrong, h, g, x.v).force));
}

TEST(Certificate, OfAnEvaluatorIsThatOfItsMatrices) {
  const Model model = random_tree(6, {.links = 8});
  const RandomState x = random_state(model, 6);
  Evaluator e(model);
  const CoriolisCertificate c = e.certify_coriolis(x.q, x.v);
  const CoriolisCertificate same =
      certificate(e.mass_matrix(x.q), e.mass_matrix_rate(x.q, x.v), e.coriolis(x.q, x.v),
                  e.bias(x.q, x.v), e.gravity(x.q), x.v);
  EXPECT_EQ(c.skew, same.skew);
  EXPECT_EQ(c.power, same.power);
  EXPECT_EQ(c.force, same.force);
  EXPECT_EQ(c.factorisation, "christoffel");
  EXPECT_EQ(c.method, "screws");
}

TEST(CoriolisKit, OfARobotThatCannotMoveIsEmpty) {
  Model model;
  model.add(make_link("rock", JointType::fixed));
  Evaluator e(model);
  const Vector none(0);
  EXPECT_EQ(e.coriolis(none, none).size(), 0);
  EXPECT_EQ(e.mass_matrix_derivative(none).size(), 0);
  EXPECT_EQ(e.christoffel_symbols(none).size(), 0);
  EXPECT_EQ(e.certify_coriolis(none, none).relative_skew(), 0);
  EXPECT_EQ(e.inverse_dynamics_derivatives(none, none, none).dq.size(), 0);
  EXPECT_EQ(e.regressor(none, none, none).size(), 0);
  EXPECT_EQ(e.operational_space(none, none, LinkId{0}).damped, 6);
}

TEST(CoriolisKit, RefusesTensorsThatDoNotFit) {
  const Model model = load_model("chain:513");
  const RandomState x = random_state(model, 1);
  Evaluator e(model);
  EXPECT_LE(e.certify_coriolis(x.q, x.v).relative_skew(), 1e-12);
  for (const char* name : {"kronecker", "christoffel"}) {
    Options options;
    options.methods.coriolis = name;
    try {
      Evaluator refused(model, options);
      ADD_FAILURE() << name;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("recursive"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(e.mass_matrix_derivative(x.q), UsageError);
  EXPECT_THROW(e.christoffel_symbols(x.q), UsageError);
}

TEST(CoriolisKit, ChecksEveryVectorAtTheGate) {
  const Model model = random_tree(1, {.links = 4});
  const RandomState x = random_state(model, 1);
  Evaluator e(model);
  const Vector wrong = Vector::Zero(model.nv() + 1);
  EXPECT_THROW(e.coriolis(x.q, wrong), UsageError);
  EXPECT_THROW(e.coriolis_times(x.q, x.v, wrong), UsageError);
  EXPECT_THROW(e.coriolis_transpose_times(x.q, x.v, wrong), UsageError);
  EXPECT_THROW(e.mass_matrix_rate(wrong, x.v), UsageError);
  EXPECT_THROW(e.coriolis(x.q, Vector::Constant(model.nv(), nan)), UsageError);
}

}  // namespace
}  // namespace kinetree::testing::coriolis_test
