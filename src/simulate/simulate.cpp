// The gate of a simulation: what it accepts, and what it says when it does not.
#include "kinetree/simulate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "simulate/driver.hpp"

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

Run simulate(const Model& model, const State& start, const Controller& controller,
             const SimulationOptions& options, const Recorder& recorder) {
  check_options(options);
  check_start(model, start);
  check_desired(model, options);
  if (!controller) throw UsageError("no controller (no_torque() is one)");
  return simulation::Driver(model, start, controller, options, recorder).run();
}

}  // namespace kinetree
