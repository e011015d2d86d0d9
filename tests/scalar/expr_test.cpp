#include "scalar/expr.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

TEST(Expr, BuildsFormulasInTheGraphInUse) {
  Graph outer, inner;
  const Graph::Use use(outer);
  const Expr x = Expr::symbol("x");
  {
    const Graph::Use other(inner);
    EXPECT_EQ(Expr::symbol("x").id(), inner.symbol("x"));
  }
  const Expr y = (x + 1.0) * x;
  EXPECT_EQ(outer[y.id()].op, Op::multiply);
  EXPECT_EQ((x / 2.0).id(), (Expr(0.5) * x).id());
  EXPECT_EQ((x - x).id(), Graph::zero);
  EXPECT_EQ(Expr(1.0).id(), Graph::one);
}

TEST(Expr, TakesSinesAndRoots) {
  Graph graph;
  const Graph::Use use(graph);
  Expr sine, cosine;
  sin_cos(Expr::symbol("q"), sine, cosine);
  EXPECT_EQ((sine * sine + cosine * cosine).id(), Graph::one);
  EXPECT_EQ(sqrt(Expr(4.0)).id(), Expr(2.0).id());
  EXPECT_EQ((-sine).id(), graph.negate(sine.id()));
}

}  // namespace
}  // namespace kinetree::testing
