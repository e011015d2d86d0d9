#include "reproduce_crucible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "kinetree/io.hpp"
#include "kinetree/simulate.hpp"

namespace kinetree::cli {
namespace {

using std::numbers::pi;
constexpr double taken = 1.25, left = 5.25;  // s
constexpr double quiet_from = 4.25;          // the arm has long stood still

/// The third link of pelican3, on its own.
Model crucible() {
  Model arm = *robot("pelican3");
  Model load = arm.detach(arm.at("link3"));
  return load;
}

/// Waits, picks up, waits, carries within 1.5 s, waits, puts down, goes back.
Trajectory motion() {
  const std::vector<double> times{0, 0.25,  0.5, 0.75, 1,    1.25, 1.5,  1.875, 2.25, 2.625,
                                  3, 3.375, 4.5, 5,    5.25, 5.5,  5.75, 6,     6.25, 6.5};
  constexpr std::array<std::array<double, 2>, 20> places{
      {{-0.3, -0.4}, {-0.3932, -0.2965}, {-0.75, 0.1},      {-1.1068, 0.4965},  {-1.2, 0.6},
       {-1.2, 0.6},  {-1.2, 0.6},        {-1.0654, 0.5896}, {-0.55, 0.55},      {-0.0346, 0.5104},
       {0.1, 0.5},   {0.1, 0.5},         {0.1, 0.5},        {0.1, 0.5},         {0.1, 0.5},
       {0.1, 0.5},   {0.0586, 0.4068},   {-0.1, 0.05},      {-0.2586, -0.3068}, {-0.3, -0.4}}};
  Matrix q(2, static_cast<Eigen::Index>(times.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    q.col(static_cast<Eigen::Index>(i)) << places[i][0], places[i][1];
  }
  return spline(times, q);
}

enum class Law { anti_swing, tracking, unaware };

struct Carried {
  std::string label;
  Run run;
  std::vector<double> t, swing, error;  ///< while it hangs

  double largest(const std::vector<double>& values, double from) const {
    double most = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (t[i] >= from) most = std::max(most, std::abs(values[i]));
    }
    return most;
  }
  double residual_swing() const { return largest(swing, quiet_from); }
  double residual_error() const { return largest(error, quiet_from); }
};

Carried carry(std::string label, Law law) {
  const Model arm = *robot("pelican2");
  const Trajectory desired = motion();
  Reference start;
  desired(0, start);
  SimulationOptions options;
  options.duration = 7;
  options.desired = desired;
  options.breakpoints = {taken, left};
  Attach attach;
  attach.as = "crucible";
  attach.to = "link2";
  attach.branch = crucible();                              // with its hook where the arm ends
  attach.q = Vector::Constant(1, -pi / 2 - (-1.2 + 0.6));  // hangs down
  options.events = {with_edit(at_time("take", taken), attach),
                    with_edit(at_time("put down", left), Detach{"crucible"})};
  const Gains gains{Vector::Constant(2, 100), Vector::Constant(2, 20)};
  const Driven driven{"link1", "link2"};
  const Controller alone = computed_torque(arm, desired, gains, {}, driven);
  if (law != Law::unaware) {
    options.controller_for = [=](const Model& robot) {
      return law == Law::anti_swing ? anti_swing(robot, desired, gains, {}, driven)
                                    : computed_torque(robot, desired, gains, {}, driven);
    };
  }
  Carried result{
      std::move(label), simulate(arm, {0, start.q, start.v}, alone, options), {}, {}, {}};
  for (const Sample& s : result.run.samples) {
    if (s.q.size() != 3) continue;
    result.t.push_back(s.t);
    result.swing.push_back(s.q.sum() + pi / 2);
    result.error.push_back((s.q - s.q_desired).head<2>().cwiseAbs().maxCoeff());
  }
  return result;
}

/// M and h of the arm that took up the crucible, against those of the arm that was built with it.
double model_difference() {
  Model grown = *robot("pelican2");
  grown.attach(grown.at("link2"), crucible());
  Evaluator progressive(grown), whole(*robot("pelican3"));
  const Vector3 q(0.3, -0.8, 1.1), v(1, -2, 0.5);
  return std::max((progressive.mass_matrix(q) - whole.mass_matrix(q)).cwiseAbs().maxCoeff(),
                  (progressive.bias(q, v) - whole.bias(q, v)).cwiseAbs().maxCoeff());
}

Item progressive_item() {
  const double difference = model_difference();
  return {.item = "Sec. 3, the payload",
          .claim = "the model of the arm is kept, and a link is added to it by a passive joint",
          .paper = "the model does not need to be rebuilt from scrap",
          .ours = fmt::format("M and h differ from those of the whole arm by {:.1e}", difference),
          .verdict = verdict_of(difference <= 1e-14),
          .evidence = "attach() in mid-run, then mass_matrix and bias in one state"};
}

Item swing_item(const std::vector<Carried>& runs) {
  Item item{.item = "Sec. 3, anti-swing",
            .claim = "the two models help to make a controller that stops the crucible's swing",
            .paper = "said, not shown",
            .rows = {{"controller", "swing at most", "left of it", "error at most", "left of it"}}};
  for (const Carried& c : runs) {
    item.rows.push_back({c.label, fmt::format("{:.4f}", c.largest(c.swing, taken)),
                         fmt::format("{:.4f}", c.residual_swing()),
                         fmt::format("{:.4f}", c.largest(c.error, taken)),
                         fmt::format("{:.5f}", c.residual_error())});
  }
  const double with = runs[0].residual_swing(),
               without = std::min(runs[1].residual_swing(), runs[2].residual_swing());
  item.ours =
      fmt::format("{:.2g} rad left of the swing, {:.2g} rad or more without", with, without);
  item.verdict = verdict_of(with < 0.1 * without && runs[0].residual_error() < 0.01);
  item.evidence = fmt::format(
      "radians, from {:g} s on, when the arm has stood for {:g} s; partial feedback linearisation "
      "by "
      "the extended model, and poles of arm and pendulum placed together",
      quiet_from, quiet_from - 3);
  return item;
}

Item tracking_item(const std::vector<Carried>& runs) {
  const double with = runs[1].largest(runs[1].error, taken),
               without = runs[2].largest(runs[2].error, taken);
  return {
      .item = "Sec. 3, two models",
      .claim = "with the payload the dynamic model is dramatically changed",
      .paper = "a completely new mechanism",
      .ours = fmt::format("error while carrying {:.1e} rad with the new model, {:.2g} rad with "
                          "the old one",
                          with, without),
      .verdict = verdict_of(without > 100 * with),
      .evidence = "computed torque with the same gains; the old model does not know the weight"};
}

void add_checks(Reproduction& paper, const std::vector<Carried>& runs) {
  double balance = 0, residual = 0, least = std::numeric_limits<double>::infinity();
  for (const Carried& c : runs) {
    balance = std::max(balance, std::abs(c.run.audit.largest_balance.value));
    residual = std::max(residual, c.run.audit.robot_changes->residual.value);
    least = std::min(least, c.run.happenings.front().robot->lost);
  }
  paper.checks.push_back({"crucible: energy balance, J", balance, 0, 1e-6});
  paper.checks.push_back({"crucible: momentum at capture and release, N m s", residual, 0, 1e-12});
  paper.checks.push_back({"crucible: energy lost in the capture, J", least, -1e-12});
}

void add_figures(Reproduction& paper, const std::vector<Carried>& runs) {
  Plot swing{
      .title = "Swing of the crucible", .x_label = "t [s]", .y_label = "angle [rad]", .series = {}};
  Plot error{.title = "Error of the arm",
             .x_label = "t [s]",
             .y_label = "largest error [rad]",
             .series = {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    swing.series.push_back(
        {.label = runs[i].label, .x = runs[i].t, .y = runs[i].swing, .colour = i});
    error.series.push_back(
        {.label = runs[i].label, .x = runs[i].t, .y = runs[i].error, .colour = i});
  }
  paper.figures.push_back({"crucible_swing", swing});
  paper.figures.push_back({"crucible_error", error});
  Data data{"crucible", {{"t", runs[0].t}}};
  const std::array names{"anti_swing", "computed_torque", "old_model"};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    data.columns.push_back({std::string("swing_") + names[i], runs[i].swing});
    data.columns.push_back({std::string("error_") + names[i], runs[i].error});
  }
  paper.data.push_back(data);
}

}  // namespace

void reproduce_crucible(Reproduction& paper) {
  const std::vector<Carried> runs{carry("anti-swing", Law::anti_swing),
                                  carry("tracking alone", Law::tracking),
                                  carry("old model", Law::unaware)};
  paper.items.push_back(progressive_item());
  paper.items.push_back(tracking_item(runs));
  paper.items.push_back(swing_item(runs));
  add_checks(paper, runs);
  add_figures(paper, runs);
}

}  // namespace kinetree::cli
