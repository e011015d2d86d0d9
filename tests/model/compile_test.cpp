#include "model/compile.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "kinetree/evaluator.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/dense.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

Matrix3 turn(double angle, const Vector3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

double total_mass(const Compiled& compiled) {
  double mass = compiled.grounded.mass;
  for (const auto& body : compiled.tree.inertia) mass += body.mass;
  return mass;
}

/// A hinged arm whose tool is welded on, bent and shifted; a weld to the world as well.
Model welded() {
  Model model;
  const LinkId floor = model.add(make_link("floor", JointType::fixed));
  const LinkId arm = model.add(placed(make_link("arm", JointType::revolute), {0, 0, 1}), floor);
  Link tool = make_link("tool", JointType::fixed);
  tool.joint.placement = {turn(0.4, {1, 2, 3}), {0.5, 0.1, -0.2}};
  tool.inertia = {1.5, {0.05, 0.02, 0.01}, Vector3(0.01, 0.02, 0.025).asDiagonal()};
  model.add(tool, arm);
  return model;
}

TEST(Compile, MergesFixedLinksIntoWhatCarriesThem) {
  const Compiled compiled = compile(welded(), true);
  EXPECT_EQ(compiled.tree.size(), 1);
  EXPECT_EQ(compiled.tree.nv(), 1);
  EXPECT_EQ(compiled.grounded.mass, 2);
  EXPECT_EQ(compiled.tree.inertia[0].mass, 3.5);
  EXPECT_NEAR(total_mass(compiled), 5.5, 1e-15);
}

TEST(Compile, AWeldedToolWeighsWhatTheSameMassInTheArmDoes) {
  Model merged = welded();
  // The tool's mass properties seen from the arm: com = R c + p, inertia R I Rᵀ, about the joint
  // com by the theorem of Steiner.
  const MassProperties arm = ball(), tool = merged.link(LinkId{2}).inertia;
  const Pose& X = merged.link(LinkId{2}).joint.placement;
  const Vector3 tool_com = X.R * tool.com + X.p;
  MassProperties sum;
  sum.mass = arm.mass + tool.mass;
  sum.com = (arm.mass * arm.com + tool.mass * tool_com) / sum.mass;
  const auto steiner = [&](double mass, const Vector3& com) -> Matrix3 {
    const Vector3 r = com - sum.com;
    return mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
  };
  sum.inertia = arm.inertia + steiner(arm.mass, arm.com) + X.R * tool.inertia * X.R.transpose() +
                steiner(tool.mass, tool_com);
  merged.set_inertia(LinkId{1}, sum);
  merged.set_inertia(LinkId{2}, {});
  const Vector q = Vector::Constant(1, 0.3);
  Evaluator one(welded()), other(merged);
  EXPECT_TRUE(close(one.mass_matrix(q), other.mass_matrix(q), 1e-14));
  EXPECT_TRUE(close(one.gravity(q), other.gravity(q), 1e-14, 5.5 * 9.81));
}

TEST(Compile, KeepsTheFramesOfMergedLinks) {
  const Model model = welded();
  const Compiled compiled = compile(model, true);
  ASSERT_EQ(compiled.frames.size(), 3U);
  EXPECT_EQ(compiled.frames[0].link, -1);
  EXPECT_EQ(compiled.frames[1].link, 0);
  EXPECT_EQ(compiled.frames[2].link, 0);
  const Pose tool = to_public(compiled.frames[2].X_link);
  EXPECT_TRUE(close(tool.R, model.link(LinkId{2}).joint.placement.R, 1e-15));
  EXPECT_TRUE(close(tool.p, model.link(LinkId{2}).joint.placement.p, 1e-15));
}

class AxisFrame : public ::testing::TestWithParam<Vector3> {
 protected:
  Compiled compiled_with(const Vector3& axis) const {
    Model model;
    model.add(make_link("a", JointType::revolute, axis));
    return compile(model, true);
  }
};
INSTANTIATE_TEST_SUITE_P(MainAxes, AxisFrame,
                         ::testing::Values(Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0),
                                           Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1)));

TEST_P(AxisFrame, IsExactForMainAxes) {
  const Compiled compiled = compiled_with(3.0 * GetParam());
  const Matrix3 R = dense(compiled.tree.placement[0].R);
  EXPECT_EQ(Vector3(R.col(2)), GetParam());
  EXPECT_EQ(Matrix3(R * R.transpose()), Matrix3(Matrix3::Identity()));
  EXPECT_EQ(R.determinant(), 1);
  const Matrix3 back = dense(compiled.frames[0].X_link.R);
  EXPECT_EQ(Matrix3(R * back), Matrix3(Matrix3::Identity())) << "at q = 0 the link is not turned";
}

TEST_F(AxisFrame, IsARotationForAnyAxis) {
  const std::uint64_t seed = 3;
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomSpatial random(seed);
  for (int i = 0; i < 50; ++i) {
    const Vector3 axis = dense(random.vec());
    const Matrix3 R = dense(compiled_with(axis).tree.placement[0].R);
    EXPECT_TRUE(close(R.col(2), axis.normalized(), 1e-15));
    EXPECT_TRUE(close(R * R.transpose(), Matrix3::Identity(), 1e-15));
    EXPECT_GT(R.determinant(), 0);
  }
}

TEST(Compile, PolishesRotationsThatFilesHaveRounded) {
  Model model;
  Link link = make_link("a", JointType::spherical);
  const Matrix3 R = turn(0.7, {1, 1, 0});
  link.joint.placement.R = (1e7 * R).array().round() / 1e7;
  model.add(link);
  const Matrix3 polished = dense(compile(model, true).tree.placement[0].R);
  EXPECT_TRUE(close(polished * polished.transpose(), Matrix3::Identity(), 1e-13));
  EXPECT_TRUE(close(polished, R, 1e-7));
}

// Slides along x and y of the plane, then a turn about its normal.
TEST(Compile, SplitsAPlanarJointIntoTwoSlidesAndAHinge) {
  Model model;
  Link sled = placed(make_link("sled", JointType::planar), {1, 2, 3});
  model.add(sled);
  const Compiled compiled = compile(model, true);
  ASSERT_EQ(compiled.tree.size(), 3);
  EXPECT_EQ(compiled.tree.kind[0], JointKind::prismatic);
  EXPECT_EQ(compiled.tree.kind[1], JointKind::prismatic);
  EXPECT_EQ(compiled.tree.kind[2], JointKind::revolute);
  EXPECT_EQ(compiled.tree.inertia[0].mass, 0);
  EXPECT_EQ(compiled.tree.inertia[2].mass, 2);
  EXPECT_EQ(compiled.slot, (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(compiled.tree.previous, (std::vector<int>{-1, 0, 1}));
  Evaluator evaluator(model);
  const Pose X = evaluator.poses(Vector3(0.5, -0.25, 0.3))[0];
  EXPECT_TRUE(close(X.p, Vector3(1.5, 1.75, 3), 1e-15));
  EXPECT_TRUE(close(X.R, turn(0.3, {0, 0, 1}), 1e-15));
}

TEST(Compile, APlanarJointStaysInItsPlane) {
  const Vector3 normal = Vector3(1, -2, 0.5).normalized();
  Model model;
  model.add(make_link("sled", JointType::planar, normal));
  Evaluator evaluator(model);
  const Pose X = evaluator.poses(Vector3(0.5, -0.25, 0.3))[0];
  EXPECT_NEAR(X.p.dot(normal), 0, 1e-15);
  EXPECT_NEAR(X.p.norm(), std::hypot(0.5, 0.25), 1e-15);
  EXPECT_TRUE(close(X.R, turn(0.3, normal), 1e-15));
}

TEST(Compile, HasNoCouplingWithoutMimics) {
  const Compiled compiled = compile(welded(), true);
  EXPECT_FALSE(compiled.coupled());
  EXPECT_TRUE(compiled.q.empty());
}

TEST(Compile, ResolvesChainsOfMimics) {
  Model model;
  model.add(make_link("other", JointType::revolute));
  model.add(mimicking(make_link("early", JointType::revolute), "late", -1, 0.25));
  model.add(mimicking(make_link("late", JointType::prismatic), "leader", 3, 0.5));
  model.add(make_link("leader", JointType::continuous));
  const Compiled compiled = compile(model, true);
  ASSERT_TRUE(compiled.coupled());
  EXPECT_EQ(compiled.nv, 2);
  EXPECT_EQ(compiled.tree.nv(), 4);
  ASSERT_EQ(compiled.q.size(), 4U);
  const auto expect = [](const Coupled& c, int source, double multiplier, double offset) {
    EXPECT_EQ(c.source, source);
    EXPECT_EQ(c.multiplier, multiplier);
    EXPECT_EQ(c.offset, offset);
  };
  expect(compiled.q[0], 0, 1, 0);
  expect(compiled.q[1], 1, -3, -0.25);  // 0.25 - (3 q + 0.5)
  expect(compiled.q[2], 1, 3, 0.5);
  expect(compiled.q[3], 1, 1, 0);
  expect(compiled.v[1], 1, -3, 0);
  EXPECT_EQ(compiled.slot, (std::vector<int>{0, 1, 1, 1}));
}

TEST(Compile, CarriesArmatureDampingAndFrictionForEveryVelocity) {
  Model model;
  Link link = make_link("hip", JointType::spherical);
  link.joint.armature = 0.1;
  link.joint.damping = 0.2;
  link.joint.friction = 0.3;
  model.add(link);
  const Compiled with = compile(model, true), without = compile(model, false);
  EXPECT_EQ(with.tree.armature, std::vector<double>(3, 0.1));
  EXPECT_EQ(without.tree.armature, std::vector<double>(3, 0.0));
  EXPECT_EQ(with.damping, std::vector<double>(3, 0.2));
  EXPECT_EQ(with.friction, std::vector<double>(3, 0.3));
}

TEST(Compile, PreviousFollowsThePathsOfVelocities) {
  Model model;
  model.add(make_link("body", JointType::floating));
  model.add(make_link("left", JointType::spherical), LinkId{0});
  model.add(make_link("right", JointType::revolute), LinkId{0});
  model.add(make_link("alone", JointType::prismatic));
  EXPECT_EQ(compile(model, true).tree.previous,
            (std::vector<int>{-1, 0, 1, 2, 3, 4, 5, 6, 7, 5, -1}));
}

TEST(Compile, TotalMassIsThatOfEveryLinkOfARandomTree) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 30});
    double mass = 0;
    for (int i = 0; i < model.size(); ++i) mass += model.link(static_cast<LinkId>(i)).inertia.mass;
    EXPECT_NEAR(total_mass(compile(model, true)), mass, 1e-13 * mass);
  }
}

TEST(Compile, RefusesWhatCannotBeEvaluatedAndCountsTheRest) {
  Model model;
  model.file = "arm.urdf";
  Link bad = make_link("forearm", JointType::revolute, Vector3::Zero());
  bad.joint.name = "elbow";
  bad.joint.where = {12, 3};
  model.add(bad);
  const auto text = [&] { return message_of<ModelError>([&] { compile(model, true); }); };
  EXPECT_EQ(text(),
            "arm.urdf:12:3: joint 'elbow': the axis 0 0 0 has no direction (give a unit vector, "
            "e.g. 0 0 1)");
  bad.name = "hand";
  bad.joint.name = "wrist";
  bad.inertia.mass = -1;
  model.add(bad);
  EXPECT_TRUE(contains(text(), "(and 2 more faults)"));
}

TEST(Compile, EverySubtreeIsOneStretchOfThePreorder) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Compiled compiled = compile(random_tree(seed, {.links = 25, .branching = 1}), true);
    const Tree<double> tree = compiled.tree.view();
    const auto is_below = [&](int link, int ancestor) {
      while (link >= 0 && link != ancestor) link = tree.parent[link];
      return link == ancestor;
    };
    for (int i = 0; i < tree.size(); ++i) {
      const View<const int> stretch = tree.subtree(i);
      for (int n = 0; n < stretch.size(); ++n) EXPECT_TRUE(is_below(stretch[n], i));
      int below = 0;
      for (int k = 0; k < tree.size(); ++k) {
        below += is_below(k, i) ? 1 : 0;
        EXPECT_EQ(tree.carries(i, k), is_below(k, i));
      }
      EXPECT_EQ(stretch.size(), below);
    }
  }
}

TEST(Compile, BodiesByTheirCentresAreTheSameBodies) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Compiled compiled = compile(random_tree(seed, {.links = 20}), true);
    for (std::size_t i = 0; i < compiled.tree.body.size(); ++i) {
      const spatial::Body<double>& body = compiled.tree.body[i];
      const spatial::Inertia<double>& inertia = compiled.tree.inertia[i];
      const spatial::Vec3<double> h = body.mass * body.c;
      const spatial::Sym3<double> I = body.I + point_inertia(body.c, h);
      EXPECT_NEAR(body.mass, inertia.mass, 1e-14);
      EXPECT_NEAR(h.x, inertia.h.x, 1e-13);
      EXPECT_NEAR(h.z, inertia.h.z, 1e-13);
      EXPECT_NEAR(I.xx, inertia.I.xx, 1e-12);
      EXPECT_NEAR(I.xz, inertia.I.xz, 1e-12);
      EXPECT_NEAR(I.yz, inertia.I.yz, 1e-12);
    }
  }
}

TEST(Compile, ALinkWithoutMassHasItsInertiaAnywhere) {
  Model model;
  const LinkId hub = model.add(make_link("hub", JointType::revolute, Vector3::UnitZ(),
                                         {0, {1, 2, 3}, 2 * Matrix3::Identity()}));
  model.add(make_link("cap", JointType::fixed, Vector3::UnitZ(),
                      {0, Vector3::Zero(), Matrix3::Identity()}),
            hub);
  const spatial::Body<double> body = compile(model, true).tree.body[0];
  EXPECT_EQ(body.mass, 0);
  EXPECT_EQ(body.I.xx, 3);
  EXPECT_EQ(body.I.xy, 0);
}

}  // namespace
}  // namespace kinetree::testing
