#include "symbolic/trace.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "symbolic/symbols.hpp"

namespace kinetree::testing {
namespace {

// Every method yields the same polynomials, whatever way it takes: M, C, g and h.
TEST(Trace, RunsEveryMethodOnLetters) {
  const Model arm = load_model("three_link");
  const DeriveOptions options;
  symbolic::SymbolicModel letters(arm, options);
  const Graph::Use use(letters.graph);
  Trace trace(letters.compiled, letters.tree, letters.inputs);
  std::vector<std::vector<symbolic::Poly>> first(quantities().size());
  int compared = 0;
  for (const Method& method : methods()) {
    if (method.quantity == Quantity::forward_dynamics) continue;  // divides by M
    std::vector<Graph::Id> nodes;
    for (const Expr& x : trace.run(method.quantity, method.name)) nodes.push_back(x.id());
    const auto polys = expand(letters.graph, letters.symbol_of, letters.ring, nodes);
    auto& known = first[static_cast<std::size_t>(method.quantity)];
    if (known.empty()) known = polys;
    for (std::size_t k = 0; k < polys.size(); ++k) {
      EXPECT_TRUE(letters.ring.subtract(polys[k], known[k]).empty())
          << to_string(method.quantity) << '=' << method.name << ", entry " << k;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace kinetree::testing
