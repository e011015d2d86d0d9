#include "simulate/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kinetree {
namespace simulation {
namespace {

constexpr std::array steppers{
    StepperInfo{{"dopri5", "Dormand–Prince 5(4), steps and errors as MATLAB's ode45",
                 "dormand_prince1980", 5, true},
                5,
                make_dopri5},
    StepperInfo{{"rk4", "the classical Runge–Kutta method", "hairer1993", 4, false}, 4, make_rk4},
    StepperInfo{{"semi_implicit_euler", "velocities first, then positions", "hairer2006", 1, false},
                1,
                make_semi_implicit_euler},
    StepperInfo{
        {"rk4_energy", "rk4, then back to the energy that the works leave", "hairer2006", 4, false},
        4,
        make_rk4_energy},
    StepperInfo{{"rosenbrock23", "linearly implicit, for stiff robots, as MATLAB's ode23s",
                 "shampine_reichelt1997", 2, true},
                3,
                make_rosenbrock23},
};

}  // namespace

void Stepper::begin(double h, const Vector& y, const Vector& rate) {
  h_ = h;
  start_ = y;
  start_rate_ = rate;
  end_.resize(y.size());
  end_rate_.resize(y.size());
}

void Stepper::between(double share, Vector& y) const {
  const double s = share, r = 1 - share;
  y = r * r * (1 + 2 * s) * start_ + s * s * (3 - 2 * s) * end_ +
      h_ * (s * r * r * start_rate_ - s * s * r * end_rate_);
}

const StepperInfo& find_stepper(const std::string& name) {
  std::vector<std::string> names;
  for (const StepperInfo& stepper : steppers) {
    if (stepper.info.name == name) return stepper;
    names.emplace_back(stepper.info.name);
  }
  const std::string close = nearest(name, names);
  throw UsageError(fmt::format("no integrator '{}'{}; there are: {}", name,
                               close.empty() ? "" : fmt::format(", did you mean '{}'?", close),
                               fmt::join(names, ", ")));
}

}  // namespace simulation

std::span<const IntegratorInfo> integrators() noexcept {
  static constexpr auto infos = [] {
    std::array<IntegratorInfo, simulation::steppers.size()> list{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = simulation::steppers[i].info;
    return list;
  }();
  return infos;
}

}  // namespace kinetree
