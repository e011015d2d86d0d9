// The numbers of one request in one state, appended to those of its field, row by row.
#pragma once
#include <vector>

#include "kinetree/io.hpp"
#include "request.hpp"

namespace kinetree::cli {

void append_numbers(std::vector<double>& values, const Vector& vector);

/// Anything but a part of an operational space.
void append_value(std::vector<double>& values, const Model& model, Evaluator& evaluator,
                  const Request& request, const StateInput& x);

/// A part of an operational space.
void append_task(std::vector<double>& values, const OperationalSpace& x, Kind kind);

}  // namespace kinetree::cli
