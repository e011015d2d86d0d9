// Curves of a run for papers.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/run_report.hpp"
#include "report/tables.hpp"

namespace kinetree {
namespace {

constexpr std::size_t palette = 7;

std::vector<double> times(const std::vector<Sample>& samples) {
  std::vector<double> t;
  t.reserve(samples.size());
  for (const Sample& s : samples) t.push_back(s.t);
  return t;
}

template <class Value>
Series curve(const std::vector<Sample>& samples, std::string label, std::size_t number,
             Value value) {
  Series series;
  series.label = std::move(label);
  series.colour = number % palette;
  series.dashed = number >= palette;
  series.x = times(samples);
  series.gaps = !samples.empty() && samples.front().robot != nullptr;
  series.y.reserve(samples.size());
  for (const Sample& s : samples) series.y.push_back(value(s));
  return series;
}

/// One curve an entry of a vector; gaps where the robot does not have it.
template <class Entries>
void add_curves(Plot& plot, const std::vector<Sample>& samples, const RunInfo& info, bool is_q,
                Entries entries) {
  const auto& own = is_q ? info.q_names : info.v_names;
  const auto& all = is_q ? info.all_q_names : info.all_v_names;
  const auto& names = all.empty() ? own : all;
  std::vector<Vector> rows;
  rows.reserve(samples.size());
  for (const Sample& s : samples) {
    rows.push_back(entries(s));
    if (!s.robot) continue;
    const auto row =
        report::aligned(rows.back(), is_q ? s.robot->q_names : s.robot->v_names, names);
    rows.back() = Eigen::Map<const Vector>(row.data(), static_cast<Eigen::Index>(row.size()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const auto value = [&](const Sample& s) {
      return rows[static_cast<std::size_t>(&s - samples.data())][k];
    };
    plot.series.push_back(curve(samples, names[i], i, value));
  }
}

}  // namespace

Plot run_plot(const RunInfo& info, const std::vector<Sample>& samples, const std::string& what) {
  Plot plot;
  plot.x_label = "t [s]";
  plot.title = info.model;
  if (what == "q") {
    plot.y_label = "q [rad or m]";
    add_curves(plot, samples, info, true, [](const Sample& s) { return s.q; });
  } else if (what == "v") {
    plot.y_label = "v [rad/s or m/s]";
    add_curves(plot, samples, info, false, [](const Sample& s) { return s.v; });
  } else if (what == "a") {
    plot.y_label = "a [rad/s² or m/s²]";
    add_curves(plot, samples, info, false, [](const Sample& s) { return s.a; });
  } else if (what == "tau") {
    plot.y_label = "τ [N m or N]";
    add_curves(plot, samples, info, false, [](const Sample& s) { return s.tau; });
  } else if (what == "energy") {
    plot.y_label = "energy [J]";
    plot.series.push_back(curve(samples, "T", 0, [](const Sample& s) { return s.T; }));
    plot.series.push_back(curve(samples, "U", 1, [](const Sample& s) { return s.U; }));
    plot.series.push_back(curve(samples, "T + U", 2, [](const Sample& s) { return s.T + s.U; }));
  } else if (what == "balance") {
    plot.y_label = "E − E0 − work [J]";
    plot.series.push_back(curve(samples, "balance", 0, [](const Sample& s) { return s.balance; }));
  } else if (what == "error") {
    if (!info.tracks) throw UsageError("no plot of the error: nothing is desired in this run");
    plot.y_label = "q − q desired [rad or m]";
    add_curves(plot, samples, info, true,
               [](const Sample& s) -> Vector { return s.q - s.q_desired; });
  } else {
    throw UsageError(
        fmt::format("no plot '{}'; there are: q, v, a, tau, energy, balance, error", what));
  }
  return plot;
}

}  // namespace kinetree
