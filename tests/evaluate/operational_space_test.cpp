#include <gtest/gtest.h>

#include <limits>

#include "kinetree/kinetree.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::operational_space_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const Vector3 point(0.1, -0.2, 0.3);

/// Seven joints in a row: enough for a pose, with one to spare.
Model arm() { return random_tree(3, {.links = 7, .branching = 0, .multi_dof = false}); }
LinkId last(const Model& model) { return static_cast<LinkId>(model.size() - 1); }

TEST(OperationalSpace, InverseIsOneAndOfLeastEnergy) {
  const Model model = arm();
  for (const TaskRows rows : {TaskRows::pose, TaskRows::position, TaskRows::orientation}) {
    const RandomState x = random_state(model, 5);
    Evaluator e(model);
    const OperationalSpace t = e.operational_space(x.q, x.v, last(model), point, {rows});
    ASSERT_EQ(t.damped, 0);
    const auto m = t.J.rows();
    EXPECT_TRUE(close(t.J * t.Jbar, Matrix::Identity(m, m), 1e-10));
    const Matrix M = e.mass_matrix(x.q);
    EXPECT_TRUE(close(t.inertia, (t.J * M.inverse() * t.J.transpose()).inverse(), 1e-9));
    EXPECT_EQ(t.inertia, t.inertia.transpose());
    EXPECT_TRUE(close(t.Jbar.transpose() * M * t.Jbar, t.inertia, 1e-9));
  }
}

/// A motion of the task alone, v = J̄ ẋ: Λ̇ = C + Cᵀ, by central differences along it, and μ = C ẋ.
void expect_passive_task(const Model& model, TaskRows rows) {
  const RandomState x = random_state(model, 6);
  Evaluator e(model);
  const OperationalOptions options{rows};
  const Vector rest = Vector::Zero(model.nv());
  const Vector xdot = Vector::LinSpaced(rows == TaskRows::pose ? 6 : 3, 0.3, -0.5);
  const Vector v = e.operational_space(x.q, rest, last(model), point, options).Jbar * xdot;
  const auto Lambda = [&](double t) -> Matrix {
    return e.operational_space(displace(model, x.q, t * v), rest, last(model), point, options)
        .inertia;
  };
  constexpr double step = 1e-5;
  const Matrix rate = (Lambda(step) - Lambda(-step)) / (2 * step);
  const OperationalSpace t = e.operational_space(x.q, v, last(model), point, options);
  ASSERT_EQ(t.damped, 0);
  EXPECT_TRUE(close(t.C + t.C.transpose(), rate, 1e-6));
  EXPECT_TRUE(close(t.C * xdot, t.bias, 1e-9, largest(t.C)));
}

TEST(OperationalSpace, RateOfItsInertiaIsTwiceTheSymmetricPartOfC) {
  for (const TaskRows rows : {TaskRows::pose, TaskRows::position, TaskRows::orientation}) {
    SCOPED_TRACE(static_cast<int>(rows));
    expect_passive_task(arm(), rows);
    expect_passive_task(load_model("quadruped"), rows);
  }
}

TEST(OperationalSpace, ForceAtThePointGivesItsAcceleration) {
  const Model model = arm();
  const RandomState x = random_state(model, 7);
  Evaluator e(model);
  const OperationalSpace t = e.operational_space(x.q, x.v, last(model), point);
  const Vector F = Vector::LinSpaced(6, -2, 3);
  const Vector a = e.forward_dynamics(x.q, x.v, t.J.transpose() * F);
  const Vector acceleration = t.J * a + t.Jdot * x.v;
  EXPECT_TRUE(close(t.inertia * acceleration + t.bias + t.gravity, F, 1e-9,
                    largest(F) + largest(t.bias) + largest(t.gravity)));
}

/// Two links of one metre in a plane.
Model two_links() {
  Model model;
  const MassProperties rod{1, {0.5, 0, 0}, Vector3(0.01, 0.09, 0.09).asDiagonal()};
  model.add(make_link("upper", JointType::revolute, {0, 0, 1}, rod));
  model.add(placed(make_link("lower", JointType::revolute, {0, 0, 1}, rod), {1, 0, 0}), LinkId{0});
  return model;
}

// As the arm stretches, its tip gets infinitely heavy along it. Damping keeps what is commanded
// finite, and lets go in the end.
TEST(OperationalSpace, IsDampedNearASingularityAndSaysSo) {
  const Model model = two_links();
  Evaluator e(model);
  const Vector rest = Vector::Zero(2);
  const OperationalOptions options{TaskRows::position, 1e-3};
  double before = 0;
  for (const double bend : {1.0, 0.3, 0.1}) {  // not yet near: heavier and heavier
    const auto& t = e.operational_space(Vector{{0.2, bend}}, rest, LinkId{1}, {1, 0, 0}, options);
    EXPECT_EQ(t.damped, 1) << "out of the plane nothing moves";
    EXPECT_GT(largest(t.inertia), before);
    before = largest(t.inertia);
  }
  for (const double bend : {1e-2, 1e-4, 1e-8, 0.0}) {
    const auto& t = e.operational_space(Vector{{0.2, bend}}, rest, LinkId{1}, {1, 0, 0}, options);
    EXPECT_EQ(t.damped, 2) << bend;
    EXPECT_TRUE(t.inertia.allFinite());
    EXPECT_LE(largest(t.inertia), 1 / (options.singular_below * t.mobility[2]) * (1 + 1e-9))
        << bend;
  }
  const auto& stretched =
      e.operational_space(Vector{{0.0, 0.0}}, rest, LinkId{1}, {1, 0, 0}, options);
  EXPECT_NEAR(stretched.inertia(0, 0), 0, 1e-12);
  EXPECT_GT(stretched.inertia(1, 1), 0.1);
}

TEST(OperationalSpace, DampingSetsInWithoutAJump) {
  const Model model = two_links();
  Evaluator e(model);
  const Vector rest = Vector::Zero(2);
  const OperationalOptions options{TaskRows::position, 1e-3};
  double previous = -1;
  for (double bend = 0.2; bend > 1e-3; bend *= 0.999) {
    const double heavy = largest(
        e.operational_space(Vector{{0.2, bend}}, rest, LinkId{1}, {1, 0, 0}, options).inertia);
    if (previous > 0) {
      EXPECT_NEAR(heavy, previous, 0.02 * previous) << bend;
    }
    previous = heavy;
  }
}

TEST(OperationalSpace, OfALinkThatCannotMoveIsNothing) {
  Model model = two_links();
  model.add(make_link("base", JointType::fixed));
  Evaluator e(model);
  const auto& t = e.operational_space(Vector::Zero(2), Vector::Zero(2), LinkId{2});
  EXPECT_EQ(t.damped, 6);
  EXPECT_EQ(largest(t.inertia), 0);
  EXPECT_EQ(largest(t.Jbar), 0);
}

TEST(OperationalSpace, RefusesOptionsThatMakeNoSense) {
  const Model model = two_links();
  Evaluator e(model);
  const Vector zero = Vector::Zero(2);
  for (const OperationalOptions& wrong :
       {OperationalOptions{TaskRows::pose, -1}, OperationalOptions{TaskRows::pose, 1},
        OperationalOptions{TaskRows::pose, nan}, OperationalOptions{TaskRows::pose, 0, 0},
        OperationalOptions{TaskRows::pose, 0, nan}}) {
    EXPECT_THROW(e.operational_space(zero, zero, LinkId{1}, {0, 0, 0}, wrong), UsageError);
  }
  EXPECT_THROW(e.operational_space(zero, zero, LinkId{9}), UsageError);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Vector3& nowhere : {Vector3(nan, 0, 0), Vector3(0, infinity, 0)}) {
    EXPECT_THROW(e.operational_space(zero, zero, LinkId{1}, nowhere), UsageError);
    EXPECT_THROW(e.jacobian(zero, LinkId{1}, nowhere), UsageError);
    EXPECT_THROW(e.jacobian_rate(zero, zero, LinkId{1}, nowhere), UsageError);
    EXPECT_THROW(e.jacobian_dot_v(zero, zero, LinkId{1}, nowhere), UsageError);
  }
}

TEST(JacobianRate, IsTheSlopeOfTheJacobian) {
  for (const bool mimics : {false, true}) {
    const Model model = random_tree(8, {.links = 9, .mimics = mimics});
    const RandomState x = random_state(model, 8);
    Evaluator e(model);
    constexpr double step = 1e-5;
    const Matrix up = e.jacobian(displace(model, x.q, step * x.v), last(model), point);
    const Matrix down = e.jacobian(displace(model, x.q, -step * x.v), last(model), point);
    EXPECT_TRUE(
        close(e.jacobian_rate(x.q, x.v, last(model), point), (up - down) / (2 * step), 1e-7));
  }
}

}  // namespace
}  // namespace kinetree::testing::operational_space_test
