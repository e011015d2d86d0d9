#include "symbolic/equations.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"

namespace kinetree::testing {
namespace {

TEST(Equations, ListTheLettersThatTheyUse) {
  const Equations e = derive(load_model("planar3"), {"g"});
  std::vector<std::string> names;
  for (const DerivedSymbol& symbol : e.symbols()) names.push_back(symbol.name);
  EXPECT_EQ(names, (std::vector<std::string>{"m1", "l1I", "m2", "l2I", "l1", "m3", "l3I", "l2", "g",
                                             "q1", "q2", "q3"}));
  EXPECT_EQ(e.symbols()[0].value, 4);
  EXPECT_EQ(e.symbols()[0].body, "L1");
  EXPECT_EQ(to_string(e.symbols()[1].kind), "com");
}

TEST(Equations, CountTermsWithoutBrackets) {
  const Equations e = derive(load_model("planar3"), {"M"});
  EXPECT_EQ(e.terms(0, 0, 0), 13);
  EXPECT_EQ(e.terms(0, 2, 2), 2);
  EXPECT_EQ(e.terms(0, 1, 0), e.terms(0, 0, 1));
  EXPECT_EQ(e.model(), "planar3");
}

TEST(Equations, HaveLabelsFromOneOn) {
  const Equations e = derive(load_model("planar3"), {"M", "g", "T", "J:L3"});
  EXPECT_EQ(e.impl().label(0, 0, 2), "M[1,3]");
  EXPECT_EQ(e.impl().label(1, 1, 0), "g[2]");
  EXPECT_EQ(e.impl().label(2, 0, 0), "T");
  EXPECT_EQ(e.impl().label(3, 5, 0), "J:L3[6,1]");
  EXPECT_EQ(e.impl().places(0).size(), 6U);  // the lower half is the upper one
  EXPECT_EQ(e.impl().places(3).size(), 18U);
}

}  // namespace
}  // namespace kinetree::testing
