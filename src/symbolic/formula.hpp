// Formulas as they are printed: sums of products, with brackets, in one store.
//
// The same structure is evaluated by the proof and printed by every format, so that what is proved
// is what is read.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kinetree/derive.hpp"
#include "symbolic/poly.hpp"

namespace kinetree::symbolic {

struct Factor {
  enum Kind : std::uint8_t { symbol, cosine, sine, sum };
  Kind kind = symbol;
  std::int16_t power = 1;
  std::uint32_t id = 0;  ///< a symbol, a wave of the ring, or a sum of the store

  friend bool operator==(const Factor&, const Factor&) = default;
};

struct Product {
  Number coefficient;
  std::uint32_t first = 0, count = 0;  ///< its factors
};

struct Sum {
  std::uint32_t first = 0, count = 0;  ///< its products; none: zero
};

class FormulaStore {
 public:
  std::span<const Factor> factors(const Product& product) const {
    return {factors_.data() + product.first, product.count};
  }
  std::span<const Product> products(std::uint32_t sum) const {
    return {products_.data() + sums_[sum].first, sums_[sum].count};
  }
  const std::vector<Factor>& all_factors() const { return factors_; }
  Product add_product(const Number& coefficient, std::span<const Factor> factors);
  std::uint32_t add_sum(std::span<const Product> products);

 private:
  std::vector<Factor> factors_;
  std::vector<Product> products_;
  std::vector<Sum> sums_;
};

/// An angle as Σ coefficient·symbol.
using AngleTerms = std::vector<std::pair<Number, int>>;
AngleTerms angle_terms(const Ring& ring, std::uint32_t wave);

/// Values of a store's formulas in one state: every sine is taken once.
class FormulaValues {
 public:
  /// `symbols` holds the value of every symbol of the ring.
  FormulaValues(const Ring& ring, const FormulaStore& store, std::vector<double> symbols);
  double value(std::uint32_t sum);

 private:
  double value(const Factor& factor);
  const Ring& ring_;
  const FormulaStore& store_;
  std::vector<double> symbols_;
  struct Turn {
    bool known = false;
    double sine = 0, cosine = 0;
  };
  std::vector<Turn> turns_;  // per wave
};

}  // namespace kinetree::symbolic
