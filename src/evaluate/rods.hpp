// The fifteen steps of Mohan & Saha on the scalar that counts.
#pragma once
#include <optional>

#include "kinetree/count.hpp"

namespace kinetree {

Operations count_rods(int n);  ///< n slender rods in a row, from φ and the sines of θ to θ̈
std::optional<CostFormula> fit_rods();

}  // namespace kinetree
