// kinetree-scenario/1: the head of a scenario; its controller and events have files of their own.
#include "io/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "kinetree/io.hpp"
#include "kinetree/report.hpp"

namespace kinetree {
namespace {

/// A built-in robot, a file beside the scenario, or a file as the tool would find it.
std::string model_file(const std::string& scenario, const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path beside = fs::path(scenario).parent_path() / name;
  if (!robot(name) && fs::is_regular_file(beside, failed)) return beside.string();
  return name;
}

}  // namespace

Model read_scenario_model(const Node& node, const std::string& scenario, Diagnostics* notes) {
  const std::string name = node.text();
  if (name == "-") node.fail("the model cannot come from standard input", "name a file");
  try {
    return load_model(model_file(scenario, name), notes);
  } catch (const Error& error) {
    node.fail(fmt::format("cannot take {}: {}", in_quotes(name), error.what()),
              "a built-in robot (kinetree robots) or a file; files are looked for beside the "
              "scenario first");
  }
}

namespace {

void read_model(Node& root, Scenario& scenario, const std::string& file, Diagnostics* notes) {
  Node node = root.need("model", "\"model\": \"puma6\", or the name of a file");
  scenario.model = read_scenario_model(node, file, notes);
  try {
    if (const auto base = root.find("base")) {
      scenario.model.set_base(base->choice({"fixed", "floating"}) == "fixed" ? Base::fixed
                                                                             : Base::floating);
    }
  } catch (const ModelError& error) {
    node.fail(error.what(), "leave \"base\" out");
  }
  if (const auto gravity = root.find("gravity")) scenario.model.set_gravity(gravity->vector3());
  if (const auto mimic = root.find("mimic"); mimic && mimic->choice({"on", "off"}) == "off") {
    scenario.model.release_mimics();
  }
  if (scenario.model.nv() == 0) node.fail("nothing moves in this model", "give it a joint");
}

void read_initial(Node& root, Scenario& scenario) {
  const Model& model = scenario.model;
  scenario.start = {0, model.neutral(), Vector::Zero(model.nv())};
  auto initial = root.find("initial");
  if (!initial) return;
  if (const auto q = initial->find("q")) {
    scenario.start.q = q->vector(q_names(model), model.neutral());
    for (const JointSlot& slot : model.joints()) {
      if (slot.nq == slot.nv) continue;
      const double length = scenario.start.q.segment<4>(slot.q_first + slot.nq - 4).norm();
      constexpr double tolerance = 1e-6;
      if (std::abs(length - 1) > tolerance) {
        q->fail(fmt::format("the quaternion (x y z w) of joint {} has length {:.9g}",
                            in_quotes(model.link(slot.link).joint.name), length),
                "normalise it");
      }
    }
  }
  if (const auto v = initial->find("v")) {
    scenario.start.v = v->vector(v_names(model), Vector::Zero(model.nv()));
  }
  initial->refuse_unknown();
}

void read_integrator(Node& root, SimulationOptions& options) {
  auto node = root.find("integrator");
  if (!node) return;
  IntegratorOptions& integrator = options.integrator;
  if (const auto method = node->find("method")) {
    integrator.method = method->text();
    std::vector<std::string> names;
    for (const IntegratorInfo& info : integrators()) names.emplace_back(info.name);
    if (std::find(names.begin(), names.end(), integrator.method) == names.end()) {
      method->fail("no integrator " + in_quotes(integrator.method),
                   did_you_mean(integrator.method, names,
                                fmt::format("there are: {}", fmt::join(names, ", "))));
    }
  }
  if (const auto rtol = node->find("rtol")) {
    integrator.rtol = rtol->positive();
    if (integrator.rtol < 1e-14) rtol->fail("is below what rounding allows", "write 1e-14 or more");
  }
  if (const auto atol = node->find("atol")) integrator.atol = atol->positive();
  if (const auto most = node->find("max_step")) integrator.max_step = most->positive();
  if (const auto first = node->find("initial_step")) integrator.initial_step = first->positive();
  for (const char* name : {"step", "dt"}) {
    if (const auto step = node->find(name)) integrator.step = step->positive();
  }
  node->refuse_unknown();
}

void read_methods(Node& root, SimulationOptions& options) {
  const auto node = root.find("forward_dynamics");
  if (!node) return;
  const std::string name = node->text();
  std::vector<std::string> names{"auto"};
  for (const Method& method : methods()) {
    if (method.quantity == Quantity::forward_dynamics) names.emplace_back(method.name);
  }
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    node->fail("no method " + in_quotes(name),
               did_you_mean(name, names, fmt::format("there are: {}", fmt::join(names, ", "))));
  }
  options.methods.forward_dynamics = name;
}

void read_included(Node& root, SimulationOptions& options) {
  if (const auto friction = root.find("friction")) options.include.friction = friction->boolean();
  if (const auto armature = root.find("armature")) options.include.armature = armature->boolean();
  if (const auto speed = root.find("friction_speed")) options.friction_speed = speed->positive();
  if (const auto band = root.find("band")) options.band = band->positive();
  if (auto record = root.find("record")) {
    if (const auto every = record->find("every")) options.record_every = every->not_negative();
    record->refuse_unknown();
  }
}

}  // namespace

Scenario load_scenario(const std::string& file, Diagnostics* notes) {
  const Source source = Source::read(file);
  const json::Document document(source);
  Node root(source, document.root(), "$");
  const Node format = root.need("format", "\"format\": \"kinetree-scenario/1\"");
  if (format.text() != "kinetree-scenario/1") {
    format.fail(in_quotes(format.text()) + " is no scenario",
                "\"format\": \"kinetree-scenario/1\"");
  }
  Scenario scenario;
  read_model(root, scenario, file, notes);
  scenario.options.duration = root.need("duration", "\"duration\": seconds").positive();
  read_initial(root, scenario);
  read_integrator(root, scenario.options);
  read_methods(root, scenario.options);
  read_included(root, scenario.options);
  read_control(root, scenario);
  read_happenings(root, scenario, file);
  root.refuse_unknown({"name"});
  return scenario;
}

}  // namespace kinetree
