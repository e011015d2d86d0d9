// The audit of a run for people.
#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "kinetree/run_report.hpp"

namespace kinetree {
namespace {

constexpr std::size_t most_rows = 24;  ///< joints listed one by one

void line(std::ostream& out, std::string_view name, const std::string& text) {
  out << fmt::format("  {:<22}{}\n", name, text);
}

std::string integrator_text(const RunInfo& info) {
  const IntegratorOptions& o = info.integrator;
  if (!info.adaptive) return fmt::format("{}, step {:g} s", o.method, o.step);
  return fmt::format("{}, rtol {:g}, atol {:g}", o.method, o.rtol, o.atol);
}

void write_work(std::ostream& out, const RunInfo& info, const Audit& a) {
  line(out, "energy", fmt::format("{:.9g} J → {:.9g} J", a.initial_energy, a.final_energy));
  line(out, "work of the torques", fmt::format("{:.9g} J", a.work.sum()));
  const auto& names = a.work_names.empty() ? info.v_names : a.work_names;
  for (std::size_t i = 0; i < names.size() && names.size() <= most_rows; ++i) {
    const double work = a.work[static_cast<Eigen::Index>(i)];
    if (work != 0) line(out, "  " + names[i], fmt::format("{:.9g} J", work));
  }
  if (a.friction_work != 0) line(out, "work of friction", fmt::format("{:.9g} J", a.friction_work));
  if (a.external_work != 0) line(out, "work of forces", fmt::format("{:.9g} J", a.external_work));
  if (a.limit_work != 0) line(out, "work of limits", fmt::format("{:.9g} J", a.limit_work));
  if (a.event_work != 0) line(out, "energy by events", fmt::format("{:.9g} J", a.event_work));
  line(out, "E - E0 - work",
       fmt::format("{:.2e} J at the end, {:.2e} J at most (at {:.6g} s)", a.final_balance,
                   a.largest_balance.value, a.largest_balance.at));
  if (a.linear_drift && a.angular_drift) {
    line(out, "drift of momentum",
         fmt::format("{:.2e} N s, {:.2e} N m s about the centre of mass", a.linear_drift->value,
                     a.angular_drift->value));
  }
}

void write_tracking(std::ostream& out, const Audit& a) {
  if (a.tracking_error) {
    line(out, "tracking error",
         a.tracking_joint.empty()
             ? "none"
             : fmt::format("{:.3e} at most ({} at {:.6g} s)", a.tracking_error->value,
                           a.tracking_joint, a.tracking_error->at));
  }
  for (std::size_t i = 0; i < std::min(a.departures.size(), most_rows); ++i) {
    line(out, i == 0 ? fmt::format("left {:g}", a.band) : "",
         fmt::format("{} at {:.4g} s", a.departures[i].joint, a.departures[i].t));
  }
  for (const Audit::LimitViolation& l : a.limits) {
    line(out, "beyond its limit",
         fmt::format("{} at {:.6g} s ({})", l.joint, l.t, l.upper ? "upper" : "lower"));
  }
  if (a.instability) {
    line(out, "unstable",
         fmt::format("{} first, at {:.6g} s: {}", a.instability->joint, a.instability->t,
                     a.instability->text));
  }
}

/// An event, and below it the books where it edited the robot.
void write_happening(std::ostream& out, const Happening& h) {
  line(out, "event",
       fmt::format("{} at {:.9g} s: {}{}", h.name, h.t, h.action,
                   h.reason.empty() ? "" : " (" + h.reason + ")"));
  if (!h.robot) return;
  const RobotChange& c = *h.robot;
  if (c.mass != 0) {
    line(out, "",
         fmt::format("{:.6g} kg {} with {:.6g} J of motion and {:.6g} J of height",
                     std::abs(c.mass), c.mass > 0 ? "came" : "went", std::abs(c.kinetic),
                     c.mass > 0 ? c.potential : -c.potential));
  }
  if (c.lost != 0 || h.action == "attach" || h.action == "lock") {
    line(out, "", fmt::format("{:.6g} J lost in the impact", c.lost));
  }
  line(out, "", fmt::format("momentum kept to {:.1e} N m s", c.residual));
  if (!c.floats) return;
  line(out, "",
       fmt::format("of all: to {:.1e} N s and {:.1e} N m s about the origin",
                   (c.linear_after - c.linear_before).norm(),
                   (c.angular_after - c.angular_before).norm()));
}

}  // namespace

void write_run_text(std::ostream& out, const RunInfo& info, const Run& run) {
  const Audit& a = run.audit;
  out << fmt::format("{}: {} s simulated; {}\n", info.model, json_number(run.t), run.stop_text);
  line(out, "integrator", integrator_text(info));
  line(out, "forward dynamics", info.forward_dynamics);
  line(out, "controller", info.controller);
  line(out, "steps",
       fmt::format("{} taken, {} rejected, {:.3g} to {:.3g} s; {} evaluations", a.steps, a.rejected,
                   a.smallest_step, a.largest_step, a.evaluations));
  write_work(out, info, a);
  line(out, "condition of M",
       fmt::format("{:.3g} at the start, {:.3g} at most (at {:.6g} s)", a.initial_condition,
                   a.largest_condition.value, a.largest_condition.at));
  write_tracking(out, a);
  for (const Happening& h : run.happenings) write_happening(out, h);
  for (const std::string& remark : info.remarks) line(out, "note", remark);
  for (const std::string& remark : a.remarks) line(out, "note", remark);
}

}  // namespace kinetree
