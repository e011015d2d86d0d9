// From requests and states to a Result.
#pragma once
#include <vector>

#include "kinetree/io.hpp"
#include "kinetree/report.hpp"
#include "request.hpp"

namespace kinetree::cli {

/// Evaluates every request in every state. Inputs that were given, or that a request depends on,
/// are echoed. Throws ModelError where forward dynamics has no answer or a result is not finite.
Result evaluate(const Model& model, const Options& options, const OperationalOptions& task,
                const std::vector<Request>& requests, std::vector<StateInput> states);

}  // namespace kinetree::cli
