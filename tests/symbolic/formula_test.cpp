#include "symbolic/formula.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kinetree::testing {
namespace {

using symbolic::Factor;

TEST(Formula, IsEvaluatedAsItStands) {
  symbolic::Ring ring;
  const int x = ring.add_symbol("x"), q = ring.add_symbol("q");
  ring.add_angle(q, Number::fraction(1, 2));
  std::vector<std::int16_t> thrice{3};
  bool turned = false;
  const std::uint32_t wave = ring.wave_id(thrice, turned);
  symbolic::FormulaStore store;
  const Factor cubed{Factor::symbol, 3, static_cast<std::uint32_t>(x)};
  const Factor sine{Factor::sine, 1, wave};
  const std::vector<symbolic::Product> inner{store.add_product(2.0, {&cubed, 1}),
                                             store.add_product(-1.0, {&sine, 1})};
  const Factor bracket{Factor::sum, 2, store.add_sum(inner)};
  const std::vector<symbolic::Product> outer{store.add_product(0.5, {&bracket, 1})};
  const std::uint32_t sum = store.add_sum(outer);
  symbolic::FormulaValues values(ring, store, {1.5, 0.4});
  const double expected = 2 * 1.5 * 1.5 * 1.5 - std::sin(0.6);
  EXPECT_NEAR(values.value(sum), 0.5 * expected * expected, 1e-14);
  const auto angle = angle_terms(ring, wave);
  ASSERT_EQ(angle.size(), 1U);
  EXPECT_EQ(angle[0].first, Number::fraction(3, 2));
  EXPECT_EQ(angle[0].second, q);
}

TEST(Formula, WithoutTermsIsZero) {
  const symbolic::Ring ring;
  symbolic::FormulaStore store;
  const std::uint32_t nothing = store.add_sum({});
  EXPECT_EQ(symbolic::FormulaValues(ring, store, {}).value(nothing), 0);
}

}  // namespace
}  // namespace kinetree::testing
