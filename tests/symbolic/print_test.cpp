#include "symbolic/print.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "symbolic/equations.hpp"

namespace kinetree::testing {
namespace {

using symbolic::Notation;

std::string printed(Notation notation) {
  static const Equations equations = derive(load_model("three_link"), {"M"});
  const Equations::Impl& e = equations.impl();
  symbolic::Printer printer(e.ring, e.table, e.store, notation);
  return printer.text(e.entry(0, 1, 1).sum);
}

TEST(Print, EveryNotation) {
  EXPECT_EQ(printed(Notation::text), "I2zz + I3zz + m2·l2I² + m3·(l2² + l3I² + 2·l2·l3I·cos(q3))");
  EXPECT_EQ(printed(Notation::ascii),
            "I2zz + I3zz + m2*l2I^2 + m3*(l2^2 + l3I^2 + 2*l2*l3I*cos(q3))");
  EXPECT_EQ(printed(Notation::latex),
            "I_{2zz} + I_{3zz} + m_{2} l_{2I}^{2} + m_{3} (l_{2}^{2} + l_{3I}^{2} + 2 l_{2} l_{3I} "
            "\\cos(q_{3}))");
  EXPECT_EQ(printed(Notation::c),
            "I2zz + I3zz + m2*l2I*l2I + m3*(l2*l2 + l3I*l3I + 2.0*l2*l3I*cos(q3))");
  EXPECT_EQ(printed(Notation::python),
            "I2zz + I3zz + m2*l2I**2 + m3*(l2**2 + l3I**2 + 2*l2*l3I*cos(q3))");
}

TEST(Print, NamesInLatex) {
  const std::vector<DerivedSymbol> table{{"q1", DerivedSymbol::coordinate, 0, "", "", -1},
                                         {"theta2", DerivedSymbol::coordinate, 0, "", "", -1}};
  const auto name = [&](const char* plain, int rate = -1) {
    return symbolic::latex_name({plain, DerivedSymbol::mass, 0, "", "", rate}, table);
  };
  EXPECT_EQ(name("m12"), "m_{12}");
  EXPECT_EQ(name("l3I"), "l_{3I}");
  EXPECT_EQ(name("l1_4x"), "l_{1,4x}");
  EXPECT_EQ(name("Ia2"), "I_{a2}");
  EXPECT_EQ(name("g"), "g");
  EXPECT_EQ(name("theta2"), "\\theta_{2}");
  EXPECT_EQ(name("q1d", 0), "\\dot{q}_{1}");
  EXPECT_EQ(name("anything", 1), "\\dot{\\theta}_{2}");
}

TEST(Print, NumbersAsTheNotationHasThem) {
  const symbolic::Ring ring;
  const symbolic::FormulaStore store;
  const std::vector<DerivedSymbol> letters{{"m1", DerivedSymbol::mass, 1, "", "", -1}};
  const symbolic::Printer text(ring, letters, store, Notation::text),
      numeric(ring, {}, store, Notation::text), latex(ring, letters, store, Notation::latex),
      c(ring, letters, store, Notation::c);
  EXPECT_EQ(text.number(Number::fraction(1, 2)), "1/2");
  EXPECT_EQ(numeric.number(Number::fraction(1, 2)), "0.5");
  EXPECT_EQ(latex.number(Number::fraction(3, 4)), "\\frac{3}{4}");
  EXPECT_EQ(latex.number(1.25e-20), "1.25 \\cdot 10^{-20}");
  EXPECT_EQ(c.number(2.0), "2.0");
  EXPECT_EQ(c.number(Number::fraction(1, 2)), "0.5");
}

}  // namespace
}  // namespace kinetree::testing
