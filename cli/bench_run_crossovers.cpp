// kinetree bench --crossovers: methods of ours on chains that grow.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench_evaluations.hpp"
#include "bench_runs.hpp"
#include "kinetree/io.hpp"
#include "kinetree/report.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

constexpr std::array sizes{2,  3,  4,  6,  8,  10,  12,  16,  20, 24,
                           32, 40, 50, 64, 80, 100, 128, 160, 200};
constexpr int largest_quick = 32;
/// A method that takes longer is not run on larger robots: it has lost long before.
constexpr double cut_off_ns = 2e6;

/// The methods of one quantity, and their times so far.
struct Race {
  Measured measured;
  std::vector<CrossoverCurve> curves;
};

std::vector<Race> make_races() {
  const auto curve = [](const char* method) { return CrossoverCurve{method, {}, {}}; };
  return {{Measured::mass_matrix, {curve("gdahj"), curve("crba"), curve("explicit")}},
          {Measured::forward_dynamics,
           {curve("aba"), curve("denoc"), curve("ltdl"), curve("cholesky")}}};
}

bool runs(const CrossoverCurve& curve) { return curve.ns.empty() || curve.ns.back() < cut_off_ns; }

BenchPlan plan_of(const std::vector<Race>& races) {
  BenchPlan plan;
  plan.generated = false;
  for (const Race& race : races) {
    plan.quantities.push_back(race.measured);
    for (const CrossoverCurve& curve : race.curves) {
      if (runs(curve)) {
        plan.methods.push_back(find_method(*info_of(race.measured).registry, curve.method));
      }
    }
  }
  return plan;
}

void record(const BenchReport& report, std::size_t first_row, int n, std::vector<Race>& races) {
  for (std::size_t i = first_row; i < report.rows.size(); ++i) {
    const BenchRow& row = report.rows[i];
    for (Race& race : races) {
      if (row.quantity != info_of(race.measured).name) continue;
      for (CrossoverCurve& curve : race.curves) {
        if (curve.method != row.method) continue;
        curve.n.push_back(n);
        curve.ns.push_back(row.ns);
      }
    }
  }
}

void write_race(std::ostream& out, const Race& race, const BenchReport& report) {
  Table table;
  std::vector<std::string> head{"n"};
  for (const CrossoverCurve& curve : race.curves) head.push_back(curve.method);
  table.add(head);
  for (const int n : race.curves.front().n) {
    std::vector<std::string> line{std::to_string(n)};
    for (const CrossoverCurve& curve : race.curves) {
      const auto at = std::find(curve.n.begin(), curve.n.end(), n);
      line.push_back(
          at == curve.n.end()
              ? "-"
              : fmt::format("{:.0f}", curve.ns[static_cast<std::size_t>(at - curve.n.begin())]));
    }
    table.add(line);
  }
  const std::string_view quantity = info_of(race.measured).name;
  out << fmt::format("{} of chain:n, ns\n", quantity) << table.text();
  for (const Crossover& one : report.crossovers) {
    if (one.quantity != quantity) continue;
    out << fmt::format("{} is the fastest from n = {} to {}\n", one.method, one.from, one.to);
  }
  out << '\n';
}

void draw(std::ostream& out, const std::vector<Race>& races) {
  Plot plot{"One state of chain:n", "joints n", "ns", true, {}};
  for (const Race& race : races) {
    for (const CrossoverCurve& curve : race.curves) {
      Series series{fmt::format("{} {}", info_of(race.measured).name, curve.method),
                    {},
                    curve.ns,
                    plot.series.size()};
      series.x.assign(curve.n.begin(), curve.n.end());
      series.dashed = race.measured == Measured::mass_matrix;
      plot.series.push_back(std::move(series));
    }
  }
  write_svg_plot(out, plot);
}

}  // namespace

int run_crossovers(const Arguments& arguments, Console& console) {
  Effort effort = read_effort(arguments);
  effort.rounds = std::min(effort.rounds, 5);
  effort.cold_calls = 0;
  BenchReport report;
  report.quick = arguments.has("--quick");
  std::vector<Race> races = make_races();
  for (const int n : sizes) {
    if (report.quick && n > largest_quick) break;
    EvaluationCase robot(kinetree::load_model(fmt::format("chain:{}", n)));
    std::vector<std::unique_ptr<Contestant>> ours;
    ours.push_back(make_our_contestant(robot, plan_of(races), nullptr, report.notes));
    const std::size_t first_row = report.rows.size();
    if (!time_robot(robot, ours, effort, console, report)) {
      console.fail("nothing is told about crossovers: a method is wrong");
      return differs;
    }
    record(report, first_row, n, races);
  }
  for (const Race& race : races) {
    for (const Crossover& one :
         find_crossovers(std::string(info_of(race.measured).name), race.curves)) {
      report.crossovers.push_back(one);
    }
  }
  write_where_asked(arguments, console, [&](std::ostream& out) {
    if (arguments.has("--json")) {
      write_json(out, report);
      return;
    }
    write_facts(out, report);
    out << '\n';
    for (const Race& race : races) write_race(out, race, report);
  });
  if (const auto file = arguments.value("--plot")) {
    Output out(*file);
    draw(out, races);
    out.finish();
  }
  return ok;
}

}  // namespace kinetree::cli
