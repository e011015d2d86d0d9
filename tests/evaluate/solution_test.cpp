// What divides by M: in place, as factors, and with accelerations given in part.
#include <gtest/gtest.h>

#include <limits>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::solution_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Options with(std::string_view forward_dynamics) {
  Options options;
  options.methods.forward_dynamics = forward_dynamics;
  return options;
}

std::vector<bool> every_other(const Model& model, std::size_t first) {
  std::vector<bool> prescribed(static_cast<std::size_t>(model.nv()));
  for (std::size_t k = first; k < prescribed.size(); k += 2) prescribed[k] = true;
  return prescribed;
}

/// A pendulum that ends in a wheel of no mass.
Model with_massless_wheel() {
  Model model;
  model.add(make_link("arm", JointType::revolute, {0, 1, 0},
                      {2, {0.2, 0, 0}, Vector3(0.01, 0.02, 0.03).asDiagonal()}));
  model.add(placed(make_link("wheel", JointType::revolute, {0, 1, 0}, {}), {0.4, 0, 0}), LinkId{0});
  return model;
}

template <class Error, class F>
void expect_refusal(F f, const std::string& text) {
  try {
    f();
    ADD_FAILURE() << "accepted; expected: " << text;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TEST(SolveMassMatrix, IsInPlaceForEveryMethodAndAnyColumns) {
  const std::uint64_t seed = 7;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model model = random_tree(seed, {.links = 12});
  const RandomState x = random_state(model, seed);
  const int n = model.nv();
  for (const char* method : {"aba", "ltdl", "denoc", "cholesky"}) {
    SCOPED_TRACE(method);
    Evaluator e(model, with(method));
    const Matrix M = e.mass_matrix(x.q);
    Matrix X = M;
    e.solve_mass_matrix(x.q, X);
    EXPECT_TRUE(close(X, Matrix::Identity(n, n), 1e-10));
    Matrix wide = Matrix::Zero(n + 2, 5);  // a block of something larger
    wide.block(1, 1, n, 2) = M.leftCols(2);
    e.solve_mass_matrix(x.q, wide.block(1, 1, n, 2));
    EXPECT_EQ(wide.block(1, 1, n, 2), X.leftCols(2));
    EXPECT_EQ(wide.row(0).norm() + wide.row(n + 1).norm() + wide.col(0).norm(), 0);
    Vector one = x.tau;
    e.solve_mass_matrix(x.q, one);
    EXPECT_TRUE(close(M * one, x.tau, 1e-10));
    Matrix none(n, 0);
    e.solve_mass_matrix(x.q, none);
  }
}

TEST(SolveMassMatrix, IsTheOneOfTheInverseAndTakesMimics) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const bool mimics : {false, true}) {
    const Model model = random_tree(seed, {.links = 12, .mimics = mimics});
    Evaluator e(model, mimics ? Options{} : with("denoc"));
    const Vector q = random_state(model, seed).q;
    Matrix X = Matrix::Identity(model.nv(), model.nv());
    e.solve_mass_matrix(q, X);
    EXPECT_TRUE(close(X, e.mass_matrix_inverse(q), 1e-12));
  }
}

TEST(SolveMassMatrix, RefusesWhatIsWrong) {
  const Model model = load_model("planar3");
  Evaluator e(model);
  const Vector q = Vector::Zero(3);
  Matrix rows = Matrix::Zero(2, 3), infinite = Matrix::Constant(3, 2, nan);
  expect_refusal<UsageError>([&] { e.solve_mass_matrix(q, rows); }, "X has 2 rows");
  expect_refusal<UsageError>([&] { e.solve_mass_matrix(q, infinite); }, "not finite");
  Evaluator massless(with_massless_wheel());
  Matrix X = Matrix::Identity(2, 2);
  expect_refusal<ModelError>([&] { massless.solve_mass_matrix(Vector::Zero(2), X); }, "'wheel'");
}

TEST(Udut, GivesMBackAndIsTriangular) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 12, .branching = 1});
    Evaluator e(model);
    const Vector q = random_state(model, seed).q;
    const Matrix M = e.mass_matrix(q);
    const UdutFactors& f = e.udut(q);
    EXPECT_TRUE(close(f.U * f.D.asDiagonal() * f.U.transpose(), M, rounding(e.nv())));
    EXPECT_EQ(f.U, Matrix(f.U.triangularView<Eigen::UnitUpper>()));
  }
}

TEST(Udut, RefusesMimicsAndMasslessJoints) {
  const Model mimics = random_tree(5, {.links = 12, .mimics = true});
  Evaluator coupled(mimics);
  const Vector q = random_state(mimics, 1).q;
  expect_refusal<UsageError>([&] { coupled.udut(q); }, "--mimic off");
  Evaluator massless(with_massless_wheel());
  expect_refusal<ModelError>([&] { massless.udut(Vector::Zero(2)); }, "'wheel'");
}

TEST(HybridDynamics, IsInverseDynamicsWithItsHalvesExchanged) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 12});
    const RandomState x = random_state(model, seed);
    Options options;
    options.include.friction = true;
    Evaluator e(model, options);
    const Vector tau = e.inverse_dynamics(x.q, x.v, x.a);
    for (const std::size_t first : {0U, 1U}) {
      const std::vector<bool> prescribed = every_other(model, first);
      Vector a = x.a, force = tau;
      for (std::size_t k = 0; k < prescribed.size(); ++k) {
        (prescribed[k] ? force : a)[static_cast<int>(k)] = nan;  // not read
      }
      const HybridDynamics& hybrid = e.hybrid_dynamics(x.q, x.v, prescribed, a, force);
      EXPECT_TRUE(close(hybrid.a, x.a, 1e-9));
      EXPECT_TRUE(close(hybrid.tau, tau, 1e-9));
      for (std::size_t i = 0; i < prescribed.size(); ++i) {  // what was given is given back
        const auto k = static_cast<int>(i);
        EXPECT_EQ(prescribed[i] ? hybrid.a[k] : hybrid.tau[k], prescribed[i] ? x.a[k] : tau[k]);
      }
    }
  }
}

TEST(HybridDynamics, HasForwardAndInverseDynamicsAsItsEnds) {
  const std::uint64_t seed = 2;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model model = random_tree(seed, {.links = 10});
  const RandomState x = random_state(model, seed);
  Options options = with("aba");
  options.include.friction = true;
  Evaluator e(model, options);
  const auto n = static_cast<std::size_t>(model.nv());
  const Vector a = e.forward_dynamics(x.q, x.v, x.tau);
  const HybridDynamics free = e.hybrid_dynamics(x.q, x.v, std::vector<bool>(n), x.a, x.tau);
  EXPECT_EQ(free.a, a);
  EXPECT_EQ(free.tau, x.tau);
  const Vector tau = e.inverse_dynamics(x.q, x.v, x.a);
  const HybridDynamics driven = e.hybrid_dynamics(x.q, x.v, std::vector<bool>(n, true), x.a, x.tau);
  EXPECT_EQ(driven.a, x.a);
  EXPECT_EQ(driven.tau, tau);
}

TEST(HybridDynamics, TakesMasslessJointsThatArePrescribed) {
  const Model model = with_massless_wheel();
  Evaluator e(model);
  const Vector q{{0.3, 0.1}}, v{{1, 2}}, a{{0, 5}}, tau{{0.7, 0}};
  const HybridDynamics& x = e.hybrid_dynamics(q, v, {false, true}, a, tau);
  EXPECT_TRUE(close(e.inverse_dynamics(q, v, x.a), x.tau, 1e-14));
  EXPECT_EQ(x.tau[0], 0.7);
  expect_refusal<ModelError>([&] { e.hybrid_dynamics(q, v, {true, false}, a, tau); }, "'wheel'");
}

// On a base without mass, the base and the first joint may turn about one line, and M is singular.
// Where the joints are prescribed, the base still has an answer.
TEST(HybridDynamics, OfAFloatingBaseNeedsNoMassInTheBase) {
  Model model = load_model("planar3");
  model.set_base(Base::floating);
  Evaluator e(model);
  ASSERT_FALSE(e.massless_joints().empty());
  const RandomState x = random_state(model, 1);
  std::vector<bool> joints(9, true);
  for (std::size_t k = 0; k < 6; ++k) joints[k] = false;
  const Vector tau = e.inverse_dynamics(x.q, x.v, x.a);
  const HybridDynamics& hybrid = e.hybrid_dynamics(x.q, x.v, joints, x.a, tau);
  EXPECT_TRUE(close(hybrid.a, x.a, 1e-10));
  EXPECT_TRUE(close(hybrid.tau, tau, 1e-10));
  const std::vector<bool> nothing(9);
  EXPECT_THROW(e.hybrid_dynamics(x.q, x.v, nothing, x.a, tau), ModelError);
}

TEST(HybridDynamics, RefusesWhatIsWrong) {
  const Model model = load_model("planar3");
  Evaluator e(model);
  const Vector three = Vector::Zero(3), two = Vector::Zero(2), bad = Vector::Constant(3, nan);
  const std::vector<bool> last{false, false, true};
  const auto call = [&](const std::vector<bool>& prescribed, const Vector& a, const Vector& tau) {
    return
        [&e, &three, prescribed, a, tau] { e.hybrid_dynamics(three, three, prescribed, a, tau); };
  };
  expect_refusal<UsageError>(call({true}, three, three), "prescribed has 1 entries");
  expect_refusal<UsageError>(call(last, two, three), "a has 2 numbers");
  expect_refusal<UsageError>(call(last, three, two), "tau 2");
  expect_refusal<UsageError>(call(last, bad, three), "a[2] is given and not finite");
  expect_refusal<UsageError>(call(last, three, bad), "tau[0] is given and not finite");
  const Model mimics = random_tree(5, {.links = 12, .mimics = true});
  Evaluator coupled(mimics);
  const RandomState x = random_state(mimics, 1);
  expect_refusal<UsageError>(
      [&] { coupled.hybrid_dynamics(x.q, x.v, every_other(mimics, 0), x.a, x.tau); },
      "--mimic off");
}

}  // namespace
}  // namespace kinetree::testing::solution_test
