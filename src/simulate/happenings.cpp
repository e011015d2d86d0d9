// What happens at events and at the limits of joints.
#include <fmt/format.h>

#include <cmath>

#include "simulate/driver.hpp"

namespace kinetree::simulation {
namespace {

/// Slower than this after an impact, a joint stays at its limit: bounces would never end.
constexpr double resting_speed = 1e-3;

}  // namespace

void Driver::list_events() {
  for (const Event& event : options_.events) watch_.events.push_back({event, Watched::user});
  const LimitOptions& limits = options_.limits;
  if (limits.rule != LimitOptions::stop && limits.rule != LimitOptions::bounce) return;
  for (std::size_t i = 0; i < system_.limited().size(); ++i) {
    const System::Limited& limited = system_.limited()[i];
    const std::string name = "limit " + limited.joint;
    for (const bool upper : {true, false}) {
      const double at = upper ? limited.upper : limited.lower;
      if (!std::isfinite(at)) continue;
      Watched watched;
      watched.event = {name, [k = limited.q, at](const State& x) { return x.q[k] - at; },
                       upper ? Event::rising : Event::falling, limits.rule == LimitOptions::stop};
      watched.kind = upper ? Watched::upper_limit : Watched::lower_limit;
      watched.which = static_cast<int>(i);
      watched.side = upper ? -1 : 1;
      watch_.events.push_back(watched);
      if (limits.rule == LimitOptions::stop) continue;
      // While the limit holds the joint: it lets go where it would have to pull.
      const double inwards = upper ? -1 : 1;
      watched.event = {name,
                       [this, v = limited.v, inwards](const State& x) {
                         system_.act(x);
                         return inwards * system_.reaction(v);
                       },
                       Event::falling, false};
      watched.kind = Watched::release;
      watched.side = 1;
      watched.active = false;
      watch_.events.push_back(watched);
    }
  }
}

void Driver::happen(std::size_t event) {
  Watched& watched = watch_.events[event];
  if (watched.kind == Watched::release) return set_free(watched);
  if (watched.event.stops) {
    const bool limit = watched.kind != Watched::user;
    result_.happenings.push_back({x_.t, watched.event.name, "stop"});
    return end(limit ? Stop::limit : Stop::event,
               fmt::format("'{}' at {:.9g} s", watched.event.name, x_.t));
  }
  if (watched.kind != Watched::user) return bounce(watched);
  watch_.pass(event);
  result_.happenings.push_back(
      {x_.t, watched.event.name, watched.event.change ? "change" : "record"});
  if (!watched.event.change) return;
  const double before = auditor_.energy(x_);
  State x = x_;
  watched.event.change(x);
  x.t = x_.t;
  jump_to(x, before, false);
}

void Driver::jump_to(const State& x, double energy_before, bool by_limit) {
  x_ = x;
  system_.pack(x_, y_);
  carry_.setZero();
  auditor_.jump(auditor_.energy(x_) - energy_before, by_limit);
  system_.rate(x_.t, y_, rate_);
  if (!rate_.allFinite()) return end(Stop::not_finite, "an event left a state that is not finite");
  stepper_->restart(system_, x_, y_);
  h_ = first_step();
  watch_.look(x_);
}

void Driver::bounce(Watched& watched) {
  const System::Limited& limited = system_.limited()[static_cast<std::size_t>(watched.which)];
  const bool upper = watched.kind == Watched::upper_limit;
  const double before = auditor_.energy(x_), speed = x_.v[limited.v];
  const double rebound = options_.limits.restitution * std::abs(speed);
  State x = x_;
  x.q[limited.q] = upper ? limited.upper : limited.lower;
  const Vector response = system_.impulse_response(x, limited.v);
  const double wanted = rebound > resting_speed ? -options_.limits.restitution * speed : 0;
  x.v += response * ((wanted - speed) / response[limited.v]);
  x.v[limited.v] = wanted;
  if (wanted != 0) {
    result_.happenings.push_back({x_.t, watched.event.name, "bounce"});
    jump_to(x, before, true);
    watched.side = upper ? -1 : 1;
    return;
  }
  jump_to(x, before, true);
  hold(watched);
}

/// The joint rests at the limit for as long as something presses it there.
void Driver::hold(Watched& watched) {
  Watched& release = *(&watched + 1);
  const System::Limited& limited = system_.limited()[static_cast<std::size_t>(watched.which)];
  watched.side = watched.kind == Watched::upper_limit ? -1 : 1;
  system_.hold(limited.v, true);
  if (release.event.value(x_) <= 0) {
    system_.hold(limited.v, false);
  } else {
    result_.happenings.push_back({x_.t, watched.event.name, "hold"});
    watched.active = false;
    release.active = true;
    release.side = 1;
  }
  jump_to(x_, auditor_.energy(x_), true);
}

void Driver::set_free(Watched& watched) {
  Watched& at_limit = *(&watched - 1);
  const System::Limited& limited = system_.limited()[static_cast<std::size_t>(watched.which)];
  result_.happenings.push_back({x_.t, watched.event.name, "release"});
  system_.hold(limited.v, false);
  watched.active = false;
  at_limit.active = true;
  jump_to(x_, auditor_.energy(x_), true);
  at_limit.side = at_limit.kind == Watched::upper_limit ? -1 : 1;
}

}  // namespace kinetree::simulation
