// What generated code computes: formulas of one robot, by the methods that take fewest operations.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "kinetree/generate.hpp"
#include "symbolic/program.hpp"
#include "symbolic/trace.hpp"

namespace kinetree {

/// One function of the generated code.
struct Routine {
  std::string name;                        ///< "mass_matrix"
  std::string result;                      ///< "M"
  std::string method;                      ///< "crba"
  bool v = false, a = false, tau = false;  ///< what it takes beside q
  bool matrix = false;                     ///< n × n, row by row; otherwise n numbers
  std::vector<Graph::Id> outputs;
  Operations cost;
};

/// Everything about one robot that emitters need. Formulas live in `graph`.
struct Routines {
  Graph graph;
  std::vector<Graph::Id> q, v, a, tau, payload;  ///< symbols; no payload: empty
  std::vector<Routine> routines;
  std::vector<std::string> notes;  ///< what was left out, and why
};

/// Throws UsageError for a payload on a link that is not there or cannot move.
std::unique_ptr<Routines> make_routines(const Model& model, const GenerateOptions& options);

}  // namespace kinetree
