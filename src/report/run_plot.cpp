// Curves of a run for papers.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/run_report.hpp"

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
  series.y.reserve(samples.size());
  for (const Sample& s : samples) series.y.push_back(value(s));
  return series;
}

/// One curve an entry of a vector.
template <class Entries>
void add_curves(Plot& plot, const std::vector<Sample>& samples,
                const std::vector<std::string>& names, Entries entries) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    plot.series.push_back(
        curve(samples, names[i], i, [&](const Sample& s) { return entries(s)[k]; }));
  }
}

}  // namespace

Plot run_plot(const RunInfo& info, const std::vector<Sample>& samples, const std::string& what) {
  Plot plot;
  plot.x_label = "t [s]";
  plot.title = info.model;
  if (what == "q") {
    plot.y_label = "q [rad or m]";
    add_curves(plot, samples, info.q_names, [](const Sample& s) { return s.q; });
  } else if (what == "v") {
    plot.y_label = "v [rad/s or m/s]";
    add_curves(plot, samples, info.v_names, [](const Sample& s) { return s.v; });
  } else if (what == "a") {
    plot.y_label = "a [rad/s² or m/s²]";
    add_curves(plot, samples, info.v_names, [](const Sample& s) { return s.a; });
  } else if (what == "tau") {
    plot.y_label = "τ [N m or N]";
    add_curves(plot, samples, info.v_names, [](const Sample& s) { return s.tau; });
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
    add_curves(plot, samples, info.q_names, [](const Sample& s) { return s.q - s.q_desired; });
  } else {
    throw UsageError(
        fmt::format("no plot '{}'; there are: q, v, a, tau, energy, balance, error", what));
  }
  return plot;
}

}  // namespace kinetree
