#include "symbolic/expand.hpp"

#include <gtest/gtest.h>

#include "scalar/expr.hpp"

namespace kinetree::testing::expand_test {
namespace {

struct Letters {
  Graph graph;
  Graph::Use use{graph};
  symbolic::Ring ring;
  symbolic::SymbolMap symbols;
  Expr x = letter("x"), q = letter("q");
  Letters() { ring.add_angle(1, 1.0); }
  Expr letter(const char* name) {
    const Expr e = Expr::symbol(name);
    symbols[e.id()] = ring.add_symbol(name);
    return e;
  }
  symbolic::Poly poly(const Expr& e) {
    const Graph::Id id = e.id();
    return expand(graph, symbols, ring, {&id, 1})[0];
  }
};

TEST(Expand, MakesEqualFormulasEqual) {
  Letters l;
  const Expr a = (l.x + 1.0) * (l.x - 1.0), b = l.x * l.x - 1.0;
  EXPECT_NE(a.id(), b.id());
  EXPECT_TRUE(l.poly(a - b).empty());
  Expr s, c;
  sin_cos(l.q, s, c);
  EXPECT_EQ(l.poly(s * s * l.x + c * (c * l.x) - l.x).size(), 0U);
  EXPECT_EQ(l.poly(l.x * s / 4.0)[0].coefficient, Number::fraction(1, 4));
}

TEST(Expand, GivesSeveralNodesAndTheSameOneTwice) {
  Letters l;
  const std::vector<Graph::Id> nodes{l.x.id(), (l.x + l.q).id(), l.x.id()};
  const auto polys = expand(l.graph, l.symbols, l.ring, nodes);
  EXPECT_EQ(polys[0].size(), 1U);
  EXPECT_EQ(polys[1].size(), 2U);
  EXPECT_EQ(polys[2].size(), 1U);
}

TEST(Expand, RefusesWhatIsNoPolynomial) {
  Letters l;
  EXPECT_THROW(l.poly(l.q / l.x), std::logic_error);
  EXPECT_THROW(l.poly(sqrt(l.x)), std::logic_error);
}

}  // namespace
}  // namespace kinetree::testing::expand_test
