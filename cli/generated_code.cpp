#include "generated_code.hpp"

#include <algorithm>

namespace kinetree::cli {

CompiledCode compile_code(const Model& model, const CompileOptions& options, Console& console) {
  const Progress progress(console, "compiling the code of " + printable(model.name));
  return compile_generated(model, options);
}

std::shared_ptr<const GeneratedFunctions> code_for(const Methods& methods, const Model& model,
                                                   bool armature, Console& console) {
  const auto all = quantities();
  const bool wanted =
      std::any_of(all.begin(), all.end(), [&](Quantity q) { return methods[q] == "generated"; });
  if (!wanted) return nullptr;
  CompileOptions options;
  options.armature = armature;
  return compile_code(model, options, console).functions;
}

}  // namespace kinetree::cli
