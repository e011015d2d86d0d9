#include "scalar/graph.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

TEST(Graph, KeepsEveryOperationOnce) {
  Graph g;
  const auto x = g.symbol("x"), y = g.symbol("y");
  EXPECT_EQ(g.symbol("x"), x);
  EXPECT_EQ(g.add(x, y), g.add(y, x));
  EXPECT_EQ(g.multiply(x, y), g.multiply(y, x));
  EXPECT_EQ(g.subtract(x, y), g.negate(g.subtract(y, x)));
  EXPECT_EQ(g.number(0.5), g.number(Number::fraction(1, 2)));
}

TEST(Graph, SimplifiesOnTheWay) {
  Graph g;
  const auto x = g.symbol("x");
  EXPECT_EQ(g.multiply(x, Graph::zero), Graph::zero);
  EXPECT_EQ(g.multiply(Graph::one, x), x);
  EXPECT_EQ(g.add(x, Graph::zero), x);
  EXPECT_EQ(g.subtract(x, x), Graph::zero);
  EXPECT_EQ(g.negate(g.negate(x)), x);
  EXPECT_EQ(g.add(x, x), g.multiply(g.number(2.0), x));
  const auto s = g.sin(x), c = g.cos(x);
  EXPECT_EQ(g.add(g.multiply(s, s), g.multiply(c, c)), Graph::one);
  EXPECT_EQ(g.sin(g.negate(x)), g.negate(s));
  EXPECT_EQ(g.cos(g.negate(x)), c);
  EXPECT_EQ(g.sqrt(g.number(2.25)), g.number(1.5));
}

TEST(Graph, PutsOperandsBeforeWhatIsMadeOfThem) {
  Graph g;
  const auto x = g.symbol("x");
  const auto y = g.multiply(g.add(x, Graph::one), g.cos(x));
  for (Graph::Id id = 0; id <= y; ++id) {
    const Op op = g[id].op;
    const bool leaf = op == Op::number || op == Op::symbol;
    EXPECT_TRUE(leaf || g[id].a < id) << id;
  }
}

TEST(Graph, SaysWhenItIsFull) {
  Graph g;
  const auto x = g.symbol("x");
  g.limit(g.size());
  EXPECT_FALSE(g.full());
  EXPECT_EQ(g.cos(x), Graph::zero);
  EXPECT_TRUE(g.full());
}

}  // namespace
}  // namespace kinetree::testing
