// The C of one robot for libraries that are loaded here: functions of one state, and of batches.
#pragma once
#include <vector>

#include "kinetree/generate.hpp"

namespace kinetree {

struct LibraryCode {
  GeneratedCode code;                ///< of one state; without a test, for the evaluator is here
  std::vector<GeneratedFile> batch;  ///< for `lanes` states; none: empty
};
/// Batches have a packed M beside the rest, and matrices column by column.
LibraryCode generate_library(const Model& model, bool armature, int lanes);

}  // namespace kinetree
