// Who takes part is compared first, and timed where it is right.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench_evaluations.hpp"

namespace kinetree::cli {
namespace {

/// Those that pass; the others are told.
std::vector<Trial> sound_trials(const std::vector<std::unique_ptr<Contestant>>& contestants,
                                const Console& console, BenchReport& report) {
  std::vector<Trial> sound;
  for (const auto& contestant : contestants) {
    for (Trial& trial : contestant->trials()) {
      const BenchRow& row = trial.phases.front().row;
      BenchCheck check = check_trials({trial}).front();
      check.name =
          fmt::format("{}: {} of {} by {}", row.model, row.quantity, row.library, row.method);
      report.checks.push_back(check);
      if (check.passed()) {
        sound.push_back(std::move(trial));
      } else {
        tell_wrong(check, console);
      }
    }
  }
  return sound;
}

}  // namespace

void tell_wrong(const BenchCheck& check, const Console& console) {
  console.fail(fmt::format("{}: differs by {:.1e} of its size, {:.1e} allowed: not timed",
                           check.name, check.worst, check.bound));
}

double BenchReport::peak() const noexcept {
  double most = 0;
  for (const FmaPeak& one : peaks) most = std::max(most, one.gflops);
  return most;
}

double flop_count(const Operations& o) noexcept {
  return static_cast<double>(o.multiplications + o.additions + o.divisions + o.square_roots);
}

bool time_robot(EvaluationCase& robot, const std::vector<std::unique_ptr<Contestant>>& contestants,
                const Effort& effort, const Console& console, BenchReport& report) {
  const std::size_t first_check = report.checks.size();
  const std::vector<Trial> trials = sound_trials(contestants, console, report);
  if (!trials.empty()) {
    const std::string& name = robot.model().name;
    ProgressBar progress(console, fmt::format("timing {}", name));
    std::vector<BenchRow> rows = time_trials(trials, effort, progress);
    if (effort.cold_calls > 0) {
      ProgressBar latencies(console, fmt::format("timing {}, latencies", name));
      time_latencies(trials, effort, latencies, rows);
    }
    for (BenchRow& row : rows) {
      if (row.operations && report.peak() > 0) {
        row.peak_share = flop_count(*row.operations) / row.ns / (report.peak() * row.threads);
      }
      report.rows.push_back(std::move(row));
    }
  }
  for (const auto& contestant : contestants) {
    add_once(report.libraries, std::pair(contestant->library(), contestant->version()));
  }
  return std::all_of(report.checks.begin() + static_cast<std::ptrdiff_t>(first_check),
                     report.checks.end(), [](const BenchCheck& check) { return check.passed(); });
}

void add_peer_verdicts(BenchReport& report) {
  const auto fastest = [&](const BenchRow& like, bool ours) {
    const BenchRow* best = nullptr;
    for (const BenchRow& row : report.rows) {
      const bool same = row.model == like.model && row.quantity == like.quantity;
      if (!same || (row.library == "kinetree") != ours || (ours && row.mode != like.mode)) continue;
      if (best == nullptr || row.ns < best->ns) best = &row;
    }
    return best;
  };
  std::vector<const BenchRow*> seen;
  for (const BenchRow& row : report.rows) {
    if (row.library != "kinetree") continue;
    const BenchRow* const ours = fastest(row, true);
    const BenchRow* const theirs = fastest(row, false);
    if (theirs == nullptr || std::find(seen.begin(), seen.end(), ours) != seen.end()) continue;
    seen.push_back(ours);
    report.verdicts.push_back(
        {row.model, fmt::format("{}: {} / kinetree, {}", row.quantity, theirs->library, row.mode),
         theirs->ns / ours->ns, 1, false});
  }
}

}  // namespace kinetree::cli
