#include "symbolic/shorten.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

using symbolic::Poly;
using symbolic::Ring;

struct Angles {
  Ring ring;
  int a = ring.add_symbol("a"), b = ring.add_symbol("b"), m = ring.add_symbol("m");
  Poly sa, ca, sb, cb;
  Angles() {
    ring.add_angle(a, 1.0);
    ring.add_angle(b, 1.0);
    ring.sin_cos(ring.variable(a), sa, ca);
    ring.sin_cos(ring.variable(b), sb, cb);
  }
  std::size_t pieces(const Poly& poly) { return shorten(ring, poly).size(); }
};

TEST(Shorten, FindsSquaresAndProductsAgain) {
  Angles t;
  EXPECT_EQ(t.ring.multiply(t.sa, t.sa).size(), 2U);
  EXPECT_EQ(t.pieces(t.ring.multiply(t.sa, t.sa)), 1U);
  EXPECT_EQ(t.pieces(t.ring.multiply(t.ca, t.sb)), 1U);
  const Poly three = t.ring.multiply(t.ring.multiply(t.ca, t.ca), t.ring.multiply(t.sb, t.sb));
  EXPECT_EQ(t.pieces(three), 1U);
}

TEST(Shorten, LeavesOtherSumsAlone) {
  Angles t;
  EXPECT_EQ(t.pieces(t.ring.add(t.ca, t.cb)), 2U);  // half angles are no multiples
  EXPECT_EQ(t.pieces(t.ring.add(t.ring.constant(2.0), t.ring.multiply(t.ca, t.cb))), 2U);
  // Another letter in front: nothing in common.
  const Poly m = t.ring.variable(t.m);
  const Poly sum =
      t.ring.add(t.ring.constant(1.0), t.ring.multiply(m, t.ring.multiply(t.ca, t.ca)));
  EXPECT_EQ(t.pieces(sum), 2U);
}

TEST(Shorten, KeepsTheValue) {
  Angles t;
  const Poly poly = t.ring.multiply(t.ring.multiply(t.sa, t.cb), t.ring.multiply(t.sb, t.sa));
  const double x = 0.7, y = -1.9;
  double sum = 0;
  for (const symbolic::Piece& piece : shorten(t.ring, poly)) {
    double value = piece.coefficient.value();
    for (const symbolic::Factor& f : piece.factors) {
      double angle = 0;
      for (const auto& [k, symbol] : angle_terms(t.ring, f.id)) {
        angle += k.value() * (symbol == t.a ? x : y);
      }
      const double one = f.kind == symbolic::Factor::sine ? std::sin(angle) : std::cos(angle);
      for (int k = 0; k < f.power; ++k) value *= one;
    }
    sum += value;
  }
  EXPECT_NEAR(sum, std::sin(x) * std::sin(x) * std::sin(y) * std::cos(y), 1e-15);
}

}  // namespace
}  // namespace kinetree::testing
