// The options of every verb that takes a MODEL, and loading it as they say.
#pragma once
#include <optional>
#include <vector>

#include "kinetree/io.hpp"
#include "verb.hpp"

namespace kinetree::cli {

/// --base, --gravity, --mimic and --strict, followed by the verb's own.
std::vector<Option> with_model_options(std::vector<Option> own);

/// --base, --gravity and --mimic as typed. Throws UsageError, whatever the model may hold.
struct ModelOptions {
  explicit ModelOptions(const Arguments& arguments);
  void apply(Model& model) const;

  Base base = Base::as_given;
  std::optional<Vector3> gravity;
  bool mimics = true;
};

/// Loads a model, applies the options and mentions complaints on stderr. With --strict any
/// complaint is a ModelError.
Model load_model(const Arguments& arguments, const Console& console, const std::string& file);

}  // namespace kinetree::cli
