// "did you mean": the closest of the names there are.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/error.hpp"

namespace kinetree::cli {

/// " (did you mean 'crba'?)" or nothing where no name is close.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::string close = nearest(word, names);
  return close.empty() ? close : " (did you mean '" + close + "'?)";
}

}  // namespace kinetree::cli
