// The gate of a simulation: what it accepts, and what it says when it does not.
#include "kinetree/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulate/growth.hpp"
#include "simulate/journey.hpp"

namespace kinetree {
namespace {

void need_positive(const char* what, double value) {
  if (std::isfinite(value) && value > 0) return;
  throw UsageError(fmt::format("{} is {}, but must be positive", what, value));
}
void need_not_negative(const char* what, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw UsageError(fmt::format("{} is {}, but must not be negative", what, value));
}

void check_options(const SimulationOptions& options) {
  need_positive("the duration", options.duration);
  need_not_negative("record_every", options.record_every);
  need_positive("rtol", options.integrator.rtol);
  need_positive("atol", options.integrator.atol);
  need_positive("the step", options.integrator.step);
  need_not_negative("max_step", options.integrator.max_step);
  need_not_negative("initial_step", options.integrator.initial_step);
  need_positive("friction_speed", options.friction_speed);
  need_positive("the band", options.band);
  need_not_negative("the stiffness of limits", options.limits.stiffness);
  need_not_negative("the damping of limits", options.limits.damping);
  need_not_negative("restitution", options.limits.restitution);
  if (options.limits.restitution > 1) {
    throw UsageError("restitution must not be above 1: impacts bring no energy");
  }
  constexpr double finest = 1e-14;  // beyond, rounding is all there is
  if (options.integrator.rtol < finest) {
    throw UsageError(
        fmt::format("rtol is {}, but rounding allows {} at best", options.integrator.rtol, finest));
  }
}

void check_start(const Model& model, const State& start) {
  const auto check = [&](const char* name, const Vector& x, int size) {
    if (x.size() != size) {
      throw UsageError(fmt::format("{} has {} numbers, but the model '{}' needs {}", name, x.size(),
                                   model.name, size));
    }
    if (!x.allFinite()) throw UsageError(fmt::format("{} contains what is no finite number", name));
  };
  check("q", start.q, model.nq());
  check("v", start.v, model.nv());
  if (!std::isfinite(start.t)) throw UsageError("the time of the start is not finite");
}

/// Time has sixteen digits, and steps need some of them.
void check_clock(const SimulationOptions& options, double start) {
  const double latest = std::max(std::abs(start), std::abs(start + options.duration));
  const double finest = 1000 * (std::nextafter(latest, HUGE_VAL) - latest);
  const IntegratorOptions& integrator = options.integrator;
  const std::pair<const char*, double> times[] = {{"the duration", options.duration},
                                                  {"the step", integrator.step},
                                                  {"max_step", integrator.max_step},
                                                  {"record_every", options.record_every}};
  for (const auto& [name, value] : times) {
    if (value == 0 || value >= finest) continue;
    throw UsageError(
        fmt::format("{} is {}, too little to tell times around {} s apart (start the "
                    "clock at 0, or take {:.1g} or more)",
                    name, value, latest, finest));
  }
}

void check_desired(const Model& model, const SimulationOptions& options) {
  if (!options.desired) return;
  if (model.nq() != model.nv()) {
    throw UsageError("a desired motion needs a robot without floating and spherical joints");
  }
  Reference x{Vector::Zero(model.nv()), Vector::Zero(model.nv()), Vector::Zero(model.nv())};
  options.desired(0, x);
  if (x.q.size() == model.nq()) return;
  throw UsageError(fmt::format("the desired motion has {} coordinates, but the model '{}' has {}",
                               x.q.size(), model.name, model.nq()));
}

/// Whether the links are there; the rest is checked when the robot is.
void check_force_bodies(const Model& model, const SimulationOptions& options) {
  for (const AppliedForce& force : options.forces) {
    if (!force.body.empty() || index(force.link) < static_cast<std::size_t>(model.size())) continue;
    throw UsageError(fmt::format("a force acts on link number {}, which '{}' does not have",
                                 index(force.link), model.name));
  }
}

}  // namespace

std::string_view to_string(Stop stop) noexcept {
  switch (stop) {
    case Stop::reached_end:
      return "reached_end";
    case Stop::event:
      return "event";
    case Stop::limit:
      return "limit";
    case Stop::step_too_small:
      return "step_too_small";
    case Stop::not_finite:
      return "not_finite";
  }
  return "";
}

Event at_time(std::string name, double t) {
  return {std::move(name), [t](const State& x) { return x.t < t ? -1.0 : 1.0; }, Event::rising};
}

Event with_edit(Event event, RobotEdit edit) {
  event.edit = std::make_shared<const RobotEdit>(std::move(edit));
  return event;
}

Run simulate(const Model& model, const State& start, const Controller& controller,
             const SimulationOptions& options, const Recorder& recorder) {
  check_options(options);
  check_start(model, start);
  check_clock(options, start.t);
  check_desired(model, options);
  for (const Event& event : options.events) {
    if (!event.value && !event.bind)
      throw UsageError(fmt::format("event '{}' has no value", event.name));
  }
  if (!controller && !options.controller_for) {
    throw UsageError("no controller (no_torque() is one)");
  }
  check_force_bodies(model, options);
  return simulation::Journey(model, controller, options, recorder).run(start);
}

double growth_rate(const Model& model, const State& x, const Controller& controller,
                   const SimulationOptions& options) {
  check_start(model, x);
  if (!controller) throw UsageError("no controller (no_torque() is one)");
  simulation::System system(model, controller, options);
  const auto rate = simulation::growth(system, x);
  if (!rate) throw UsageError("growth_rate: the motion cannot be linearised here");
  return *rate;
}

}  // namespace kinetree
