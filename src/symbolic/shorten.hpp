// Fewer terms: sums of harmonics with the same number in front become products again.
//
//     cos a + cos b = 2 cos((a+b)/2) cos((a-b)/2),   1 + cos 2a = 2 cos² a,   and their kin
//
// Multiple angles are canonical but not always shortest: I (1 + cos 2q)/2 is I cos² q. Two terms of
// one monomial are joined where that is possible with whole multiples of the angles.
#pragma once
#include <vector>

#include "symbolic/formula.hpp"

namespace kinetree::symbolic {

/// A term as it will be printed: symbols and trigonometric factors.
struct Piece {
  Number coefficient;
  std::vector<Factor> factors;
};

/// The pieces of a polynomial, joined as far as that goes; symbols stand before angles.
std::vector<Piece> shorten(Ring& ring, const Poly& poly);

}  // namespace kinetree::symbolic
