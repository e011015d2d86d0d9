// Scenarios as texts, for the tests of their readers.
#pragma once
#include "kinetree/scenario.hpp"
#include "support.hpp"

namespace kinetree::testing {

/// A scenario of one second for a built-in robot, with these members added.
inline std::string scenario_text(const std::string& members, const std::string& model = "planar3") {
  return R"({"format": "kinetree-scenario/1", "duration": 1, "model": ")" + model + "\"" +
         (members.empty() ? "" : ",\n") + members + "}";
}

inline Scenario scenario(const std::string& members, const std::string& model = "planar3") {
  const TemporaryFile file(scenario_text(members, model), ".json");
  return load_scenario(file.path());
}

/// What is said about a wrong one, without the name of the file.
inline std::string complaint(const std::string& members, const std::string& model = "planar3") {
  const TemporaryFile file(scenario_text(members, model), ".json");
  const std::string text = message<ParseError>([&] { load_scenario(file.path()); });
  EXPECT_TRUE(text.starts_with(file.path())) << text;
  return text.substr(std::min(text.size(), file.path().size()));
}

/// Torques of a scenario's controller in a state.
inline Vector torque(const Scenario& s, double t, const Vector& q, const Vector& v) {
  Vector tau = Vector::Zero(s.model.nv());
  s.controller({t, q, v}, tau);
  return tau;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace kinetree::testing
