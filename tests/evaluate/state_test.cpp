#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

TEST(RandomStates, AreTheSameForTheSameSeed) {
  const Model model = random_tree(3, {.links = 12});
  const RandomState x = random_state(model, 42), y = random_state(model, 42);
  EXPECT_EQ(x.q, y.q);
  EXPECT_EQ(x.v, y.v);
  EXPECT_EQ(x.a, y.a);
  EXPECT_EQ(x.tau, y.tau);
  EXPECT_NE(x.q, random_state(model, 43).q);
}

// SplitMix64, written down once more in Python. Whoever changes these numbers changed every seed
// that was ever recorded.
TEST(RandomStates, AreTheSameOnEveryMachine) {
  Model model;
  model.add(make_link("a", JointType::revolute));
  const RandomState x = random_state(model, 1);
  EXPECT_DOUBLE_EQ(x.q[0], 1.5442923260057837);
  EXPECT_DOUBLE_EQ(x.v[0], 1.8840110143471849);
  EXPECT_DOUBLE_EQ(x.a[0], -0.22256313177691167);
  EXPECT_DOUBLE_EQ(x.tau[0], -1.1147059834728381);
}

TEST(RandomStates, StayWithinWhatTheHeaderSays) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 6});
    const RandomState x = random_state(model, seed);
    ASSERT_EQ(x.q.size(), model.nq());
    ASSERT_EQ(x.v.size(), model.nv());
    for (const JointSlot& slot : model.joints()) {
      const JointType type = model.link(slot.link).joint.type;
      const Vector q = x.q.segment(slot.q_first, slot.nq);
      EXPECT_LE(largest(q), slot.nv == 1 && type != JointType::prismatic ? std::numbers::pi : 1);
      if (slot.nq > slot.nv) {
        EXPECT_NEAR(q.tail<4>().norm(), 1, 1e-15);
      }
    }
    EXPECT_LE(largest(x.v), 2);
    EXPECT_LE(largest(x.a), 2);
    EXPECT_LE(largest(x.tau), 10);
  }
}

TEST(RandomStates, SpreadOverTheWholeRange) {
  Model model;
  model.add(make_link("a", JointType::revolute));
  double low = 0, high = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const double q = random_state(model, seed).q[0];
    low = std::min(low, q);
    high = std::max(high, q);
  }
  EXPECT_LT(low, -3);
  EXPECT_GT(high, 3);
}

double coordinate(JointType type, double lower, double upper, std::uint64_t seed) {
  Model model;
  Link link = make_link("a", type);
  link.joint.limits.lower = lower;
  link.joint.limits.upper = upper;
  model.add(link);
  return random_state(model, seed).q[0];
}

TEST(RandomStates, KeepToTheLimits) {
  constexpr double none = Limits::none;
  const std::pair<double, double> all[] = {{-0.2, 0.1}, {0.5, none}, {-none, -0.5},
                                           {2, 2.5},    {0.7, 0.7},  {4, none},
                                           {-none, -4}, {5, 6},      {-6, -5}};
  for (const auto& [lower, upper] : all) {
    for (const JointType type : {JointType::revolute, JointType::prismatic}) {
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const double q = coordinate(type, lower, upper, seed);
        EXPECT_TRUE(std::isfinite(q) && q >= lower && q <= upper)
            << q << " is not within " << lower << " to " << upper << ", seed " << seed;
      }
    }
  }
}

/// The motion of one floating body, integrated in many small steps with a midpoint rule.
TEST(Displace, IsTheFlowOfConstantBodyVelocities) {
  Model model;
  model.add(make_link("body", JointType::floating));
  const std::uint64_t seed = 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const RandomState x = random_state(model, seed);
  const Vector3 u = x.v.head<3>(), w = x.v.tail<3>();
  Eigen::Quaterniond R(x.q[6], x.q[3], x.q[4], x.q[5]);
  Vector3 p = x.q.head<3>();
  constexpr int steps = 20000;
  const Eigen::Quaterniond half(Eigen::AngleAxisd(w.norm() / (2 * steps), w.normalized()));
  for (int i = 0; i < steps; ++i) {
    p += (R * half) * u / steps;
    R = R * half * half;
  }
  const Vector next = displace(model, x.q, x.v);
  EXPECT_TRUE(close(next.head<3>(), p, 1e-8, 1));  // the rule's own error is of order steps⁻²
  const Eigen::Quaterniond turned(next[6], next[3], next[4], next[5]);
  EXPECT_TRUE(close(turned.toRotationMatrix(), R.toRotationMatrix(), 1e-11));
}

TEST(Displace, IsAdditionForJointsWithoutQuaternion) {
  Model model;
  model.add(make_link("a", JointType::revolute));
  model.add(make_link("b", JointType::planar), LinkId{0});
  Vector q(4), v(4);
  q << 1, 2, 3, 4;
  v << 0.1, -0.2, 0.3, 7;
  EXPECT_EQ(displace(model, q, v), Vector(q + v));
}

TEST(Displace, KeepsQuaternionsOnTheSphere) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 10});
    const RandomState x = random_state(model, seed);
    const Vector next = displace(model, x.q, 5 * x.v);
    for (const JointSlot& slot : model.joints()) {
      if (slot.nq == slot.nv) continue;
      EXPECT_NEAR(next.segment(slot.q_first, slot.nq).tail<4>().norm(), 1, 1e-15);
    }
  }
}

TEST(Displace, ThereAndBackIsNoMove) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 10});
    const RandomState x = random_state(model, seed);
    // Moving back along the same body velocities undoes the move exactly, up to rounding.
    const Vector back = displace(model, displace(model, x.q, x.v), -x.v);
    EXPECT_TRUE(close(back, x.q, 1e-14, 10));
  }
}

TEST(Displace, IsAccurateForTinyRotations) {
  Model model;
  model.add(make_link("body", JointType::floating));
  for (const double angle : {0.0, 1e-300, 1e-12, 1e-8, 1e-5, 1e-4, 1e-3, 1e-2}) {
    Vector v(6);
    v << 1, 2, 3, 0, 0, angle;
    const Vector q = displace(model, model.neutral(), v);
    // ∫ Rz(a t) (1, 2) dt to second order in a; the rest is below a³.
    const Vector3 expected(1 - angle - angle * angle / 6, 2 + angle / 2 - angle * angle / 3, 3);
    EXPECT_TRUE(close(q.head<3>(), expected, 1e-15 + angle * angle * angle, 1)) << angle;
  }
}

TEST(Displace, RefusesVectorsOfTheWrongSize) {
  Model model;
  model.add(make_link("a", JointType::revolute));
  EXPECT_THROW(displace(model, Vector::Zero(2), Vector::Zero(1)), UsageError);
  EXPECT_THROW(displace(model, Vector::Zero(1), Vector::Zero(2)), UsageError);
}

}  // namespace
}  // namespace kinetree::testing
