// What happens at events and at the limits of joints.
//
// A limit is a unilateral constraint: it can push, not pull. Where joints meet their limits,
// impulses are applied one after the other until none of them moves outwards; a joint that is held
// elsewhere may leave or be hit again by it. Then the joints that stand still at their limits are
// held, but for those whom the limit would have to pull.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "simulate/driver.hpp"

namespace kinetree::simulation {
namespace {

const char* action_of(const RobotEdit& edit) {
  constexpr std::array names{"attach", "detach", "lock", "unlock"};
  return names[edit.index()];
}

}  // namespace

void Driver::list_events() {
  for (const Event& event : options_.events) watch_.events.push_back({event, Watched::user});
  const LimitOptions& limits = options_.limits;
  if (limits.rule != LimitOptions::stop && limits.rule != LimitOptions::bounce) return;
  for (std::size_t i = 0; i < system_.limited().size(); ++i) {
    const System::Limited& limited = system_.limited()[i];
    if (system_.given(limited.v)) continue;  // goes where it is told to; the audit will say so
    for (const bool upper : {true, false}) {
      if (std::isfinite(upper ? limited.upper : limited.lower)) list_limit(i, upper);
    }
  }
}

void Driver::list_limit(std::size_t which, bool upper) {
  const System::Limited& limited = system_.limited()[which];
  const double at = upper ? limited.upper : limited.lower;
  const std::string name = "limit " + limited.joint;
  Watched watched;
  watched.event = {name, [k = limited.q, at](const State& x) { return x.q[k] - at; },
                   upper ? Event::rising : Event::falling};
  watched.kind = upper ? Watched::upper_limit : Watched::lower_limit;
  watched.which = static_cast<int>(which);
  watched.side = upper ? -1 : 1;
  watch_.events.push_back(watched);
  // While the limit holds the joint: it lets go where it would have to pull.
  const double inwards = upper ? -1 : 1;
  watched.event = {name,
                   [this, v = limited.v, inwards](const State& x) {
                     system_.act(x);
                     return inwards * system_.reaction(v);
                   },
                   Event::falling};
  watched.kind = Watched::release;
  watched.side = 1;
  watched.active = false;
  watch_.events.push_back(watched);
}

void Driver::happen(std::size_t first) {
  if (!time_goes_on()) return;
  const State last = x_;
  const Audit books = auditor_.audit;
  const double before = auditor_.energy(x_);
  bool at_limit = false, jumped = false;
  at_.sides.assign(options_.events.size(), 0);
  for (const std::size_t i : watch_.take_crossed(x_, first)) {
    Watched& watched = watch_.events[i];
    if (watched.kind == Watched::user) {
      at_.sides[i] = watched.side;
      jumped = happen_to_user(watched) || jumped;
    } else if (options_.limits.rule == LimitOptions::stop) {
      at_.run.happenings.push_back({x_.t, watched.event.name, "stop"});
      end(Stop::limit, fmt::format("'{}' at {:.9g} s", watched.event.name, x_.t));
    } else {
      at_limit = true;
      if (watched.kind != Watched::release) hit(watched);
    }
  }
  if (done_ && at_.run.stop == Stop::not_finite) return;
  if (jumped) auditor_.jump(auditor_.energy(x_) - before, false);
  if (jumped) auditor_.lose_momentum();
  if (at_limit || (jumped && options_.limits.rule == LimitOptions::bounce)) settle();
  if ((at_limit || jumped) && !go_on_from_here()) {  // the run ends with what was before
    x_ = last;
    auditor_.audit = books;
    system_.pack(x_, y_);
    end(Stop::not_finite, "an event left a motion that is not finite");
  }
}

/// True where it changed the state.
bool Driver::happen_to_user(const Watched& watched) {
  const Event& event = watched.event;
  at_.run.happenings.push_back({x_.t, event.name,
                                event.stops    ? "stop"
                                : event.edit   ? action_of(*event.edit)
                                : event.change ? "change"
                                               : "record"});
  if (event.edit) due_.push_back({at_.run.happenings.size() - 1, event.edit});
  if (event.stops) end(Stop::event, fmt::format("'{}' at {:.9g} s", event.name, x_.t));
  if (!event.change) return false;
  State x = x_;
  event.change(x);
  const bool fits = x.q.size() == x_.q.size() && x.v.size() == x_.v.size();
  if (!fits || !x.q.allFinite() || !x.v.allFinite()) {
    end(Stop::not_finite, fmt::format("event '{}' at {:.9g} s left a state of the wrong size or "
                                      "with a number that is not finite",
                                      event.name, x_.t));
    return false;
  }
  for (const System::Limited& limited : system_.limited()) {
    const double q = x.q[limited.q];
    if (options_.limits.rule != LimitOptions::bounce &&
        options_.limits.rule != LimitOptions::stop) {
      break;
    }
    if (q >= limited.lower && q <= limited.upper) continue;
    end(Stop::limit, fmt::format("event '{}' at {:.9g} s put joint '{}' beyond its limit",
                                 event.name, x_.t, limited.joint));
  }
  x_.q = x.q;
  x_.v = x.v;
  return true;
}

/// Where events follow each other faster than time can advance, the run would never end.
bool Driver::time_goes_on() {
  constexpr int many = 1000;
  constexpr double moment = 1e-9;
  if (x_.t - at_.busy_since > moment * std::max(1.0, options_.duration)) {
    at_.busy_since = x_.t;
    at_.busy = 0;
  }
  if (++at_.busy < many) return true;
  end(Stop::step_too_small,
      fmt::format("at {:.9g} s events follow each other without end ('{}' is one of them)", x_.t,
                  at_.run.happenings.empty() ? "" : at_.run.happenings.back().name));
  return false;
}

/// Puts a joint exactly onto its limit, where the event found it to rounding.
void Driver::hit(const Watched& watched) {
  const System::Limited& limited = system_.limited()[static_cast<std::size_t>(watched.which)];
  x_.q[limited.q] = watched.kind == Watched::upper_limit ? limited.upper : limited.lower;
}

/// The limits that joints are at, as positions in watch_.events.
std::vector<std::size_t> Driver::contacts() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < watch_.events.size(); ++i) {
    const Watched& watched = watch_.events[i];
    if (watched.kind != Watched::upper_limit && watched.kind != Watched::lower_limit) continue;
    const System::Limited& limited = system_.limited()[static_cast<std::size_t>(watched.which)];
    const double at = watched.kind == Watched::upper_limit ? limited.upper : limited.lower;
    if (x_.q[limited.q] == at) list.push_back(i);
  }
  return list;
}

const System::Limited& Driver::limited(std::size_t event) const {
  return system_.limited()[static_cast<std::size_t>(watch_.events[event].which)];
}

/// Velocities and holds at limits, after an impact, a release or a jump.
void Driver::settle() {
  const std::vector<std::size_t> at = contacts();
  for (const System::Limited& each : system_.limited()) system_.hold(each.v, false);
  const double before = auditor_.energy(x_);
  const std::vector<std::size_t> bounced = collide(at);
  auditor_.jump(auditor_.energy(x_) - before, true);
  const std::vector<std::size_t> held = hold_pressed(at);
  for (const std::size_t i : at) {
    const auto in = [&](const std::vector<std::size_t>& list) {
      return std::find(list.begin(), list.end(), i) != list.end();
    };
    const bool was_held = !watch_.events[i].active;
    if (in(held) && !was_held) note(i, "hold");
    if (!in(held) && in(bounced)) note(i, "bounce");
    if (!in(held) && was_held && !in(bounced)) note(i, "release");
  }
  for (std::size_t i = 0; i + 1 < watch_.events.size(); ++i) {
    Watched& watched = watch_.events[i];
    if (watched.kind != Watched::upper_limit && watched.kind != Watched::lower_limit) continue;
    const bool is_held = std::find(held.begin(), held.end(), i) != held.end();
    watched.active = !is_held;
    watch_.events[i + 1].active = is_held;  // its release: list_limit() puts it there
  }
}

void Driver::note(std::size_t event, const char* action) {
  at_.run.happenings.push_back({x_.t, watch_.events[event].event.name, action});
}

/// Newton's law of impact, one limit after the other, until nothing moves outwards. Returns who
/// bounced.
std::vector<std::size_t> Driver::collide(const std::vector<std::size_t>& at) {
  const LimitOptions& limits = options_.limits;
  constexpr int most_sweeps = 200;
  std::vector<std::size_t> bounced;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool quiet = true;
    for (const std::size_t i : at) {
      const System::Limited& joint = limited(i);
      const double outwards = watch_.events[i].kind == Watched::upper_limit ? 1 : -1;
      const double speed = x_.v[joint.v];
      if (speed * outwards <= 0) continue;
      quiet = false;
      const double rebound = limits.restitution * std::abs(speed);
      const double wanted = rebound > limits.resting_speed ? -limits.restitution * speed : 0;
      const Vector response = system_.impulse_response(x_, joint.v);
      x_.v += response * ((wanted - speed) / response[joint.v]);
      x_.v[joint.v] = wanted;
      if (wanted != 0) bounced.push_back(i);
    }
    if (quiet) break;
  }
  return bounced;
}

/// Holds the joints that stand still at a limit and press on it. Starts with all of them and lets
/// go of the one that would be pulled most, until none is.
std::vector<std::size_t> Driver::hold_pressed(const std::vector<std::size_t>& at) {
  std::vector<std::size_t> held;
  for (const std::size_t i : at) {
    const System::Limited& joint = limited(i);
    const double outwards = watch_.events[i].kind == Watched::upper_limit ? 1 : -1;
    // Slower than that and inwards: what is left of an impact.
    const bool still = std::abs(x_.v[joint.v]) <= options_.limits.resting_speed * 1e-6;
    if (!still || x_.v[joint.v] * outwards > 0) continue;
    x_.v[joint.v] = 0;
    held.push_back(i);
    system_.hold(joint.v, true);
  }
  while (!held.empty()) {
    system_.act(x_);
    auto loosest = held.begin();
    double least = 0;
    for (auto i = held.begin(); i != held.end(); ++i) {
      const double inwards = watch_.events[*i].kind == Watched::upper_limit ? -1 : 1;
      const double push = inwards * system_.reaction(limited(*i).v);
      if (i == held.begin() || push < least) {
        loosest = i;
        least = push;
      }
    }
    if (least > 0) break;
    system_.hold(limited(*loosest).v, false);
    held.erase(loosest);
  }
  return held;
}

/// After a jump the motion is a new one; false where there is none.
bool Driver::go_on_from_here() {
  system_.pack(x_, y_);
  carry_.setZero();
  system_.rate(x_.t, y_, rate_);
  if (!rate_.allFinite()) return false;
  stepper_->restart(system_, x_, y_);
  h_ = first_step();
  watch_.look(x_);
  return true;
}

}  // namespace kinetree::simulation
