// What every self-describing format says about a result before its numbers.
#pragma once
#include <string>

#include "kinetree/report.hpp"

namespace kinetree::report {

/// The members of the JSON object of a result, all but the states, one a line, without braces.
std::string describe(const Result& result);

}  // namespace kinetree::report
