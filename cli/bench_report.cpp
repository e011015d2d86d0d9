#include "bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/report.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

std::string json_facts(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_quote(name), json_quote(value));
  }
  return "{" + text + "}";
}

/// A list with one element a line.
template <class List, class Write>
std::string json_lines(const List& list, Write write) {
  std::string text;
  for (const auto& element : list) text += (text.empty() ? "\n  " : ",\n  ") + write(element);
  return "[" + text + (text.empty() ? "]" : "\n]");
}

std::string json_optional(const std::optional<double>& number) {
  return number ? json_number(*number) : "null";
}

std::string operations_json(const Operations& o) {
  return fmt::format("{{\"mul\": {}, \"add\": {}, \"div\": {}, \"sqrt\": {}, \"sincos\": {}}}",
                     o.multiplications, o.additions, o.divisions, o.square_roots, o.sines);
}

std::string json(const BenchRow& row) {
  return fmt::format(
      "{{\"library\": {}, \"model\": {}, \"quantity\": {}, \"mode\": {}, \"method\": {}, "
      "\"way\": {}, \"simd\": {}, \"threads\": {}, \"ns\": {}, \"ns_median\": {}, "
      "\"spread\": {}, \"ns_dependent\": {}, \"ns_cold\": {}, \"evaluations_per_s\": {}, "
      "\"operations\": {}, \"peak_share\": {}, \"windows\": {}, \"calls\": {}, "
      "\"states\": {}, \"allocations\": {}}}",
      json_quote(row.library), json_quote(row.model), json_quote(row.quantity),
      json_quote(row.mode), json_quote(row.method), json_quote(row.way), json_quote(row.simd),
      row.threads, json_number(row.ns), json_number(row.ns_median), json_number(row.spread),
      json_optional(row.ns_dependent), json_optional(row.ns_cold), json_number(1e9 / row.ns),
      row.operations ? operations_json(*row.operations) : "null", json_optional(row.peak_share),
      row.windows, row.calls, row.states, json_optional(row.allocations));
}

std::string json(const FmaPeak& peak) {
  return fmt::format("{{\"set\": {}, \"gflops\": {}}}", json_quote(peak.set),
                     json_number(peak.gflops));
}

std::string json(const BenchCheck& check) {
  return fmt::format("{{\"name\": {}, \"worst\": {}, \"bound\": {}, \"ok\": {}}}",
                     json_quote(check.name), json_number(check.worst), json_number(check.bound),
                     check.passed());
}

std::string json(const BenchVerdict& verdict) {
  return fmt::format(
      "{{\"model\": {}, \"ratio\": {}, \"value\": {}, \"goal\": {}, \"want\": \"{}\", "
      "\"reached\": {}}}",
      json_quote(verdict.model), json_quote(verdict.ratio), json_number(verdict.value),
      json_number(verdict.goal), verdict.below ? "below" : "at least", verdict.reached());
}

std::string json(const Crossover& one) {
  return fmt::format("{{\"quantity\": {}, \"from\": {}, \"to\": {}, \"method\": {}}}",
                     json_quote(one.quantity), one.from, one.to, json_quote(one.method));
}

std::string allocations(const BenchRow& row) {
  if (!row.allocations) return "not counted";
  return fmt::format("{:.4g}", *row.allocations);
}

/// The rows of one robot.
void write_table(std::ostream& out, const BenchReport& report, const std::string& model) {
  Table table;
  table.add({"library", "quantity", "way", "method", "ns", "median", "spread", "allocations"});
  for (const BenchRow& row : report.rows) {
    if (row.model != model) continue;
    table.add({row.library, row.quantity, row.way.empty() ? "-" : row.way, row.method,
               fmt::format("{:.0f}", row.ns), fmt::format("{:.0f}", row.ns_median),
               fmt::format("{:.0f} %", 100 * row.spread), allocations(row)});
  }
  out << printable(model) << '\n' << table.text();
  for (const BenchVerdict& v : report.verdicts) {
    if (v.model != model) continue;
    out << fmt::format("{} = {:.1f}, {} {:g}: {}\n", v.ratio, v.value,
                       v.below ? "wanted below" : "wanted at least", v.goal,
                       v.reached() ? "yes" : "NO");
  }
  out << '\n';
}

}  // namespace

std::vector<std::string> models_of(const BenchReport& report) {
  std::vector<std::string> models;
  for (const BenchRow& row : report.rows) add_once(models, row.model);
  return models;
}

void write_facts(std::ostream& out, const BenchReport& report) {
  for (const auto& [name, value] : machine_facts()) out << fmt::format("{}: {}\n", name, value);
  for (const FmaPeak& peak : report.peaks) {
    out << fmt::format("peak of one core, {}: {:.1f} GFlop/s\n", peak.set, peak.gflops);
  }
  out << "commit: " << build_commit() << '\n';
  for (const auto& [name, version] : report.libraries) out << name << ": " << version << '\n';
  for (const std::string& note : report.notes) out << "note: " << printable(note) << '\n';
  if (!build_is_for_figures()) out << "note: this build checks itself: no figure below counts\n";
  if (report.quick) out << "note: --quick: few windows, no figure below counts\n";
}

void write_text(std::ostream& out, const BenchReport& report) {
  write_facts(out, report);
  double worst = 0;
  for (const BenchCheck& check : report.checks) worst = std::max(worst, check.worst);
  out << fmt::format("checked before timed: {} comparisons of M, worst difference {:.1e}\n\n",
                     report.checks.size(), worst);
  for (const std::string& model : models_of(report)) write_table(out, report, model);
  out << "ns per call: the fastest window, and the median of all\n";
}

void write_json(std::ostream& out, const BenchReport& report) {
  const auto write = [](const auto& element) { return json(element); };
  const auto quote = [](const std::string& text) { return json_quote(text); };
  out << fmt::format(
      "{{\"format\": \"kinetree-bench/1\",\n\"machine\": {},\n\"commit\": {},\n"
      "\"libraries\": {},\n\"fma_peak\": {},\n\"notes\": {},\n\"quick\": {},\n\"for_figures\": "
      "{},\n"
      "\"rows\": {},\n\"checks\": {},\n\"verdicts\": {},\n\"crossovers\": {}}}\n",
      json_facts(machine_facts()), json_quote(build_commit()), json_facts(report.libraries),
      json_lines(report.peaks, write), json_lines(report.notes, quote), report.quick,
      build_is_for_figures(), json_lines(report.rows, write), json_lines(report.checks, write),
      json_lines(report.verdicts, write), json_lines(report.crossovers, write));
}

}  // namespace kinetree::cli
