#include "symbolic/regroup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "symbolic/program.hpp"

namespace kinetree::testing {
namespace {

class Regroup : public ::testing::Test {
 protected:
  Graph::Id number(double of) { return g.number(Number(of)); }
  Graph::Id times(Graph::Id a, Graph::Id b) { return g.multiply(a, b); }
  static long total(const Operations& o) { return o.multiplications + o.additions; }
  long cost(const std::vector<Graph::Id>& outputs) { return total(Program(g, outputs).cost()); }
  double value(Graph::Id id) {
    return evaluate(g, [](Graph::Id symbol) {
      return std::sin(1.7 * symbol) + 0.3;
    })[static_cast<std::size_t>(id)];
  }

  Graph g;
  Graph::Id x = g.symbol("x"), y = g.symbol("y"), z = g.symbol("z"), w = g.symbol("w");
};

TEST_F(Regroup, NumbersOfAProductBecomeOne) {
  const Graph::Id before = times(times(number(0.4), x), times(number(0.2), y));
  EXPECT_EQ(cost({before}), 3);
  EXPECT_EQ(regroup(g, {before}).front(), times(number(0.08), times(x, y)));
}

TEST_F(Regroup, WhatTermsHaveInCommonIsTakenOut) {
  const Graph::Id before = g.subtract(g.add(times(x, y), times(x, z)), times(w, z));
  const Graph::Id after = regroup(g, {before}).front();
  EXPECT_EQ(cost({before}) - cost({after}), 1);
  EXPECT_NEAR(value(after), value(before), 1e-15);
}

TEST_F(Regroup, NumbersInCommonAreTakenOutAsWell) {
  const Graph::Id before = g.subtract(times(number(0.3), x), times(number(0.3), y));
  EXPECT_EQ(regroup(g, {before}).front(), times(number(0.3), g.subtract(x, y)));
}

TEST_F(Regroup, WhatIsSharedStaysShared) {
  const Graph::Id shared = times(number(0.4), x);
  const std::vector<Graph::Id> before{times(shared, times(number(0.2), y)), g.add(shared, z)};
  EXPECT_EQ(regroup(g, before)[1], before[1]);
  EXPECT_LE(cost(regroup(g, before)), cost(before));
}

TEST_F(Regroup, OutputsStayWhatTheyAre) {
  const std::vector<Graph::Id> before{x,
                                      number(2),
                                      Graph::zero,
                                      g.negate(times(x, y)),
                                      g.sin(g.add(x, number(1))),
                                      g.divide(x, g.sqrt(y))};
  const std::vector<Graph::Id> after = regroup(g, before);
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_EQ(after[k], before[k]) << k;
}

TEST_F(Regroup, ValuesStayTheSameWhateverTheFormula) {
  std::mt19937 engine(1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Graph::Id> pool{x, y, z, w, number(0.5), number(-1.25), number(3)};
    for (int k = 0; k < 40; ++k) {
      const auto pick = [&] { return pool[engine() % pool.size()]; };
      const Graph::Id a = pick(), b = pick();
      const unsigned what = engine() % 8;
      pool.push_back(what < 3   ? g.multiply(a, b)
                     : what < 5 ? g.add(a, b)
                     : what < 7 ? g.subtract(a, b)
                                : g.cos(a));
    }
    const std::vector<Graph::Id> before{pool.end() - 3, pool.end()};
    const std::vector<Graph::Id> after = regroup(g, before);
    for (std::size_t k = 0; k < before.size(); ++k) {
      const double right = value(before[k]);
      EXPECT_NEAR(value(after[k]), right, 1e-9 * (1 + std::abs(right))) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
