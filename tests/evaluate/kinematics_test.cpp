// Energies, momentum, centre of mass, poses and Jacobians, as the evaluator gives them.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "kinetree/evaluator.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

class EvaluatorKinematics : public ::testing::TestWithParam<int> {
 protected:
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  // Odd seeds have mimics: their Jacobians and momenta are reduced.
  Model model = random_tree(seed, {.links = 10, .mimics = seed % 2 == 1});
  RandomState x = random_state(model, seed);
  Evaluator evaluator{model};
  double tolerance = rounding(model.nv());

  const MassProperties& body(LinkId id) const { return model.link(id).inertia; }
  std::vector<LinkId> links() const {
    std::vector<LinkId> all;
    for (int i = 0; i < model.size(); ++i) all.push_back(static_cast<LinkId>(i));
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, EvaluatorKinematics, ::testing::Range(1, 9));

TEST_P(EvaluatorKinematics, CenterOfMassIsTheWeightedMeanOfEveryLink) {
  const std::vector<Pose> X = evaluator.poses(x.q);
  Vector3 moment = Vector3::Zero();
  double mass = 0;
  for (const LinkId id : links()) {
    mass += body(id).mass;
    moment += body(id).mass * (X[index(id)].R * body(id).com + X[index(id)].p);
  }
  EXPECT_NEAR(evaluator.total_mass(), mass, 1e-14 * mass);
  EXPECT_TRUE(close(evaluator.center_of_mass(x.q), moment / mass, tolerance, 1));
  EXPECT_NEAR(evaluator.potential_energy(x.q), -model.gravity().dot(moment), tolerance * 10 * mass);
}

// T = ½ Σ m |v_c|² + ω · I ω, from the Jacobians alone; M v from its gradient.
TEST_P(EvaluatorKinematics, EnergyAndMomentumAreThoseOfEveryLink) {
  const std::vector<Pose> X = evaluator.poses(x.q);
  Vector momentum = Vector::Zero(model.nv());
  Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
  const Vector3 center = evaluator.center_of_mass(x.q);
  Options bare;
  bare.include.armature = false;
  Evaluator without(model, bare);
  for (const LinkId id : links()) {
    const Matrix J = evaluator.jacobian(x.q, id, body(id).com);
    const Pose& pose = X[index(id)];
    const Matrix3 I = pose.R * body(id).inertia * pose.R.transpose();
    const Vector3 p = body(id).mass * (J.topRows<3>() * x.v);
    const Vector3 l = I * (J.bottomRows<3>() * x.v);
    momentum += J.topRows<3>().transpose() * p + J.bottomRows<3>().transpose() * l;
    linear += p;
    angular += l + (pose.R * body(id).com + pose.p - center).cross(p);
  }
  EXPECT_TRUE(close(without.momentum(x.q, x.v), momentum, 10 * tolerance));
  EXPECT_NEAR(without.kinetic_energy(x.q, x.v), 0.5 * x.v.dot(momentum),
              tolerance * x.v.cwiseProduct(momentum).cwiseAbs().sum());
  const SpatialVector total = evaluator.centroidal_momentum(x.q, x.v);
  EXPECT_TRUE(close(total.linear(), linear, 10 * tolerance));
  EXPECT_TRUE(close(total.angular(), angular, 10 * tolerance, largest(angular) + linear.norm()));
}

TEST_P(EvaluatorKinematics, MomentumIsMTimesV) {
  const Vector expected = evaluator.mass_matrix(x.q) * x.v;
  EXPECT_TRUE(close(evaluator.momentum(x.q, x.v), expected, tolerance));
}

TEST_P(EvaluatorKinematics, JacobianIsTheDerivativeOfThePose) {
  constexpr double step = 1e-5, accuracy = 2e-8;
  const Vector3 point(0.3, -0.2, 0.5);
  for (const LinkId id : links()) {
    const Matrix J = evaluator.jacobian(x.q, id, point);
    const Pose ahead = evaluator.poses(displace(model, x.q, step * x.v))[index(id)];
    const Pose behind = evaluator.poses(displace(model, x.q, -step * x.v))[index(id)];
    const Vector3 rate = (ahead.R * point + ahead.p - behind.R * point - behind.p) / (2 * step);
    EXPECT_TRUE(close(J.topRows<3>() * x.v, rate, accuracy, 1 + largest(rate)));
    const Eigen::AngleAxisd turn(Matrix3(ahead.R * behind.R.transpose()));
    EXPECT_TRUE(close(J.bottomRows<3>() * x.v, turn.angle() / (2 * step) * turn.axis(), accuracy,
                      1 + largest(x.v)));
  }
}

TEST_P(EvaluatorKinematics, JacobianDotVIsTheRestOfTheAcceleration) {
  constexpr double step = 1e-5, accuracy = 1e-7;
  const Vector3 point(0.3, -0.2, 0.5);
  for (const LinkId id : links()) {
    const Matrix ahead = evaluator.jacobian(displace(model, x.q, step * x.v), id, point);
    const Matrix behind = evaluator.jacobian(displace(model, x.q, -step * x.v), id, point);
    const Vector rate = (ahead - behind) / (2 * step) * x.v;
    const SpatialVector rest = evaluator.jacobian_dot_v(x.q, x.v, id, point);
    const double scale = 1 + largest(rate);
    EXPECT_TRUE(close(rest.linear(), rate.head<3>(), accuracy, scale));
    EXPECT_TRUE(close(rest.angular(), rate.tail<3>(), accuracy, scale));
  }
}

TEST(PotentialEnergy, CountsLinksWeldedToTheWorld) {
  Model model;
  model.add(placed(make_link("pillar", JointType::fixed), {0, 0, 5}));
  model.add(make_link("arm", JointType::revolute), LinkId{0});
  Evaluator evaluator(model);
  EXPECT_NEAR(evaluator.potential_energy(Vector::Zero(1)), 2 * 2 * 9.81 * 5.3, 1e-12);
  EXPECT_NEAR(evaluator.center_of_mass(Vector::Zero(1)).z(), 5.3, 1e-14);
}

TEST(CenterOfMass, IsRefusedWithoutMass) {
  Model model;
  model.name = "ghost";
  model.add(make_link("a", JointType::revolute, Vector3::UnitZ(), {}));
  Evaluator evaluator(model);
  EXPECT_TRUE(contains(message_of<ModelError>([&] { evaluator.center_of_mass(Vector::Zero(1)); }),
                       "'ghost' has no mass"));
  const SpatialVector none = evaluator.centroidal_momentum(Vector::Zero(1), Vector::Ones(1));
  EXPECT_EQ(none.linear(), Vector3(Vector3::Zero()));
}

TEST(JacobianOfTheWorld, IsZeroForLinksWeldedToIt) {
  Model model;
  model.add(placed(make_link("floor", JointType::fixed), {0, 0, 5}));
  model.add(make_link("arm", JointType::revolute), LinkId{0});
  Evaluator evaluator(model);
  const Vector q = Vector::Constant(1, 0.4), v = Vector::Ones(1);
  EXPECT_EQ(evaluator.jacobian(q, LinkId{0}), Matrix(Matrix::Zero(6, 1)));
  const SpatialVector rest = evaluator.jacobian_dot_v(q, v, LinkId{0});
  EXPECT_EQ(rest.linear(), Vector3(Vector3::Zero()));
  EXPECT_EQ(rest.angular(), Vector3(Vector3::Zero()));
}

}  // namespace
}  // namespace kinetree::testing
