// The parts of kinetree-scenario/1 that have a file each.
#pragma once
#include "io/scenario_node.hpp"
#include "kinetree/scenario.hpp"

namespace kinetree {

/// A model named in a scenario.
Model read_scenario_model(const Node& node, const std::string& scenario, Diagnostics* notes);

bool has_mimics(const Model& model);

/// "controller", "desired" and "prescribed", after model and initial state.
void read_control(Node& root, Scenario& scenario);

/// "forces", "limits" and "events".
void read_happenings(Node& root, Scenario& scenario, const std::string& file);

}  // namespace kinetree
