#include "simulate/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kinetree/report.hpp"
#include "simulate/growth.hpp"

namespace kinetree::simulation {
namespace {

/// The least that time can advance by.
double least_step(double t) { return 16 * (std::nextafter(std::abs(t), HUGE_VAL) - std::abs(t)); }

void check_limits(const System& system, const State& start, LimitOptions::Rule rule) {
  if (rule != LimitOptions::stop && rule != LimitOptions::bounce) return;
  for (const System::Limited& limited : system.limited()) {
    const double q = start.q[limited.q];
    if (q >= limited.lower && q <= limited.upper) continue;
    throw UsageError(fmt::format("joint '{}' starts at {} outside its limits, {} to {}",
                                 limited.joint, q, limited.lower, limited.upper));
  }
}

}  // namespace

Driver::Driver(const Model& model, const State& start, const Controller& controller,
               const SimulationOptions& options, const Recorder& recorder, Passage& passage)
    : options_(options),
      recorder_(recorder),
      at_(passage),
      system_(model, controller, options),
      info_(find_stepper(options.integrator.method)),
      stepper_(info_.make()),
      x_(start),
      auditor_(system_, options, start, passage.books) {
  check_limits(system_, start, options.limits.rule);
  y_.setZero(system_.size());
  rate_.setZero(system_.size());
  carry_.setZero(system_.size() - system_.nv());
  size_.setZero(Eigen::Index{2} * system_.nv());
  size_end_ = size_;
  system_.pack(x_, y_);
  list_events();
  list_breakpoints();
  enter_next_piece();
}

void Driver::list_breakpoints() {
  breakpoints_ = options_.breakpoints;
  for (const AppliedForce& force : options_.forces) {
    breakpoints_.push_back(force.from);
    breakpoints_.push_back(force.to);
  }
  std::erase_if(breakpoints_, [&](double t) { return !(t >= at_.t_start && t <= at_.t_end); });
  std::sort(breakpoints_.begin(), breakpoints_.end());
  // 0.3 and 0.1 + 0.2 are meant to be the same.
  const auto same = [](double a, double b) { return b - a <= 4 * least_step(b); };
  breakpoints_.erase(std::unique(breakpoints_.begin(), breakpoints_.end(), same),
                     breakpoints_.end());
}

double Driver::next_stop() const {
  return next_breakpoint_ < breakpoints_.size() ? breakpoints_[next_breakpoint_] : at_.t_end;
}

/// Past a breakpoint everything may be different: the rate too.
void Driver::enter_next_piece() {
  const bool was_at_one = next_breakpoint_ < breakpoints_.size();
  while (next_breakpoint_ < breakpoints_.size() && breakpoints_[next_breakpoint_] <= x_.t) {
    ++next_breakpoint_;
  }
  const double never = HUGE_VAL;
  const bool last = next_breakpoint_ == breakpoints_.size();
  system_.set_piece(next_breakpoint_ == 0 ? -never : breakpoints_[next_breakpoint_ - 1],
                    last ? never : breakpoints_[next_breakpoint_]);
  if (!was_at_one || stepper_->end().size() == 0) return;  // or no step was taken yet
  system_.rate(x_.t, y_, rate_);
  stepper_->restart(system_, x_, y_);
}

/// What ode45 takes: the rate alone would change y by about the tolerance.
double Driver::first_step() {
  const IntegratorOptions& integrator = options_.integrator;
  const double most = integrator.max_step > 0 ? integrator.max_step : options_.duration / 10;
  if (integrator.initial_step > 0) return std::min(integrator.initial_step, most);
  const int n = system_.nv();
  const double threshold = integrator.atol / integrator.rtol;
  system_.chart().magnitude(y_, size_);
  size_.tail(n) = y_.segment(n, n).cwiseAbs();
  double fastest = 0;
  for (int k = 0; k < 2 * n; ++k) {
    fastest = std::max(fastest, std::abs(rate_[k]) / std::max(size_[k], threshold));
  }
  const double sharp = fastest / (0.8 * std::pow(integrator.rtol, 1.0 / info_.error_order));
  return most * sharp > 1 ? 1 / sharp : most;
}

/// The largest error, relative to the state or to atol/rtol where that is larger.
double Driver::weighted_error(const Vector& error) {
  const int n = system_.nv();
  const double threshold = options_.integrator.atol / options_.integrator.rtol;
  const Vector& end = stepper_->end();
  system_.chart().magnitude(y_, size_);
  system_.chart().magnitude(end, size_end_);
  size_.tail(n) = y_.segment(n, n).cwiseAbs();
  size_end_.tail(n) = end.segment(n, n).cwiseAbs();
  double largest = 0;
  for (int k = 0; k < 2 * n; ++k) {
    const double size = std::max({size_[k], size_end_[k], threshold});
    const double share = std::abs(error[k]) / size;
    if (!(share <= largest)) largest = share;  // a NaN stays
  }
  return end.allFinite() ? largest : std::numeric_limits<double>::quiet_NaN();
}

/// Step control of ode45 and ode23s [shampine_reichelt1997].
bool Driver::advance_adaptively(double stop) {
  const IntegratorOptions& integrator = options_.integrator;
  const double most = integrator.max_step > 0 ? integrator.max_step : options_.duration / 10;
  const double power = 1.0 / info_.error_order;
  // At t = 0 rounding allows steps of 1e-322 s; nobody waits for them.
  const double least = std::max(least_step(x_.t), 1e-18 * options_.duration);
  bool failed = false;
  h_ = std::clamp(h_, std::min(least, most), most);
  while (true) {
    double h = h_;
    // Nearly there: stretch, rather than leave a crumb.
    if (1.1 * h >= stop - x_.t) h = stop - x_.t;
    h = (x_.t + h) - x_.t;  // what the clock will show, to the last bit
    stepper_->step(system_, x_.t, h, y_, rate_);
    const double error = weighted_error(*stepper_->error());
    if (error <= integrator.rtol) {
      taken_ = h;
      if (!failed) {
        const double ratio = 1.25 * std::pow(error / integrator.rtol, power);
        h_ = ratio > 0.2 ? h / ratio : 5 * h;
      }
      return true;
    }
    ++auditor_.audit.rejected;
    if (h <= least || h_ <= least) return false;  // h may be stretched, and would be for ever
    const double shrink = 0.8 * std::pow(integrator.rtol / error, power);
    h_ = failed || !std::isfinite(error) ? 0.5 * h : h * std::max(0.1, shrink);
    h_ = std::max(h_, least);
    failed = true;
  }
}

bool Driver::advance_by_fixed_step(double stop) {
  const double step = options_.integrator.step;
  double next = at_.t_start + static_cast<double>(at_.grid + 1) * step;
  while (next - x_.t <= 1e-9 * step)
    next = at_.t_start + static_cast<double>(++at_.grid + 1) * step;
  // The last step may be shorter, but not by a rounding error only.
  taken_ = next >= stop - 1e-9 * step ? stop - x_.t : next - x_.t;
  stepper_->step(system_, x_.t, taken_, y_, rate_);
  return stepper_->end().allFinite() && stepper_->end_rate().allFinite();
}

bool Driver::advance() {
  const double stop = next_stop();
  system_.forget_bad_torque();
  return info_.info.adaptive ? advance_adaptively(stop) : advance_by_fixed_step(stop);
}

std::optional<std::size_t> Driver::meet_event() {
  if (watch_.events.empty()) return std::nullopt;
  const auto crossing = watch_.first([&](double share, State& x) {
    stepper_->between(share, between_);
    system_.unpack(x_.t + share * taken_, between_, x);
  });
  if (!crossing) return std::nullopt;
  // The interpolant is not as good as a step: take one to there, and correct its length by secants.
  const Event& event = watch_.events[crossing->event].event;
  const double whole = taken_;
  State x;
  double h = std::max(crossing->share * whole, least_step(x_.t));
  double other = 0, value_other = event.value(x_);
  for (int i = 0; i < 4; ++i) {
    taken_ = std::min(h, whole);
    stepper_->step(system_, x_.t, taken_, y_, rate_);
    system_.unpack(x_.t + taken_, stepper_->end(), x);
    const double value = event.value(x);
    const double slope = (value - value_other) / (taken_ - other);
    const double better = taken_ - value / slope;
    other = taken_;
    value_other = value;
    // A value that jumps, as that of a time does, has its secants half-way: it is there already.
    if (!(better > 0.75 * taken_ && better < 1.25 * taken_)) break;
    if (std::abs(better - taken_) <= least_step(x_.t)) break;
    h = better;
  }
  return crossing->event;
}

void Driver::record(const State& x, const Vector& y) {
  at_.last_record = x.t;
  Sample sample = auditor_.sample(x, y);
  sample.robot = at_.robot;
  if (recorder_) {
    recorder_(sample);
  } else {
    at_.run.samples.push_back(std::move(sample));
  }
}

void Driver::record_until(double t) {
  const double every = options_.record_every;
  State x;
  for (; every > 0; ++at_.recorded) {
    const double next = at_.t_start + static_cast<double>(at_.recorded) * every;
    // A sample at the end of the run is the end of the run, not a rounding error before it.
    if (next > t || next >= at_.t_end - 1e-9 * every) return;
    stepper_->between((next - x_.t) / taken_, between_);
    system_.unpack(next, between_, x);
    auditor_.watch(x);
    record(x, between_);
  }
}

/// y at the end of the step. What rounding takes from the sum is added to the next one: of a
/// hundred thousand steps none is lost. Positions have their own way to keep it (Chart::move).
void Driver::take_end() {
  rate_ = stepper_->end_rate();
  const Vector* increment = stepper_->increment();
  if (increment == nullptr) {
    y_ = stepper_->end();
    return;
  }
  const Eigen::Index rest = y_.size() - system_.nv();
  y_.head(system_.nv()) = stepper_->end().head(system_.nv());
  carry_ += increment->tail(rest);
  between_ = y_.tail(rest);
  y_.tail(rest) += carry_;
  carry_ -= y_.tail(rest) - between_;
}

void Driver::accept() {
  const double t = x_.t + taken_;
  auditor_.step(taken_);
  record_until(t);
  take_end();
  const double stop = next_stop();
  system_.unpack(std::abs(t - stop) <= least_step(t) ? stop : t, y_, x_);
  system_.recentre(x_, y_);
  system_.position_rate(y_, rate_);
  if (x_.t >= stop) enter_next_piece();
  auditor_.watch(x_);
  analyse_departure();
  if (options_.record_every == 0 && x_.t < at_.t_end) record(x_, y_);
}

/// The first time that the error is larger than the band, and not only what the run began with.
void Driver::analyse_departure() {
  const Audit& audit = auditor_.audit;
  if (at_.analysed || !audit.tracking_error) return;
  if (audit.tracking_error->value <= std::max(options_.band, 10 * at_.initial_error)) return;
  at_.analysed = true;
  const bool began_inside = at_.initial_error <= options_.band;
  const double t = began_inside ? audit.departures.front().t : audit.tracking_error->at;
  const std::string joint = began_inside ? audit.departures.front().joint : audit.tracking_joint;
  auditor_.instability(t, joint, growth(system_, x_), false);
}

std::string Driver::fastest_joint() const {
  Eigen::Index fastest = 0;
  if (x_.v.size() == 0) return "";
  x_.v.cwiseAbs().maxCoeff(&fastest);
  return v_names(system_.model())[static_cast<std::size_t>(fastest)];
}

void Driver::break_down(Stop stop, const std::string& why) {
  const int bad = system_.bad_torque();
  if (bad >= 0) {
    const std::string joint = v_names(system_.model())[static_cast<std::size_t>(bad)];
    return end(Stop::not_finite, fmt::format("at {:.9g} s the controller gave joint '{}' a torque "
                                             "that is not finite",
                                             x_.t, joint));
  }
  auditor_.instability(x_.t, fastest_joint(), growth(system_, x_), true);
  end(stop, why);
}

void Driver::end(Stop stop, std::string text) {
  at_.run.stop = stop;
  at_.run.stop_text = std::move(text);
  done_ = true;
}

void Driver::start() {
  watch_.look(x_);
  auditor_.watch(x_);
  if (auditor_.audit.tracking_error) at_.initial_error = auditor_.audit.tracking_error->value;
  record(x_, y_);
  at_.recorded = 1;
  at_.under_way = true;
}

/// The same after a change of the robot. What just happened does not happen again by rounding.
void Driver::go_on_from_before() {
  watch_.look(x_);
  for (std::size_t i = 0; i < at_.sides.size(); ++i) {
    if (at_.sides[i] != 0) watch_.events[i].side = at_.sides[i];
  }
  for (Watched& watched : watch_.events) {
    const bool is_limit =
        watched.kind == Watched::upper_limit || watched.kind == Watched::lower_limit;
    const auto& held = at_.held;
    if (is_limit && std::find(held.begin(), held.end(), watched.event.name) != held.end()) {
      watched.active = false;
    }
  }
  if (!at_.changed) return;
  auditor_.watch(x_);
  record(x_, y_);
  // On the grid, this was the sample.
  const double every = options_.record_every;
  while (every > 0 &&
         at_.t_start + static_cast<double>(at_.recorded) * every <= x_.t + 1e-9 * every) {
    ++at_.recorded;
  }
}

void Driver::go() {
  system_.rate(x_.t, y_, rate_);
  if (!rate_.allFinite()) {
    const std::string what =
        fmt::format("{} not finite (look at the controller, at q and v)",
                    system_.tau().allFinite() ? "accelerations are" : "torques are");
    if (!at_.under_way) throw UsageError("at the start, " + what);
    return end(Stop::not_finite,
               fmt::format("at {:.9g} s, after the robot changed, {}", x_.t, what));
  }
  stepper_->restart(system_, x_, y_);
  h_ = first_step();
  if (at_.under_way) {
    go_on_from_before();
  } else {
    start();
  }
  if (options_.limits.rule == LimitOptions::bounce && !contacts().empty()) {
    settle();
    go_on_from_here();
  }
  while (!done_ && due_.empty() && x_.t < at_.t_end) {
    if (!advance()) {
      const bool adaptive = info_.info.adaptive;
      break_down(adaptive ? Stop::step_too_small : Stop::not_finite,
                 fmt::format("at {:.9g} s {}", x_.t,
                             adaptive ? "no step is small enough for the tolerance"
                                      : "the motion is no longer finite"));
      break;
    }
    const auto event = meet_event();
    accept();
    if (event) happen(*event);
  }
  if (done_) due_.clear();
  if (!done_ && due_.empty()) end(Stop::reached_end, "reached the end");
}

void Driver::leave() {
  if (x_.t > at_.last_record) record(x_, y_);
  auditor_.settle(y_);
  at_.held.clear();
  for (const Watched& watched : watch_.events) {
    if (watched.kind != Watched::release && !watched.active) {
      at_.held.push_back(watched.event.name);
    }
  }
}

Run Driver::finish() {
  leave();
  auditor_.finish(x_);
  at_.run.audit = auditor_.audit;
  at_.run.t = x_.t;
  return std::move(at_.run);
}

std::vector<bool> Driver::fixed() const {
  std::vector<bool> list(static_cast<std::size_t>(system_.nv()));
  for (int k = 0; k < system_.nv(); ++k) {
    list[static_cast<std::size_t>(k)] = system_.given(k) || system_.held(k);
  }
  return list;
}

}  // namespace kinetree::simulation
