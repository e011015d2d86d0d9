// Truc et al., Fig. 6: the arm under the torques (72), moved by our own forward dynamics and by an
// independent library in the place of Simscape Multibody.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce_kronecker.hpp"

namespace kinetree::cli {
namespace {

constexpr std::array horizons{1.0, 2.0, 3.0, 5.0, 10.0};
constexpr double claimed = 1e-12, horizon = 2, seconds = 10;

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
  const auto steps = static_cast<int>(std::lround(seconds / dt)),
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

void add_own_items(Reproduction& to, const Tracking& coarse, const Tracking& fine) {
  to.items.push_back(
      {.item = "Fig. 6, own plant",
       .claim = "the feedforward torques keep the arm on the desired motion",
       .paper = "errors not greater than 1e-12",
       .ours = fmt::format("{:.1e} rad after {} s", fine.up_to(horizon), horizon),
       .verdict = verdict_of(fine.up_to(horizon) <= claimed),
       .evidence = "our forward dynamics (articulated bodies), dopri5 with rtol = atol = 1e-13; "
                   "the tolerance of the paper is not given",
       .rows = table_of({coarse, fine})});
  to.items.push_back(
      {.item = "Fig. 6, for all t",
       .claim = "the error stays below 1e-12 for all t ≥ 0",
       .paper = "\"for all t ≥ 0\"",
       .ours = fmt::format("{:.1e} rad after {} s, and growing", fine.up_to(seconds), seconds),
       .verdict = verdict_of(fine.up_to(seconds) <= claimed),
       .evidence = "nothing corrects an error in feedforward control, so rounding adds up"});
  to.checks.push_back({"error after 2 s at tolerance 1e-13 (rad)", fine.up_to(2), 0, 1e-12});
  to.checks.push_back({"error after 2 s at tolerance 1e-8 (rad)", coarse.up_to(2), 1e-9, 1e-6});
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
  const Plant plant = [other](const State& x, const Vector& tau, Eigen::Ref<Vector> a) {
    other->accelerations(x, tau, a);
  };
  const std::vector<Tracking> found{
      tracking_of(fmt::format("{}, dopri5 1e-13", other->name()), arm.run(1e-13, seconds, plant)),
      stepped(arm, *other, 1e-3)};
  item.ours = fmt::format("{}: {:.1e} rad after {} s with our integrator, {:.1e} with its own",
                          other->name(), found[0].up_to(horizon), horizon, found[1].up_to(horizon));
  const auto holds = [](const Tracking& t) { return t.up_to(horizon) <= claimed; };
  item.verdict = verdict_of(
      static_cast<std::size_t>(std::count_if(found.begin(), found.end(), holds)), found.size());
  item.evidence = fmt::format(
      "along the motion its M differs from ours by {:.1e}, its bias force by {:.1e} of the largest "
      "entry. The model was translated to its own format; no contact, limit or damping",
      agrees.mass_matrix, agrees.bias);
  item.rows = table_of(found);
  to.items.push_back(item);
  to.checks.push_back(
      {"M of the independent plant, relative difference", agrees.mass_matrix, 0, 1e-13});
  to.checks.push_back(
      {"bias force of the independent plant, relative difference", agrees.bias, 0, 1e-13});
  to.checks.push_back(
      {"error of the independent plant after 2 s (rad)", found[0].up_to(2), 0, 2e-12});
  to.checks.push_back(
      {"error of the independent plant and its RK4 after 2 s (rad)", found[1].up_to(2), 0, 1e-11});
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

Tracking tracking_of(std::string label, const Run& run) {
  Tracking result{std::move(label), {}, {}};
  for (const Sample& s : run.samples) {
    result.t.push_back(s.t);
    result.error.push_back((s.q - s.q_desired).cwiseAbs().maxCoeff());
  }
  return result;
}

void add_responses(Reproduction& to, const DrivenArm& arm, IndependentPlant* other) {
  const Run run = arm.run(1e-13, seconds);
  add_response_figure(to, run);
  std::vector<Tracking> all{tracking_of("kinetree, dopri5 1e-8", arm.run(1e-8, seconds)),
                            tracking_of("kinetree, dopri5 1e-13", run)};
  add_own_items(to, all[0], all[1]);
  for (Tracking& found : add_other_items(to, arm, other)) all.push_back(std::move(found));
  Plot plot{
      "Fig. 6b: tracking errors, largest of the joints", "t (s)", "|q - q_r| (rad)", true, {}};
  for (const Tracking& tracking : all) {
    Series series{tracking.label, tracking.t, tracking.error, plot.series.size(),
                  plot.series.size() == 2};
    for (double& error : series.y) error = std::max(error, 1e-16);  // zero has no logarithm
    const std::string name = fmt::format("fig6b_errors_{}", plot.series.size() + 1);
    to.data.push_back({name, {{"t", tracking.t}, {"largest_error", tracking.error}}});
    plot.series.push_back(std::move(series));
  }
  to.figures.push_back({"fig6b_errors", std::move(plot)});
}

}  // namespace kinetree::cli
