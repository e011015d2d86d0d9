// The order in which factors and terms are written. It depends on names and angles alone.
//
//     number · I or m · g, lengths, coordinates, brackets · cos, sin · rates
#pragma once
#include <vector>

#include "symbolic/shorten.hpp"

namespace kinetree::symbolic {

class FactorOrder {
 public:
  /// All of them must outlive this; the ring may grow.
  FactorOrder(const Ring& ring, const std::vector<DerivedSymbol>& table, const FormulaStore& store);

  enum Class { inertial, parameter, angle, rate };
  Class class_of(const Factor& factor) const;
  /// Of a symbol: by kind, then by name, m2 before m10.
  int rank(std::uint32_t symbol) const { return rank_[symbol]; }
  /// Slow angles first, then those of the first joints.
  bool angle_before(std::uint32_t a, std::uint32_t b) const;
  bool before(const Factor& a, const Factor& b) const;
  bool before(const std::vector<Factor>& a, const std::vector<Factor>& b) const;
  /// What has no angle comes first.
  bool before(const Piece& a, const Piece& b) const;
  void sort(std::vector<Factor>& factors) const;

 private:
  const Ring& ring_;
  const std::vector<DerivedSymbol>& table_;
  const FormulaStore& store_;
  std::vector<int> rank_;
};

}  // namespace kinetree::symbolic
