#include "kinetree/explain_link.hpp"

#include <gtest/gtest.h>

#include <random>

#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

Matrix6 generalised_mass(const MassProperties& body) {
  Matrix6 result = Matrix6::Zero();
  result.topLeftCorner<3, 3>() = body.inertia;
  result.bottomRightCorner<3, 3>().diagonal().setConstant(body.mass);
  return result;
}

void expect_screws(const MassProperties& body) {
  const PrincipalInertia p = principal_inertia(body);
  EXPECT_TRUE(close(p.generalised_mass, generalised_mass(body), 1e-14));
  EXPECT_NEAR(p.axes.determinant(), 1, 1e-14);
  const double scale = body.mass > 0 ? body.mass : 1;
  Matrix6 T = Matrix6::Zero();
  T.topLeftCorner<3, 3>() = T.bottomRightCorner<3, 3>() = p.axes;
  EXPECT_TRUE(close(scale / 2 * T * p.screws.transpose() * p.screws * T.transpose(),
                    generalised_mass(body), 1e-14));
}

TEST(PrincipalInertia, SixScrewsMakeTheGeneralisedMass) {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (int k = 0; k < 50; ++k) {
    // Points of a random cloud; one, two or three of them make bodies of lower rank.
    const int points = k < 10 ? 1 : k < 20 ? 2 : k < 30 ? 3 : 8;
    MassProperties body;
    for (int j = 0; j < points; ++j) {
      const Vector3 r{draw(engine), draw(engine), draw(engine)};
      body.inertia += r.squaredNorm() * Matrix3::Identity() - r * r.transpose();
      body.mass += 1;
    }
    if (points == 1) body.inertia.setZero();  // a point mass
    SCOPED_TRACE(k);
    expect_screws(body);
  }
}

TEST(PrincipalInertia, BodiesWithoutMassAndEqualMomentsHaveScrewsToo) {
  expect_screws({});
  expect_screws({2, Vector3::Zero(), 0.5 * Matrix3::Identity()});
  const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const Vector3 disc{0.1, 0.1, 0.2}, rod{0, 0.3, 0.3};
  expect_screws({1, Vector3::Zero(), R * disc.asDiagonal() * R.transpose()});
  expect_screws({1, Vector3::Zero(), R * rod.asDiagonal() * R.transpose()});
  const MassProperties hub{0, Vector3::Zero(), Vector3(0, 0, 0.2).asDiagonal()};
  expect_screws(hub);
  EXPECT_EQ(principal_inertia(hub).radii, Vector3(0, 0, Limits::none));
}

TEST(PrincipalInertia, KeepsTheAxesOfADiagonalInertia) {
  const PrincipalInertia p =
      principal_inertia({2, Vector3::Zero(), Vector3(0.3, 0.1, 0.2).asDiagonal()});
  EXPECT_EQ(p.axes, Matrix3(Matrix3::Identity()));
  EXPECT_EQ(p.moments, Vector3(0.3, 0.1, 0.2));
  EXPECT_NEAR(p.radii[2], std::sqrt(0.1), 1e-16);
  EXPECT_EQ(p.screws(5, 2), -p.radii[2]);
  EXPECT_EQ(p.screws(5, 5), 1);
}

void expect_construction(const LinkBody& body) {
  const Matrix6& M = body.principal.generalised_mass;
  const Matrix& J = body.jacobian;
  const double size = 1 + largest(J);
  EXPECT_TRUE(close(body.T * body.base_jacobian, J, 1e-13, size));
  Matrix6 turn = Matrix6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = body.T.topLeftCorner<3, 3>();
  EXPECT_TRUE(close(turn * body.centre_jacobian, J, 1e-13, size));
  EXPECT_TRUE(close(J.transpose() * M * J, body.M, 1e-13, largest(M) * size * size));
}

// Every body belongs to one link, so the links add up to the robot: with mimics, with armature.
TEST(ExplainLink, LinksAddUpToTheRobot) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 14, .mimics = seed % 2 == 0});
    const RandomState x = random_state(model, seed);
    Evaluator e(model);
    const int n = model.nv();
    Matrix M = Matrix::Zero(n, n), C = M;
    Vector g = Vector::Zero(n);
    Vector share = Vector::Zero(n);
    for (int i = 0; i < model.size(); ++i) {
      const LinkTerms t = explain_link(model, x.q, x.v, static_cast<LinkId>(i));
      if (t.link != static_cast<LinkId>(i)) continue;  // a part of another link
      M(t.movers, t.movers) += t.M;
      C(t.movers, t.movers) += t.C;
      g(t.movers) += t.g;
      share(t.movers) += t.share;
      for (const LinkBody& body : t.bodies) expect_construction(body);
    }
    const Matrix whole = e.mass_matrix(x.q);
    EXPECT_TRUE(close(M, whole, 1e-13));
    EXPECT_TRUE(close(C, e.coriolis(x.q, x.v), 1e-12, largest(C) + largest(M) * largest(x.v)));
    EXPECT_TRUE(close(g, e.gravity(x.q), 1e-12));
    EXPECT_TRUE(close(share, Vector::Ones(n), 1e-12));
  }
}

TEST(ExplainLink, APartIsExplainedWithItsLink) {
  Model model;
  const LinkId base = model.add(make_link("base", JointType::fixed));
  const LinkId arm = model.add(make_link("arm", JointType::prismatic), base);
  const LinkId tool = model.add(placed(make_link("tool", JointType::fixed), {0, 0, 1}), arm);
  const Vector x = Vector::Zero(1);
  const LinkTerms t = explain_link(model, x, x, tool);
  EXPECT_EQ(t.link, arm);
  ASSERT_EQ(t.bodies.size(), 2U);
  EXPECT_EQ(t.bodies[0].role, LinkBody::structure);
  EXPECT_EQ(t.bodies[1].role, LinkBody::fixed);
  EXPECT_DOUBLE_EQ(t.bodies[1].M(0, 0), 2);
  EXPECT_DOUBLE_EQ(t.M(0, 0), 4);
  EXPECT_DOUBLE_EQ(t.g[0], 4 * 9.81);
  const LinkTerms ground = explain_link(model, x, x, base);
  EXPECT_FALSE(ground.moves);
  EXPECT_TRUE(ground.movers.empty());
  EXPECT_EQ(ground.bodies.size(), 1U);
}

/// An arm, on it a motor that drives the forearm by a gear, and a tool on the forearm: all turn
/// about z. Lengths of the paper's example; gravity along -y.
struct GearedArm {
  static constexpr double a1 = 0.26, l1 = 0.1, l2 = 0.03, d = 0.2, t = 0.25, ratio = -50;
  static constexpr double m1 = 6.5, I1 = 0.12, m2 = 2, I2 = 0.01, mr = 0.4, Ir = 2e-4, mt = 1;
  Model model;
  LinkId arm, rotor, forearm, tool;

  GearedArm() {
    const auto planar = [](double mass, double l, double I) {
      return MassProperties{mass, {l, 0, 0}, Vector3(I, I, I).asDiagonal()};
    };
    const Vector3 z = Vector3::UnitZ();
    arm = model.add(make_link("arm", JointType::revolute, z, planar(m1, l1, I1)));
    forearm = model.add(
        placed(make_link("forearm", JointType::revolute, z, planar(m2, l2, I2)), {a1, 0, 0}), arm);
    rotor =
        model.add(placed(mimicking(make_link("rotor", JointType::revolute, z, planar(mr, 0, Ir)),
                                   "forearm", ratio),
                         {d, 0, 0}),
                  arm);
    tool = model.add(placed(make_link("tool", JointType::fixed, z, planar(mt, 0, 0)), {t, 0, 0}),
                     forearm);
    model.set_gravity({0, -9.81, 0});
  }
};

Matrix matrix2(double a, double b, double c, double d) {
  return (Matrix(2, 2) << a, b, c, d).finished();
}

// The rotor turns with θ̇1 + N θ̇2 and is carried by the arm, so that
// T = ½ m_r d² θ̇1² + ½ I_r (θ̇1 + N θ̇2)²: the coupling terms N I_r are there, not only N² I_r.
TEST(ExplainLink, StructureAndRotorBehindAGear) {
  using G = GearedArm;
  const GearedArm robot;
  const Vector q{{0.4, -0.9}}, v{{0.7, 1.3}};
  const double c1 = std::cos(q[0]), g = 9.81, N = G::ratio;
  const LinkTerms arm = explain_link(robot.model, q, v, robot.rotor);
  EXPECT_EQ(arm.link, robot.arm);
  EXPECT_EQ(arm.movers, (std::vector<int>{0, 1}));
  ASSERT_EQ(arm.bodies.size(), 2U);
  const LinkBody &structure = arm.bodies[0], &rotor = arm.bodies[1];
  EXPECT_EQ(rotor.link, robot.rotor);
  EXPECT_EQ(rotor.role, LinkBody::geared);
  EXPECT_TRUE(close(structure.M, matrix2(G::m1 * G::l1 * G::l1 + G::I1, 0, 0, 0), 1e-15));
  EXPECT_TRUE(close(
      rotor.M, matrix2(G::mr * G::d * G::d + G::Ir, N * G::Ir, N * G::Ir, N * N * G::Ir), 1e-15));
  EXPECT_TRUE(close(structure.g, Vector{{G::m1 * g * G::l1 * c1, 0}}, 1e-15));
  EXPECT_TRUE(close(rotor.g, Vector{{G::mr * g * G::d * c1, 0}}, 1e-14));
  EXPECT_LT(largest(arm.C), 1e-15);
  EXPECT_TRUE(close(arm.M, structure.M + rotor.M, 1e-15));
}

// (47) and (48) of the paper for the structure, and once more for the tool.
TEST(ExplainLink, StructureAndTool) {
  using G = GearedArm;
  const GearedArm robot;
  const Vector q{{0.4, -0.9}}, v{{0.7, 1.3}};
  const double c2 = std::cos(q[1]), s2 = std::sin(q[1]);
  const LinkTerms forearm = explain_link(robot.model, q, v, robot.forearm);
  ASSERT_EQ(forearm.bodies.size(), 2U);
  for (const auto& [body, m, l, I] : {std::tuple{&forearm.bodies[0], G::m2, G::l2, G::I2},
                                      std::tuple{&forearm.bodies[1], G::mt, G::t, 0.0}}) {
    const double coupled = m * l * (l + G::a1 * c2) + I, h = m * G::a1 * l * s2;
    EXPECT_TRUE(close(body->M,
                      matrix2(m * (G::a1 * G::a1 + l * l + 2 * G::a1 * l * c2) + I, coupled,
                              coupled, m * l * l + I),
                      1e-14));
    EXPECT_TRUE(close(body->C, matrix2(-h * v[1], -h * (v[0] + v[1]), h * v[0], 0), 1e-14));
  }
}

// The motor of a slide: a ratio in radians a metre, and an axis across that of the arm. The rotor's
// angular velocity is (N ḋ, 0, θ̇): its two moments of inertia do not mix.
TEST(ExplainLink, RotorOfASlideOnABevelGear) {
  Model model;
  const MassProperties rotor{0.4, Vector3::Zero(), Vector3(2e-4, 5e-4, 5e-4).asDiagonal()};
  const LinkId arm = model.add(make_link("arm", JointType::revolute, Vector3::UnitZ()));
  model.add(make_link("slide", JointType::prismatic, Vector3::UnitX()), arm);
  const LinkId motor = model.add(
      placed(
          mimicking(make_link("rotor", JointType::revolute, Vector3::UnitX(), rotor), "slide", 300),
          {0, 0.5, 0}),
      arm);
  const Vector q{{0.4, 0.2}}, v{{0.7, 1.3}};
  const LinkTerms t = explain_link(model, q, v, motor);
  ASSERT_EQ(t.bodies.size(), 2U);
  EXPECT_TRUE(close(t.bodies[1].M, matrix2(0.4 * 0.25 + 5e-4, 0, 0, 300 * 300 * 2e-4), 1e-14));
}

TEST(ExplainLink, RefusesWhatAnEvaluationRefuses) {
  const GearedArm robot;
  const Vector x = Vector::Zero(2), wrong = Vector::Zero(3);
  EXPECT_THROW(explain_link(robot.model, wrong, x, robot.arm), UsageError);
  EXPECT_THROW(explain_link(robot.model, x, wrong, robot.arm), UsageError);
  EXPECT_THROW(explain_link(robot.model, x, x, static_cast<LinkId>(9)), ModelError);
}

}  // namespace
}  // namespace kinetree::testing
