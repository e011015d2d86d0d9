// Truc et al., Fig. 6: the arm under the torques (72), moved by our own forward dynamics and by an
// independent library in the place of Simscape Multibody.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproduce_kronecker.hpp"

namespace kinetree::cli {
namespace {

constexpr std::array horizons{1.0, 2.0, 3.0, 5.0, 10.0};
constexpr double claimed = 1e-12, horizon = 2, whole_run = 10;
// ode45 takes nothing below 2.2e-14.
constexpr double tightest = 3e-14;

std::vector<std::string> row(const Tracking& tracking) {
  std::vector<std::string> cells{tracking.label};
  for (const double t : horizons) cells.push_back(fmt::format("{:.1e}", tracking.up_to(t)));
  return cells;
}

Rows table_of(const std::vector<Tracking>& trackings) {
  Rows rows{{"largest error (rad) up to", "1 s", "2 s", "3 s", "5 s", "10 s"}};
  for (const Tracking& tracking : trackings) rows.push_back(row(tracking));
  return rows;
}

/// Another library's own integrator, at a fixed step.
Tracking stepped(const DrivenArm& arm, IndependentPlant& plant, double dt) {
  Tracking result{fmt::format("{}, its RK4, {:g} ms", plant.name(), 1e3 * dt), {0}, {0}};
  State x{0, Vector::Zero(3), Vector::Zero(3)};
  const auto steps = static_cast<int>(std::lround(whole_run / dt)),
             kept = static_cast<int>(std::lround(1e-2 / dt));
  for (int k = 1; k <= steps; ++k) {
    plant.step(x, arm.torques(), dt);
    if (k % kept != 0) continue;
    result.t.push_back(x.t);
    result.error.push_back((x.q - arm.desired(x.t).q).cwiseAbs().maxCoeff());
  }
  return result;
}

/// Relative differences of M and of the bias force along the motion.
struct Agreement {
  double mass_matrix = 0, bias = 0;
};
Agreement agreement(const DrivenArm& arm, IndependentPlant& plant) {
  Agreement worst;
  Evaluator ours(arm.model());
  for (int k = 0; k <= 100; ++k) {
    const Reference x = arm.desired(k * 1e-2);
    const Matrix M = ours.mass_matrix(x.q);
    const Vector h = ours.bias(x.q, x.v);
    const auto relative = [](const auto& a, const auto& b) {
      return (a - b).cwiseAbs().maxCoeff() / a.cwiseAbs().maxCoeff();
    };
    worst.mass_matrix = std::max(worst.mass_matrix, relative(M, plant.mass_matrix(x.q)));
    worst.bias = std::max(worst.bias, relative(h, plant.bias(x.q, x.v)));
  }
  return worst;
}

void add_own_items(Reproduction& to, const std::vector<Tracking>& own) {
  const Tracking& best = own.back();
  to.items.push_back(
      {.item = "Fig. 6, own plant",
       .claim = "the feedforward torques keep the arm on the desired motion",
       .paper = "errors not greater than 1e-12; tolerance and duration are not given",
       .ours = fmt::format("{:.1e} rad up to {} s at a tolerance of {:g}", best.up_to(horizon),
                           horizon, tightest),
       .verdict = verdict_of(best.up_to(horizon) <= claimed),
       .evidence = fmt::format("our forward dynamics, dopri5; rtol = atol. 1e-12 is passed at "
                               "{:.2f} s with 1e-13 and at {:.2f} s with {:g}",
                               own[1].passes(claimed), best.passes(claimed), tightest),
       .rows = table_of(own)});
  to.items.push_back(
      {.item = "Fig. 6, for all t",
       .claim = "the error stays below 1e-12 for all t ≥ 0",
       .paper = "\"for all t ≥ 0\"",
       .ours = fmt::format("{:.1e} rad after {} s, and growing", best.up_to(whole_run), whole_run),
       .verdict = verdict_of(best.up_to(whole_run) <= claimed),
       .evidence = "nothing corrects an error in feedforward control: rounding adds up"});
  to.checks.push_back({"error up to 2 s at 1e-8 (rad)", own[0].up_to(2), 1e-8, 1e-6});
  to.checks.push_back({"error up to 2 s at 1e-13 (rad)", own[1].up_to(2), 0, 2e-12});
  to.checks.push_back({"error up to 2 s at 3e-14 (rad)", best.up_to(2), 0, 1e-12});
}

/// What the other library does with the torques: under our integrator, and under its own.
std::vector<Tracking> other_trackings(const DrivenArm& arm, IndependentPlant& other) {
  const Plant plant = [&other](const State& x, const Vector& tau, Eigen::Ref<Vector> a) {
    a = other.accelerations(x, tau);
  };
  const auto ours = [&](double tolerance) {
    return tracking_of(fmt::format("{}, dopri5 {:g}", other.name(), tolerance),
                       arm.run(tolerance, whole_run, plant));
  };
  return {ours(1e-13), ours(tightest), stepped(arm, other, 1e-3), stepped(arm, other, 5e-4),
          stepped(arm, other, 2e-4)};
}

std::vector<Tracking> add_other_items(Reproduction& to, const DrivenArm& arm,
                                      IndependentPlant* other) {
  Item item{.item = "Fig. 6, independent plant",
            .claim = "the same torques keep an independently written model on the motion",
            .paper = "Simscape Multibody, errors not greater than 1e-12"};
  if (other == nullptr) {
    item.ours = "not run: this kinetree was built without MuJoCo";
    item.verdict = Verdict::not_run;
    item.evidence = "install libmujoco-dev, then configure and build again (KINETREE_MUJOCO=ON)";
    to.items.push_back(item);
    return {};
  }
  const Agreement agrees = agreement(arm, *other);
  std::vector<Tracking> found = other_trackings(arm, *other);
  const double best = found[1].up_to(horizon), order = found[2].up_to(2) / found[3].up_to(2);
  item.ours = fmt::format(
      "{}: {:.1e} rad up to {} s under our integrator; {:.1e} under its own at "
      "1 ms, {:.1e} at 0.2 ms",
      other->name(), best, horizon, found[2].up_to(horizon), found[4].up_to(horizon));
  item.verdict = verdict_of(best <= claimed);
  item.evidence = fmt::format(
      "along the motion its M differs from ours by {:.1e}, its bias force by {:.1e} of the largest "
      "entry. Half the step of its Runge–Kutta method has 1/{:.1f} of the error: of fourth order, "
      "so what is left is the integrator's and not the model's. No contact, limit or damping",
      agrees.mass_matrix, agrees.bias, order);
  item.rows = table_of(found);
  to.items.push_back(item);
  to.checks.push_back(
      {"M of the independent plant, relative difference", agrees.mass_matrix, 0, 1e-13});
  to.checks.push_back(
      {"bias force of the independent plant, relative difference", agrees.bias, 0, 1e-13});
  to.checks.push_back({"error of the independent plant up to 2 s at 3e-14 (rad)", best, 0, 1e-12});
  to.checks.push_back(
      {"its Runge–Kutta method: error at 1 ms over error at 0.5 ms", order, 12, 20});
  return found;
}

void add_response_figure(Reproduction& to, const Run& run) {
  Data data{"fig6_responses", {{"t", {}}}};
  Plot plot{"Fig. 6a: references and responses", "t (s)", "q (rad)", false, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto joint = static_cast<Eigen::Index>(i);
    Series response{fmt::format("joint {}", i + 1), {}, {}, i},
        reference{fmt::format("reference {}", i + 1), {}, {}, 6, true};
    for (const Sample& s : run.samples) {
      if (s.t > horizon + 1e-9) break;
      for (Series* series : {&response, &reference}) series->x.push_back(s.t);
      response.y.push_back(s.q[joint]);
      reference.y.push_back(s.q_desired[joint]);
    }
    data.columns[0].values = response.x;
    data.columns.push_back({fmt::format("response_{}", i + 1), response.y});
    data.columns.push_back({fmt::format("reference_{}", i + 1), reference.y});
    plot.series.push_back(std::move(response));
    plot.series.push_back(std::move(reference));
  }
  to.figures.push_back({"fig6a_responses", std::move(plot)});
  to.data.push_back(std::move(data));
}

}  // namespace

double Tracking::up_to(double time) const {
  double largest = 0;
  for (std::size_t k = 0; k < t.size() && t[k] <= time + 1e-6; ++k) {
    largest = std::max(largest, error[k]);
  }
  return largest;
}

double Tracking::passes(double bound) const {
  const auto beyond = std::find_if(error.begin(), error.end(), [=](double e) { return e > bound; });
  if (beyond == error.end()) return std::numeric_limits<double>::infinity();
  return t[static_cast<std::size_t>(beyond - error.begin())];
}

Tracking tracking_of(std::string label, const Run& run) {
  Tracking result{std::move(label), {}, {}};
  for (const Sample& s : run.samples) {
    result.t.push_back(s.t);
    result.error.push_back((s.q - s.q_desired).cwiseAbs().maxCoeff());
  }
  return result;
}

void add_responses(Reproduction& to, const DrivenArm& arm, IndependentPlant* other) {
  std::vector<Tracking> all;
  for (const double tolerance : {1e-8, 1e-13, tightest}) {
    const Run run = arm.run(tolerance, whole_run);
    all.push_back(tracking_of(fmt::format("kinetree, dopri5 {:g}", tolerance), run));
    if (tolerance == tightest) add_response_figure(to, run);
  }
  add_own_items(to, all);
  for (Tracking& found : add_other_items(to, arm, other)) all.push_back(std::move(found));
  Plot plot{
      "Fig. 6b: tracking errors, largest of the joints", "t (s)", "|q - q_r| (rad)", true, {}};
  Data data{"fig6b_errors", {{"t", all.front().t}}};
  for (const Tracking& tracking : all) {
    data.columns.push_back({'"' + tracking.label + '"', tracking.error});
    Series series{tracking.label, tracking.t, tracking.error, plot.series.size()};
    series.dashed = plot.series.size() >= 3;  // the other library's may lie on ours
    for (double& error : series.y) error = std::max(error, 1e-16);  // zero has no logarithm
    plot.series.push_back(std::move(series));
  }
  to.figures.push_back({"fig6b_errors", std::move(plot)});
  to.data.push_back(std::move(data));
}

}  // namespace kinetree::cli
