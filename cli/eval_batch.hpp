// kinetree eval --batch: millions of states from a file to a file.
#pragma once
#include <string>
#include <vector>

#include "console.hpp"
#include "request.hpp"
#include "verb.hpp"

namespace kinetree::cli {

/// Throws UsageError for options that are not for batches.
void expect_batch_options(const Arguments& arguments);

/// Memory does not depend on how many states there are. The result has its name only once it is
/// whole, and is the same for any number of threads.
void eval_batch(const Arguments& arguments, Console& console, const Model& model,
                const Options& options, const std::vector<Request>& requests);

}  // namespace kinetree::cli
