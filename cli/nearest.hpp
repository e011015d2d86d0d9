// "did you mean": the closest of the names there are.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace kinetree::cli {

/// " (did you mean 'crba'?)" or nothing where no name is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace kinetree::cli
