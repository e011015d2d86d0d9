// The method "generated": code that is compiled where a command asks for it.
#pragma once
#include <memory>

#include "console.hpp"
#include "kinetree/evaluator.hpp"
#include "kinetree/generated.hpp"

namespace kinetree::cli {

/// Compiles and loads the code of a model, or finds it in the cache, with a line on stderr where
/// that takes a while.
CompiledCode compile_code(const Model& model, const CompileOptions& options, Console& console);

/// That code where one of the methods is "generated", and null otherwise.
std::shared_ptr<const GeneratedFunctions> code_for(const Methods& methods, const Model& model,
                                                   bool armature, Console& console);

}  // namespace kinetree::cli
