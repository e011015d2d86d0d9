// Evaluations for people: a line a row, ratios to the fastest peer, and where we lose.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench_report.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

std::string whole(const std::optional<double>& ns) { return ns ? fmt::format("{:.0f}", *ns) : "-"; }

/// The fastest row of another library for the same robot and quantity.
const BenchRow* fastest_peer(const BenchReport& report, const BenchRow& like) {
  const BenchRow* best = nullptr;
  for (const BenchRow& row : report.rows) {
    if (row.library == "kinetree" || row.model != like.model || row.quantity != like.quantity) {
      continue;
    }
    if (best == nullptr || row.ns < best->ns) best = &row;
  }
  return best;
}

std::string ratio(const BenchReport& report, const BenchRow& row) {
  const BenchRow* const peer = fastest_peer(report, row);
  if (peer == nullptr || row.library != "kinetree") return "-";
  return fmt::format("{:.2f} {}", peer->ns / row.ns, peer->library);
}

void write_rows(std::ostream& out, const BenchReport& report, const std::string& model) {
  Table table;
  table.add({"quantity", "library", "mode", "states", "simd", "threads", "method", "ns", "median",
             "spread", "dependent", "cold", "million/s", "flop", "peak", "peer/ours"});
  std::vector<std::string> quantities;
  for (const BenchRow& row : report.rows) {
    if (row.model == model) add_once(quantities, row.quantity);
  }
  for (const std::string& quantity : quantities) {
    for (const BenchRow& row : report.rows) {
      if (row.model != model || row.quantity != quantity) continue;
      table.add({row.quantity, row.library, row.mode, std::to_string(row.states), row.simd,
                 std::to_string(row.threads), row.method, fmt::format("{:.0f}", row.ns),
                 fmt::format("{:.0f}", row.ns_median), fmt::format("{:.0f} %", 100 * row.spread),
                 whole(row.ns_dependent), whole(row.ns_cold), fmt::format("{:.3f}", 1e3 / row.ns),
                 row.operations ? fmt::format("{:.0f}", flop_count(*row.operations)) : "-",
                 row.peak_share ? fmt::format("{:.1f} %", 100 * *row.peak_share) : "-",
                 ratio(report, row)});
    }
  }
  out << printable(model) << '\n' << table.text() << '\n';
}

void write_summary(std::ostream& out, const BenchReport& report) {
  if (report.verdicts.empty()) {
    out << "no peer took part: there is nothing to compare with\n";
    return;
  }
  const auto won = std::count_if(report.verdicts.begin(), report.verdicts.end(),
                                 [](const BenchVerdict& v) { return v.reached(); });
  out << fmt::format("kinetree is faster than every peer in {} of {} comparisons\n", won,
                     report.verdicts.size());
  for (const BenchVerdict& v : report.verdicts) {
    if (!v.reached())
      out << fmt::format("LOSES {} {} = {:.2f}\n", printable(v.model), v.ratio, v.value);
  }
}

}  // namespace

void write_evaluations(std::ostream& out, const BenchReport& report) {
  write_facts(out, report);
  const auto failed = std::count_if(report.checks.begin(), report.checks.end(),
                                    [](const BenchCheck& check) { return !check.passed(); });
  out << fmt::format("checked before timed: {} comparisons in 64 states, {} failed\n\n",
                     report.checks.size(), failed);
  for (const std::string& model : models_of(report)) write_rows(out, report, model);
  out << "ns per evaluation, from q, v, a, tau to the result: the fastest window, the median of "
         "all,\n"
         "dependent: every input waits for the result before it; cold: 16 MB of other data went\n"
         "through the caches, median. flop: multiplications, additions, divisions and roots; "
         "peak:\n"
         "their share of the highest peak above. peer/ours: time of the fastest peer over "
         "ours.\n\n";
  write_summary(out, report);
}

}  // namespace kinetree::cli
