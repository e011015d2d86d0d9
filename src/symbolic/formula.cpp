#include "symbolic/formula.hpp"

#include <cmath>

namespace kinetree::symbolic {

Product FormulaStore::add_product(const Number& coefficient, std::span<const Factor> factors) {
  const Product product{coefficient, static_cast<std::uint32_t>(factors_.size()),
                        static_cast<std::uint32_t>(factors.size())};
  factors_.insert(factors_.end(), factors.begin(), factors.end());
  return product;
}

std::uint32_t FormulaStore::add_sum(std::span<const Product> products) {
  sums_.push_back(
      {static_cast<std::uint32_t>(products_.size()), static_cast<std::uint32_t>(products.size())});
  products_.insert(products_.end(), products.begin(), products.end());
  return static_cast<std::uint32_t>(sums_.size() - 1);
}

AngleTerms angle_terms(const Ring& ring, std::uint32_t wave) {
  AngleTerms terms;
  const auto k = ring.wave(wave);
  for (std::size_t i = 0; i < ring.angles().size(); ++i) {
    if (k[i] == 0) continue;
    const Ring::Angle& angle = ring.angles()[i];
    terms.emplace_back(angle.unit * Number(static_cast<double>(k[i])), angle.symbol);
  }
  return terms;
}

FormulaValues::FormulaValues(const Ring& ring, const FormulaStore& store,
                             std::vector<double> symbols)
    : ring_(ring), store_(store), symbols_(std::move(symbols)), turns_(ring.wave_count()) {}

double FormulaValues::value(const Factor& factor) {
  if (factor.kind == Factor::symbol) return symbols_[factor.id];
  if (factor.kind == Factor::sum) return value(factor.id);
  Turn& turn = turns_[factor.id];
  if (!turn.known) {
    double angle = 0;
    for (const auto& [coefficient, symbol] : angle_terms(ring_, factor.id)) {
      angle += coefficient.value() * symbols_[static_cast<std::size_t>(symbol)];
    }
    turn = {true, std::sin(angle), std::cos(angle)};
  }
  return factor.kind == Factor::sine ? turn.sine : turn.cosine;
}

double FormulaValues::value(std::uint32_t sum) {
  double total = 0;
  for (const Product& product : store_.products(sum)) {
    double x = product.coefficient.value();
    for (const Factor& factor : store_.factors(product)) {
      const double base = value(factor);
      for (int k = 0; k < factor.power; ++k) x *= base;
    }
    total += x;
  }
  return total;
}

}  // namespace kinetree::symbolic
