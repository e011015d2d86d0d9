#include "symbolic/order.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing::order_test {
namespace {

using symbolic::Factor;
using symbolic::FactorOrder;

struct Letters {
  symbolic::Ring ring;
  symbolic::FormulaStore store;
  std::vector<DerivedSymbol> table;
  Factor letter(const char* name, DerivedSymbol::Kind kind) {
    table.push_back({name, kind, 1, "", "", -1});
    return {Factor::symbol, 1, static_cast<std::uint32_t>(ring.add_symbol(name))};
  }
};

TEST(FactorOrder, PutsMassesBeforeLengthsBeforeAnglesBeforeRates) {
  Letters t;
  const Factor rate = t.letter("q1d", DerivedSymbol::velocity);
  const Factor far = t.letter("l10", DerivedSymbol::length);
  const Factor near = t.letter("l2I", DerivedSymbol::com);
  const Factor mass = t.letter("m1", DerivedSymbol::mass);
  t.ring.add_angle(t.ring.add_symbol("q1"), 1.0);
  t.table.push_back({"q1", DerivedSymbol::coordinate, 0, "", "", -1});
  std::vector<std::int16_t> once{1};
  bool turned = false;
  const Factor cosine{Factor::cosine, 1, t.ring.wave_id(once, turned)};
  const FactorOrder order(t.ring, t.table, t.store);
  std::vector<Factor> factors{rate, cosine, far, near, mass};
  order.sort(factors);
  EXPECT_EQ(factors, (std::vector<Factor>{mass, near, far, cosine, rate}));
  EXPECT_EQ(order.class_of(mass), FactorOrder::inertial);
  EXPECT_EQ(order.class_of(rate), FactorOrder::rate);
}

TEST(FactorOrder, PutsTermsWithoutAnglesFirst) {
  Letters t;
  const Factor length = t.letter("l1", DerivedSymbol::length);
  t.ring.add_angle(t.ring.add_symbol("q1"), 1.0);
  t.ring.add_angle(t.ring.add_symbol("q2"), 1.0);
  std::vector<std::int16_t> second{0, 1}, both{1, 1};
  bool turned = false;
  const Factor slow{Factor::cosine, 1, t.ring.wave_id(second, turned)};
  const Factor fast{Factor::cosine, 1, t.ring.wave_id(both, turned)};
  const FactorOrder order(t.ring, t.table, t.store);
  EXPECT_TRUE(order.before(symbolic::Piece{1.0, {length}}, symbolic::Piece{1.0, {slow}}));
  EXPECT_TRUE(order.angle_before(slow.id, fast.id));
  EXPECT_FALSE(order.angle_before(fast.id, slow.id));
}

}  // namespace
}  // namespace kinetree::testing::order_test
