// `--method QUANTITY=METHOD,…` as typed.
#pragma once
#include <string>
#include <vector>

#include "kinetree/evaluator.hpp"
#include "verb.hpp"

namespace kinetree::cli {

/// For an evaluation: at most one method a quantity, "auto" for the others. Throws UsageError with
/// the nearest spelling.
Methods read_methods(const Arguments& arguments);

/// For a listing: every method named, every method of a quantity that stands alone, or all. Each
/// once.
struct Selected {
  Method method;
  bool named = false;  ///< and not just its quantity
};
std::vector<Selected> select_methods(const Arguments& arguments);

}  // namespace kinetree::cli
