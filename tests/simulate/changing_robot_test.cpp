// Velocities after a capture, against the impulse of a constraint between two robots that do not
// know of each other: the robot, and the payload as a free body, in one forest.
#include "simulate/changing_robot.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <random>

#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing::changing_robot_test {
namespace {

using simulation::ChangingRobot;

struct Draw {
  explicit Draw(unsigned seed) : engine(seed) {}
  double operator()() { return std::uniform_real_distribution(-1.0, 1.0)(engine); }
  Vector vector(int n) {
    Vector x(n);
    for (double& entry : x) entry = (*this)();
    return x;
  }
  Vector3 vector3() { return vector(3); }
  Matrix3 rotation() {
    return Eigen::AngleAxisd(2 * (*this)(), vector3().normalized()).toRotationMatrix();
  }
  std::mt19937 engine;
};

Vector random_q(const Model& model, Draw& draw) {
  Vector q = draw.vector(model.nq());
  for (const JointSlot& slot : model.joints()) {
    if (slot.nq != slot.nv) q.segment<4>(slot.q_first + slot.nq - 4).normalize();
  }
  return q;
}

Model arm() {
  Model model;
  Link first = make_link("one", JointType::revolute, Vector3::UnitY());
  first.joint.armature = 0.3;
  model.add(first);
  model.add(placed(make_link("two", JointType::revolute, {0, 0.6, 0.8}), {0.4, 0, 0.1}),
            model.at("one"));
  model.add(placed(make_link("three", JointType::prismatic, Vector3::UnitX()), {0.1, 0.2, 0}),
            model.at("two"));
  return model;
}

/// A root that is fixed to its parent by a joint, a branching tree below it.
Model payload(JointType root, bool many) {
  Model model;
  model.name = "load";
  model.add(make_link("load", root, Vector3(0.6, 0, 0.8),
                      {1.5, {0.2, -0.1, 0.1}, Vector3(0.03, 0.04, 0.05).asDiagonal()}));
  if (!many) return model;
  model.add(placed(make_link("left", JointType::revolute, Vector3::UnitX()), {0, 0.2, 0}),
            model.at("load"));
  model.add(placed(make_link("right", JointType::spherical), {0, -0.2, 0}), model.at("load"));
  return model;
}

/// The same with its root floating, beside the robot.
Model forest(const Model& robot, const Model& branch) {
  Model both = robot;
  for (int i = 0; i < branch.size(); ++i) {
    const LinkId id{static_cast<std::uint32_t>(i)};
    Link link = branch.link(id);
    if (!branch.parent(id)) {
      link.joint.type = JointType::floating;
      link.joint.placement = {};
      both.add(link);
    } else {
      both.add(link, both.at(branch.link(*branch.parent(id)).name));
    }
  }
  return both;
}

/// Directions in which the root of a payload cannot move in its parent, in the joint's frame:
/// linear, then angular.
Matrix forbidden(JointType type, const Vector3& axis) {
  if (type == JointType::fixed) return Matrix::Identity(6, 6);
  if (type == JointType::spherical) return Matrix::Identity(3, 6);
  const Vector3 u = axis.normalized().unitOrthogonal(), w = axis.normalized().cross(u);
  Matrix rows = Matrix::Zero(5, 6);
  if (type == JointType::revolute) {
    rows.topLeftCorner<3, 3>().setIdentity();
    rows.block<1, 3>(3, 3) = u.transpose();
    rows.block<1, 3>(4, 3) = w.transpose();
  } else {  // prismatic
    rows.block<1, 3>(0, 0) = u.transpose();
    rows.block<1, 3>(1, 0) = w.transpose();
    rows.block<3, 3>(2, 3).setIdentity();
  }
  return rows;
}

struct Collision {
  Model robot, branch, both, extended;
  Attach edit;
  State before, after;
  std::vector<bool> fixed;
  ChangingRobot::Outcome outcome;

  Collision(const Model& with, JointType joint, bool many, Attach::Before moves, unsigned seed,
            int held = -1)
      : robot(with), branch(payload(joint, many)), both(forest(with, branch)) {
    Draw draw(seed);
    edit.as = "load";
    edit.to = robot.link(LinkId{static_cast<std::uint32_t>(robot.size() - 1)}).name;
    edit.branch = branch;
    edit.placement = {draw.rotation(), draw.vector3()};
    edit.q = random_q(branch, draw);
    edit.before = moves;
    edit.linear = draw.vector3();
    edit.angular = draw.vector3();
    before = {0.5, random_q(robot, draw), 2 * draw.vector(robot.nv())};
    fixed.assign(static_cast<std::size_t>(robot.nv()), false);
    if (held >= 0) fixed[static_cast<std::size_t>(held)] = true;
    ChangingRobot changing(robot, {});
    after = before;
    std::vector<bool> still = fixed;
    outcome = changing.apply(edit, after, still);
    extended = changing.model();
  }

  /// Velocities of the forest after the constraint's impulse, by a dense solution.
  Vector dense() {
    Evaluator whole(extended), pair(both);
    const Pose root = whole.poses(after.q)[index(extended.at("load"))];
    // q of the forest: the robot's, the pose of the root, the payload's own joints.
    Vector q = both.neutral(), v = Vector::Zero(both.nv());
    q.head(robot.nq()) = before.q;
    v.head(robot.nv()) = before.v;
    const Eigen::Quaterniond turn(root.R);
    q.segment<3>(robot.nq()) = root.p;
    q.segment<4>(robot.nq() + 3) = turn.coeffs();
    const int root_q =
        branch.joints().empty() || branch.joints()[0].link != LinkId{} ? 0 : branch.joints()[0].nq;
    q.tail(both.nq() - robot.nq() - 7) = edit.q.tail(branch.nq() - root_q);
    if (edit.before == Attach::moving) {
      v.segment<3>(robot.nv()) = root.R.transpose() * edit.linear;
      v.segment<3>(robot.nv() + 3) = root.R.transpose() * edit.angular;
    }
    const Pose hand = whole.poses(after.q)[index(extended.at(edit.to))];
    const Matrix3 R = hand.R * edit.placement.R;  // axes of the joint
    Matrix turned = Matrix::Zero(6, 6);
    turned << R.transpose(), Matrix3::Zero(), Matrix3::Zero(), R.transpose();
    const Vector3 point = hand.R.transpose() * (root.p - hand.p);
    Matrix relative = pair.jacobian(q, both.at("load"));  // a copy: the next call writes there
    relative -= pair.jacobian(q, both.at(edit.to), point);
    Matrix A = forbidden(branch.link(LinkId{}).joint.type, branch.link(LinkId{}).joint.axis) *
               turned * relative;
    const Matrix M = pair.mass_matrix(q);
    Vector aim = Vector::Zero(A.rows());
    for (std::size_t k = 0; k < fixed.size(); ++k) {  // one more constraint each
      if (!fixed[k]) continue;
      A.conservativeResize(A.rows() + 1, A.cols());
      A.bottomRows<1>().setZero();
      A(A.rows() - 1, static_cast<Eigen::Index>(k)) = 1;
      aim.conservativeResize(A.rows());
      aim[A.rows() - 1] = before.v[static_cast<Eigen::Index>(k)];
    }
    const Eigen::Index n = M.rows(), m = A.rows();
    Matrix kkt = Matrix::Zero(n + m, n + m);
    kkt.topLeftCorner(n, n) = M;
    kkt.topRightCorner(n, m) = -A.transpose();
    kkt.bottomLeftCorner(m, n) = A;
    Vector right(n + m);
    right << M * v, aim;
    forest_before = 0.5 * v.dot(M * v);
    const Vector now = kkt.fullPivLu().solve(right).head(n);
    forest_after = 0.5 * now.dot(M * now);
    forest_q = q;
    return now;
  }
  double forest_before = 0, forest_after = 0;
  Vector forest_q;
};

class Captures : public ::testing::TestWithParam<std::tuple<JointType, bool, int>> {};

TEST_P(Captures, AreTheImpulseOfAConstraint) {
  const auto [joint, many, which] = GetParam();
  const std::vector<Model> robots{
      arm(), satellite(), *[] {
        std::optional<Model> ball;
        ball.emplace();
        ball->add(make_link("ball", JointType::spherical));
        ball->add(placed(make_link("rod", JointType::revolute), {0, 0.3, 0}), ball->at("ball"));
        return ball;
      }()};
  for (const Attach::Before moves : {Attach::rest, Attach::moving}) {
    for (const int held : {-1, 1}) {
      Collision c(robots[static_cast<std::size_t>(which)], joint, many, moves, 7, held);
      const Vector v = c.dense();
      EXPECT_TRUE(
          close(Vector(c.after.v.head(c.robot.nv())), Vector(v.head(c.robot.nv())), 1e-11, 1));
      Evaluator pair(c.both), whole(c.extended);
      for (int i = 0; i < c.branch.size(); ++i) {  // all links of the payload, too
        const std::string& name = c.branch.link(LinkId{static_cast<std::uint32_t>(i)}).name;
        const Vector there = pair.jacobian(c.forest_q, c.both.at(name)) * v;
        const Vector here = whole.jacobian(c.after.q, c.extended.at(name)) * c.after.v;
        EXPECT_TRUE(close(here, there, 1e-11, 1)) << name;
      }
      const RobotChange& books = c.outcome.books;
      EXPECT_LT(books.residual, 1e-11);
      EXPECT_GT(books.lost, 0);
      if (held < 0) {
        EXPECT_NEAR(books.lost, c.forest_before - c.forest_after, 1e-10);
      }
      if (held >= 0) {
        EXPECT_NEAR(books.lost, c.forest_before + books.drive_work - c.forest_after, 1e-10);
        EXPECT_EQ(c.after.v[held], c.before.v[held]);
      }
      if (which == 1 && held < 0) {
        EXPECT_TRUE(books.floats);
        EXPECT_LT((books.linear_after - books.linear_before).norm(), 1e-11);
        EXPECT_LT((books.angular_after - books.angular_before).norm(), 1e-11);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Captures,
                         ::testing::Combine(::testing::Values(JointType::fixed, JointType::revolute,
                                                              JointType::prismatic,
                                                              JointType::spherical),
                                            ::testing::Bool(), ::testing::Values(0, 1, 2)));

TEST(ChangingRobot, WhatIsCarriedChangesNothing) {
  const Collision c(satellite(), JointType::revolute, true, Attach::carried, 3);
  EXPECT_EQ(Vector(c.after.v.head(c.robot.nv())), c.before.v);
  EXPECT_EQ(c.after.v.tail(c.branch.nv()).norm(), 0);
  EXPECT_NEAR(c.outcome.books.lost, 0, 1e-12);
  EXPECT_LT(c.outcome.books.residual, 1e-12);
}

TEST(ChangingRobot, ReleasesTakeTheirShareAndNothingElse) {
  for (const Model& robot : {arm(), satellite()}) {
    Collision c(robot, JointType::spherical, true, Attach::moving, 11);
    ChangingRobot changing(robot, {});
    State x = c.before;
    std::vector<bool> fixed = c.fixed;
    changing.apply(c.edit, x, fixed);
    const State held = x;
    const auto out = changing.apply(Detach{"load"}, x, fixed);
    EXPECT_EQ(x.v, Vector(held.v.head(robot.nv())));
    EXPECT_EQ(x.q, c.before.q);
    EXPECT_EQ(changing.model().size(), robot.size());
    EXPECT_LT(out.books.residual, 1e-12);
    EXPECT_NEAR(out.books.lost, 0, 1e-12);
    EXPECT_LT((out.books.linear_after - out.books.linear_before).norm(), 1e-11);
    EXPECT_LT((out.books.angular_after - out.books.angular_before).norm(), 1e-11);
    Evaluator whole(c.extended), left(robot);
    EXPECT_NEAR(out.books.kinetic,
                left.kinetic_energy(x.q, x.v) - whole.kinetic_energy(held.q, held.v), 1e-12);
    EXPECT_LT(out.books.kinetic, 0);
    EXPECT_NEAR(out.books.mass, robot.size() > 0 ? -5.5 : 0, 1e-12);
    EXPECT_THROW(changing.apply(Detach{"load"}, x, fixed), ModelError);
  }
}

TEST(ChangingRobot, LockingIsAnImpactToo) {
  const Model robot = arm();
  Draw draw(5);
  const State before{0, draw.vector(3), draw.vector(3)};
  ChangingRobot changing(robot, {});
  State x = before;
  std::vector<bool> fixed(3);
  const auto out = changing.apply(Lock{"two"}, x, fixed);
  const Matrix M = Evaluator(robot).mass_matrix(before.q);
  const Vector p = M * before.v;
  Eigen::Matrix2d kept;
  kept << M(0, 0), M(0, 2), M(2, 0), M(2, 2);
  EXPECT_TRUE(close(x.v, Vector(kept.inverse() * Eigen::Vector2d(p[0], p[2])), 1e-12, 1));
  EXPECT_GT(out.books.lost, 0);
  EXPECT_LT(out.books.residual, 1e-12);
  const State locked = x;
  const auto freed = changing.apply(Unlock{"two"}, x, fixed);
  EXPECT_TRUE(close(x.q, before.q, 1e-15, 1));
  EXPECT_EQ(x.v, Vector3(locked.v[0], 0, locked.v[1]));
  EXPECT_NEAR(freed.books.lost, 0, 1e-12);
  EXPECT_EQ(changing.model().nv(), 3);
}

TEST(ChangingRobot, IsAsBeforeWhereAnEditIsRefused) {
  ChangingRobot changing(arm(), {});
  Draw draw(1);
  State x{0, draw.vector(3), draw.vector(3)};
  const State before = x;
  std::vector<bool> fixed(3);
  Attach attach{.as = "load", .to = "nobody", .branch = payload(JointType::fixed, false)};
  EXPECT_THROW(changing.apply(attach, x, fixed), ModelError);
  attach.to = "two";
  attach.branch = arm();
  EXPECT_THROW(changing.apply(attach, x, fixed), ModelError);  // names are there
  attach.branch = Model();
  attach.branch.add(make_link("ring", JointType::revolute, Vector3::UnitZ(), {}));
  EXPECT_THROW(changing.apply(attach, x, fixed), ModelError);  // no inertia
  EXPECT_THROW(changing.apply(Unlock{"two"}, x, fixed), ModelError);
  EXPECT_THROW(changing.apply(Lock{"twelve"}, x, fixed), ModelError);
  EXPECT_EQ(x.v, before.v);
  EXPECT_EQ(changing.model().size(), 3);
}

}  // namespace
}  // namespace kinetree::testing::changing_robot_test
