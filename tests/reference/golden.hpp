// Which files of the reference values are robots with states.
#pragma once
#include "support/shared.hpp"

namespace kinetree::testing {

/// The list is made before every test, each of which is a program of its own: it looks at the first
/// words of a file only, where the format stands.
inline std::vector<std::string> golden_models() {
  std::vector<std::string> models;
  for (const std::string& file : shared_files("golden", ".json")) {
    std::string head(100, '\0');
    std::ifstream(file).read(head.data(), static_cast<std::streamsize>(head.size()));
    if (head.find("kinetree-model/1") != std::string::npos) models.push_back(file);
  }
  return models;
}

}  // namespace kinetree::testing
