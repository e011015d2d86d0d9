// kinetree-scenario/1: the head of a scenario; its controller and events have files of their own.
#include "io/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/robots.hpp"
#include "kinetree/io.hpp"
#include "kinetree/report.hpp"

namespace kinetree {

bool has_mimics(const Model& model) {
  for (int i = 0; i < model.size(); ++i) {
    if (model.link(LinkId{static_cast<std::uint32_t>(i)}).joint.mimic) return true;
  }
  return false;
}

Model read_scenario_model(const Node& node, const std::string& scenario, Diagnostics* notes) {
  const std::string name = node.text();
  if (name == "-") node.fail("the model cannot come from standard input", "name a file");
  try {
    return load_model(model_file(scenario, name), notes);
  } catch (const ParseError& error) {
    node.fail(error.what(), "kinetree check lists all that is wrong with a model");
  } catch (const Error& error) {
    node.fail(fmt::format("cannot take {}: {}", in_quotes(name), error.what()),
              "a built-in robot (kinetree robots) or a file; files are looked for beside the "
              "scenario first");
  }
}

namespace {

/// Throws unless the quaternions in q are of unit length; then makes them so to the last bit.
void normalise_quaternions(const Node& node, const Model& model, Vector& q) {
  for (const JointSlot& slot : model.joints()) {
    if (slot.nq == slot.nv) continue;
    auto quaternion = q.segment<4>(slot.q_first + slot.nq - 4);
    const double length = quaternion.norm();
    constexpr double tolerance = 1e-6;
    if (!(std::abs(length - 1) <= tolerance)) {
      node.fail(fmt::format("the quaternion (x y z w) of joint {} has length {:.9g}",
                            in_quotes(model.link(slot.link).joint.name), length),
                "normalise it");
    }
    quaternion /= length;
  }
}

void read_model(Node& root, Scenario& scenario, const std::string& file, Diagnostics* notes) {
  const Node node = root.need("model", "\"model\": \"puma6\", or the name of a file");
  scenario.model = read_scenario_model(node, file, notes);
  if (const auto base = root.find("base")) {
    const bool floats = base->choice({"fixed", "floating"}) == "floating";
    try {
      scenario.model.set_base(floats ? Base::floating : Base::fixed);
    } catch (const Error& error) {
      base->fail(error.what(), "leave \"base\" out");
    }
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
    normalise_quaternions(*q, model, scenario.start.q);
  }
  if (const auto v = initial->find("v")) {
    scenario.start.v = v->vector(v_names(model), Vector::Zero(model.nv()));
  }
  initial->refuse_unknown();
}

void read_duration(Node& root, SimulationOptions& options) {
  const Node node = root.need("duration", "\"duration\": seconds");
  options.duration = node.positive();
  constexpr double longest = 1e9;  // thirty years; beyond, times have less than seven decimals
  if (options.duration > longest) {
    node.fail(fmt::format("is {} s", options.duration), "write at most 1e9, which is thirty years");
  }
}

/// Refuses what would take for ever: more than ten thousand million steps.
double read_step(const Node& node, double duration) {
  const double step = node.positive();
  constexpr double most = 1e10;
  if (duration / step <= most) return step;
  node.fail(fmt::format("{} s in steps of {} s are {:.2g} steps", duration, step, duration / step),
            fmt::format("write {:g} or more", duration / most));
}

void read_method(Node& node, IntegratorOptions& integrator) {
  const auto method = node.find("method");
  if (!method) return;
  integrator.method = method->text();
  std::vector<std::string> names;
  for (const IntegratorInfo& info : integrators()) names.emplace_back(info.name);
  if (std::find(names.begin(), names.end(), integrator.method) != names.end()) return;
  method->fail(
      "no integrator " + in_quotes(integrator.method),
      did_you_mean(integrator.method, names, fmt::format("there are: {}", fmt::join(names, ", "))));
}

/// Says what a method does not look at: tolerances of fixed steps, the step of adaptive ones.
void note_unused(Node& node, Scenario& scenario) {
  const IntegratorOptions& integrator = scenario.options.integrator;
  bool adaptive = false;
  for (const IntegratorInfo& info : integrators()) {
    if (info.name == integrator.method) adaptive = info.adaptive;
  }
  const auto unused = adaptive ? std::vector<const char*>{"step", "dt"}
                               : std::vector<const char*>{"rtol", "atol", "initial_step"};
  for (const char* key : unused) {
    if (!node.find(key)) continue;
    scenario.remarks.push_back(
        fmt::format("\"{}\" of the integrator is not used: {} {}", key, integrator.method,
                    adaptive ? "chooses its steps (max_step bounds them)" : "has fixed steps"));
  }
  if (!adaptive && integrator.step > scenario.options.duration) {
    scenario.remarks.emplace_back("the step is longer than the run: one step of its duration");
  }
}

void read_integrator(Node& root, Scenario& scenario) {
  auto node = root.find("integrator");
  if (!node) return;
  const double duration = scenario.options.duration;
  IntegratorOptions& integrator = scenario.options.integrator;
  read_method(*node, integrator);
  if (const auto rtol = node->find("rtol")) {
    integrator.rtol = rtol->positive();
    if (integrator.rtol < 1e-14) rtol->fail("is below what rounding allows", "write 1e-14 or more");
    if (integrator.rtol >= 1) rtol->fail("allows errors as large as the motion", "below 1");
  }
  if (const auto atol = node->find("atol")) integrator.atol = atol->positive();
  if (const auto first = node->find("initial_step")) integrator.initial_step = first->positive();
  const auto step = node->find("step"), dt = node->find("dt"), most = node->find("max_step");
  if (step && dt) dt->fail("is the same as \"step\"", "keep one");
  if (step) integrator.step = read_step(*step, duration);
  if (dt) integrator.step = read_step(*dt, duration);
  if (most) {
    integrator.max_step = read_step(*most, duration);
    integrator.step = std::min(integrator.step, integrator.max_step);
  }
  note_unused(*node, scenario);
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
  for (const Method& method : simd_methods()) {
    if (method.quantity == Quantity::forward_dynamics) names.emplace_back(method.name);
  }
  names.emplace_back(find_method(Quantity::forward_dynamics, "generated").name);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    node->fail("no method " + in_quotes(name),
               did_you_mean(name, names, fmt::format("there are: {}", fmt::join(names, ", "))));
  }
  options.methods.forward_dynamics = name;
}

/// Refuses what no disk holds: more than a hundred million samples.
void check_samples(const Node& node, const SimulationOptions& options) {
  constexpr double most = 1e8;
  const double samples = options.duration / options.record_every;
  if (options.record_every == 0 || samples <= most) return;
  node.fail(fmt::format("a record every {} s for {} s has {:.2g} samples", options.record_every,
                        options.duration, samples),
            fmt::format("\"record\": {{\"every\": {:g}}} or more", options.duration / most));
}

void read_included(Node& root, SimulationOptions& options) {
  if (const auto friction = root.find("friction")) options.include.friction = friction->boolean();
  if (const auto armature = root.find("armature")) options.include.armature = armature->boolean();
  if (const auto speed = root.find("friction_speed")) options.friction_speed = speed->positive();
  if (const auto band = root.find("band")) options.band = band->positive();
  auto record = root.find("record");
  const auto every = record ? record->find("every") : std::nullopt;
  if (every) options.record_every = every->not_negative();
  check_samples(every ? *every : root, options);
  if (record) record->refuse_unknown();
}

Scenario read_scenario(const Source& source, const std::string& file, Diagnostics* notes) {
  const json::Document document(source);
  Node root(source, document.root(), "$");
  const Node format = root.need("format", "\"format\": \"kinetree-scenario/1\"");
  if (format.text() != "kinetree-scenario/1") {
    format.fail(in_quotes(format.text()) + " is no scenario",
                "\"format\": \"kinetree-scenario/1\"");
  }
  Scenario scenario;
  read_model(root, scenario, file, notes);
  read_duration(root, scenario.options);
  read_initial(root, scenario);
  read_integrator(root, scenario);
  read_methods(root, scenario.options);
  read_included(root, scenario.options);
  Attachments attachments;
  attachments.read(root, scenario, file, notes);
  const ControllerRecipe recipe = read_control(root, scenario);
  attachments.need_driven(recipe != nullptr);
  if (recipe && !attachments.empty()) {
    scenario.options.controller_for = [recipe, held = attachments.held()](const Model& robot) {
      return recipe(robot, held);
    };
  }
  read_happenings(root, scenario, attachments);
  root.refuse_unknown({"name"});
  return scenario;
}

}  // namespace

Scenario load_scenario(const std::string& file, Diagnostics* notes) {
  const Source source = Source::read(file);
  try {
    return read_scenario(source, file, notes);
  } catch (const ParseError&) {
    throw;
  } catch (const Error& error) {
    // Whatever else the model or a controller refuses: the scenario is at fault, not the caller.
    throw ParseError(fmt::format("{}: $: {}", source.name(), error.what()));
  }
}

}  // namespace kinetree
