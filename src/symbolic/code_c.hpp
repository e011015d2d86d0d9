// What the emitters of C share: functions of one state, and those of batches.
#pragma once
#include <string>
#include <vector>

#include "symbolic/code.hpp"

namespace kinetree {

std::string c_comment(const std::vector<std::string>& lines);
std::string c_upper(std::string text);
/// Compilers warn of parameters nobody reads, e.g. q of a robot whose M is constant.
std::string c_unused(const Emission& e, const Routine& r);
std::string c_batch_prototype(const Emission& e, const Routine& r);

/// The functions for batches, with what they need: registers as a type, sines of several angles.
std::string c_batches(const Emission& e, const std::vector<Routine>& routines);

/// A source that has nothing else, for the library that the batch evaluator runs: see
/// GeneratedFunctions::Batch.
GeneratedFile emit_c_batch_library(const Emission& e, const std::vector<Routine>& routines);

}  // namespace kinetree
