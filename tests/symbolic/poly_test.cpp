#include "symbolic/poly.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace kinetree::testing {
namespace {

using symbolic::Poly;
using symbolic::Ring;

bool same(const Poly& a, const Poly& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.key == y.key && x.coefficient == y.coefficient;
  });
}

/// Two angles, one of them in halves, and a length.
struct TwoAngles {
  Ring ring;
  int q1 = ring.add_symbol("q1"), q2 = ring.add_symbol("q2"), l = ring.add_symbol("l");
  TwoAngles() {
    ring.add_angle(q1, 1.0);
    ring.add_angle(q2, Number::fraction(1, 2));
  }
  Poly sine(const Poly& angle) {
    Poly s, c;
    ring.sin_cos(angle, s, c);
    return s;
  }
  Poly cosine(const Poly& angle) {
    Poly s, c;
    ring.sin_cos(angle, s, c);
    return c;
  }
  Poly q(int symbol, double factor) { return ring.scale(ring.variable(symbol), factor); }
};

TEST(Poly, TurnsProductsIntoMultipleAngles) {
  TwoAngles t;
  const Poly a = t.q(t.q1, 1), b = t.q(t.q2, 1);
  const Poly s = t.sine(a), c = t.cosine(a);
  const Poly one = t.ring.add(t.ring.multiply(s, s), t.ring.multiply(c, c));
  EXPECT_TRUE(same(one, t.ring.constant(1.0)));
  EXPECT_TRUE(same(t.ring.scale(t.ring.multiply(s, c), 2.0), t.sine(t.q(t.q1, 2))));
  // cos(a + b) and sin(a - b) from their parts
  const Poly sb = t.sine(b), cb = t.cosine(b);
  const Poly sum = t.ring.subtract(t.ring.multiply(c, cb), t.ring.multiply(s, sb));
  EXPECT_TRUE(same(sum, t.cosine(t.ring.add(a, b))));
  const Poly difference = t.ring.subtract(t.ring.multiply(s, cb), t.ring.multiply(c, sb));
  EXPECT_TRUE(same(difference, t.sine(t.ring.subtract(a, b))));
  EXPECT_TRUE(same(difference, t.ring.scale(t.sine(t.ring.subtract(b, a)), -1.0)));
}

TEST(Poly, CountsHalvesOfAnAngle) {
  TwoAngles t;
  const Poly half = t.cosine(t.q(t.q2, 0.5));
  const Poly square = t.ring.scale(t.ring.multiply(half, half), 2.0);
  EXPECT_TRUE(same(t.ring.subtract(square, t.ring.constant(1.0)), t.cosine(t.q(t.q2, 1))));
  EXPECT_THROW(t.sine(t.q(t.q1, 0.5)), std::logic_error);
}

TEST(Poly, KnowsQuarterTurns) {
  TwoAngles t;
  const Poly a = t.q(t.q1, 1);
  const Poly turned = t.ring.add(a, t.ring.constant(std::numbers::pi / 2));
  EXPECT_TRUE(same(t.sine(turned), t.cosine(a)));
  EXPECT_TRUE(same(t.cosine(turned), t.ring.scale(t.sine(a), -1.0)));
  const Poly bent = t.sine(t.ring.add(a, t.ring.constant(0.3)));
  ASSERT_EQ(bent.size(), 2U);
  EXPECT_NEAR(bent[0].coefficient.value(), std::sin(0.3), 1e-16);
}

TEST(Poly, HasDerivatives) {
  TwoAngles t;
  const Poly a = t.q(t.q1, 2), length = t.ring.variable(t.l);
  const Poly x = t.ring.multiply(t.ring.multiply(length, length), t.sine(a));
  const Poly by_angle = t.ring.derivative(x, t.q1);
  EXPECT_TRUE(same(
      by_angle, t.ring.scale(t.ring.multiply(t.ring.multiply(length, length), t.cosine(a)), 2.0)));
  EXPECT_TRUE(
      same(t.ring.derivative(x, t.l), t.ring.scale(t.ring.multiply(length, t.sine(a)), 2.0)));
  EXPECT_TRUE(t.ring.derivative(x, t.q2).empty());
  // An angle may stand outside of sines too: a helix.
  const Poly helix = t.ring.multiply(t.ring.variable(t.q1), t.cosine(t.q(t.q1, 1)));
  EXPECT_EQ(t.ring.derivative(helix, t.q1).size(), 2U);
}

TEST(Poly, KeepsQuaternionsOfUnitLength) {
  Ring ring;
  const int x = ring.add_symbol("x"), y = ring.add_symbol("y"), z = ring.add_symbol("z"),
            w = ring.add_symbol("w");
  ring.make_quaternion(x, y, z, w);
  Poly sum;
  for (const int one : {x, y, z, w}) {
    sum = ring.add(sum, ring.multiply(ring.variable(one), ring.variable(one)));
  }
  EXPECT_TRUE(same(sum, ring.constant(1.0)));
  Poly fourth = ring.multiply(ring.variable(w), ring.variable(w));
  fourth = ring.multiply(fourth, fourth);  // (1 - x² - y² - z²)²
  EXPECT_EQ(fourth.size(), 10U);
}

TEST(Poly, DropsRoundingButNothingExact) {
  Ring ring;
  const int x = ring.add_symbol("x");
  const Poly third = ring.scale(ring.variable(x), 1.0 / 3.0);
  const Poly left = ring.subtract(ring.scale(third, 3.0000000000000004), ring.variable(x));
  EXPECT_TRUE(left.empty());
  const int y = ring.add_symbol("y");
  Poly mixed = ring.add(ring.variable(y), ring.scale(ring.variable(y), 0.0));
  ring.drop_noise(mixed);
  EXPECT_EQ(mixed.size(), 1U);
}

TEST(Poly, StopsWhenTheWorkIsDone) {
  TwoAngles t;
  const Poly a = t.ring.add(t.sine(t.q(t.q1, 1)), t.cosine(t.q(t.q2, 1)));
  t.ring.allow(3);
  EXPECT_THROW(t.ring.multiply(a, a), symbolic::TooLarge);
}

}  // namespace
}  // namespace kinetree::testing
