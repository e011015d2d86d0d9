// Brackets: terms collected by masses and inertias, by velocities and by angles.
//
//     m3·(l1² + l2² + l3I² + 2·l1·l2·cos(q2) + …)      one bracket a mass
//     -m2·l1·l2I·sin(q2)·(q1d + q2d)                   rates that always come together
//     (I2yy + m2·l2I²)·cos(2·q2)                       what stands before one angle
//
// What all terms of a sum have in common stands before it. The order depends on the names alone.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "symbolic/order.hpp"

namespace kinetree::symbolic {

class Collector {
 public:
  /// The store that takes the formulas.
  Collector(const Ring& ring, const std::vector<DerivedSymbol>& table, FormulaStore& store);
  /// `terms` is their number when all brackets are multiplied out.
  std::uint32_t collect(Ring& ring, const Poly& poly, long& terms);

 private:
  std::vector<Product> make(std::vector<Piece> pieces);
  std::uint32_t list(const Poly& poly);
  bool take_common(std::vector<Piece>& pieces, std::vector<Product>& result);
  bool as_square(const std::vector<Piece>& pieces, std::vector<Product>& result);
  Piece twice(const Piece& a, const Piece& b) const;
  bool by_mass(std::vector<Piece>& pieces, std::vector<Product>& result);
  bool by_rates(std::vector<Piece>& pieces, std::vector<Product>& result);
  bool by_angles(std::vector<Piece>& pieces, std::vector<Product>& result);
  /// Terms that share a bracket of rates.
  struct RateGroup {
    std::vector<Piece> rates, rest;
  };
  struct Less {
    const FactorOrder& order;
    bool operator()(const std::vector<Factor>& a, const std::vector<Factor>& b) const {
      return order.before(a, b);
    }
  };
  using Rows = std::map<std::vector<Factor>, std::vector<Piece>, Less>;
  std::vector<RateGroup> proportional(Rows& rows) const;
  Piece join(RateGroup& group);
  void append(Piece& whole, std::vector<Piece> pieces);
  Piece common_of(const std::vector<Piece>& pieces) const;
  Product finish(Piece piece);
  /// The factors of one class, taken out of a piece.
  std::vector<Factor> take(Piece& piece, FactorOrder::Class which) const;

  const Ring& ring_;
  FormulaStore& store_;
  FactorOrder order_;
  std::vector<std::uint32_t> wave_rank_;
  bool tidy_ = false;  // some parameter is a letter: numbers in front are few and simple
};

}  // namespace kinetree::symbolic
