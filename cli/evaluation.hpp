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

/// Forward dynamics divides by the inertia each joint feels: throws ModelError with the joints that
/// feel none in any state.
void refuse_massless(Evaluator& evaluator);
/// The same for one state; `where` is "in state 3".
void refuse_singular(Evaluator& evaluator, const Vector& q, const std::string& where);

}  // namespace kinetree::cli
