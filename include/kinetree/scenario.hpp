// Scenarios: a simulation as a file, kinetree-scenario/1. docs/formats/kinetree-scenario.md.
#pragma once
#include <string>
#include <vector>

#include "kinetree/simulate.hpp"

namespace kinetree {

struct Scenario {
  Model model;
  State start;
  Controller controller;
  std::string controller_type;  ///< "feedforward", …
  SimulationOptions options;
  std::vector<std::string> remarks;  ///< what was assumed because the file does not say it
};

/// Reads a scenario and the model it names (a built-in robot, or a file looked for beside the
/// scenario) from a file or "-". Throws FileError where there is no such scenario, otherwise
/// ParseError with file, line, the path of the value ("$.controller.kp") and a remedy; nothing is
/// left half-read. Complaints about the model that are not errors go to `notes`.
Scenario load_scenario(const std::string& file, Diagnostics* notes = nullptr);

}  // namespace kinetree
