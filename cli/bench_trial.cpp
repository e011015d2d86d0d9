#include "bench_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

#include "allocation_count.hpp"

namespace kinetree::cli {
namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

/// The sizes of all phases side by side: how long and how many requests for memory, in all calls.
struct Totals {
  std::vector<double> ns;
  std::vector<long> allocations;
};

/// A trial while it is timed.
class Stopwatch {
 public:
  Stopwatch(const Trial& trial, const Effort& effort, double clock_cost)
      : trial_(trial), clock_cost_(clock_cost), samples_(trial.phases.size()) {
    totals_.ns.resize(trial.phases.size());
    totals_.allocations.resize(trial.phases.size());
    const auto most =
        static_cast<std::size_t>(effort.rounds) * static_cast<std::size_t>(effort.windows);
    for (auto& samples : samples_) samples.reserve(most);
    run_window();  // warm
    while (run_window() < effort.window_ns) calls_ *= 2;
  }

  void run_round(const Effort& effort) {
    const auto start = Clock::now();
    for (int window = 0; window < effort.windows; ++window) {
      run_window();
      for (std::size_t p = 0; p < samples_.size(); ++p) {
        samples_[p].push_back(std::max(0.0, totals_.ns[p]) / calls_);
      }
      if (nanoseconds(Clock::now() - start) > effort.round_ns) break;
    }
  }

  /// The rows; allocations are those of the last window.
  void add_rows(std::vector<BenchRow>& rows) {
    for (std::size_t p = 0; p < samples_.size(); ++p) {
      BenchRow row = trial_.phases[p].row;
      if (row.quantity.empty()) continue;
      std::vector<double>& samples = samples_[p];
      const Statistics found = summarise(samples);
      row.ns = found.least / row.states;
      row.ns_median = found.median / row.states;
      row.spread = found.spread;
      row.windows = static_cast<int>(samples.size());
      row.calls = calls_;
      if (allocations_are_counted()) {
        row.allocations = static_cast<double>(totals_.allocations[p]) / calls_;
      }
      rows.push_back(std::move(row));
    }
  }

 private:
  double run_window() {
    const auto start = Clock::now();
    if (trial_.phases.size() == 1) {
      run_alone();
    } else {
      run_in_turns();
    }
    return nanoseconds(Clock::now() - start);
  }

  void run_alone() {
    const std::function<void(int)>& call = trial_.phases.front().call;
    const long before = allocation_count();
    const auto start = Clock::now();
    for (int k = 0; k < calls_; ++k) call(next_++);
    totals_.ns.front() = nanoseconds(Clock::now() - start);
    totals_.allocations.front() = allocation_count() - before;
  }

  void run_in_turns() {
    std::fill(totals_.ns.begin(), totals_.ns.end(), -clock_cost_ * calls_);
    std::fill(totals_.allocations.begin(), totals_.allocations.end(), 0);
    auto time = Clock::now();
    long allocations = allocation_count();
    for (int k = 0; k < calls_; ++k) {
      for (std::size_t p = 0; p < trial_.phases.size(); ++p) {
        trial_.phases[p].call(next_);
        const auto now = Clock::now();
        totals_.ns[p] += nanoseconds(now - time);
        totals_.allocations[p] += allocation_count() - allocations;
        time = now;
        allocations = allocation_count();
      }
      ++next_;
    }
  }

  const Trial& trial_;
  double clock_cost_;
  int calls_ = 1;
  int next_ = 0;  // configuration
  Totals totals_;
  std::vector<std::vector<double>> samples_;
};

/// The largest difference over the largest entry; infinite where the sizes differ or an entry is no
/// number. Zero only where all bits are the same.
double difference(const Matrix& M, const Matrix& expected, double size) {
  if (M.rows() != expected.rows() || M.cols() != expected.cols() || M.size() == 0)
    return Limits::none;
  const auto bytes = static_cast<std::size_t>(M.size()) * sizeof(double);
  if (std::memcmp(M.data(), expected.data(), bytes) == 0 && M.allFinite()) return 0;
  const double largest = std::max(expected.cwiseAbs().maxCoeff(), size);
  const double differs = (M - expected).cwiseAbs().maxCoeff() / (largest > 0 ? largest : 1);
  if (!M.allFinite() || !expected.allFinite() || !std::isfinite(differs)) return Limits::none;
  return std::max(differs, std::numeric_limits<double>::min());
}

}  // namespace

double clock_cost() {
  constexpr int reads = 1000;
  double least = Limits::none;
  for (int window = 0; window < 50; ++window) {
    const auto start = Clock::now();
    auto last = start;
    for (int k = 0; k < reads; ++k) last = Clock::now();
    least = std::min(least, nanoseconds(last - start) / reads);
  }
  return least;
}

Statistics summarise(std::vector<double>& samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double share) {
    return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1))];
  };
  const double median = at(0.5);
  return {samples.front(), median, median > 0 ? (at(0.75) - at(0.25)) / median : 0};
}

std::vector<BenchCheck> check_trials(const std::vector<Trial>& trials) {
  std::vector<BenchCheck> checks;
  for (const Trial& trial : trials) {
    const std::size_t first = checks.size();
    for (const Phase& phase : trial.phases) {
      const BenchRow& row = phase.row;
      checks.push_back(
          {fmt::format("{} {}{}{}", row.library, row.quantity.empty() ? "(untimed)" : row.quantity,
                       row.way.empty() ? "" : ", ", row.way),
           0, phase.bound});
    }
    const std::size_t configurations = trial.phases.front().expected->size();
    for (std::size_t k = 0; k < configurations; ++k) {
      for (std::size_t p = 0; p < trial.phases.size(); ++p) {
        const Phase& phase = trial.phases[p];
        phase.call(static_cast<int>(k));
        const double differs =
            difference(phase.result(static_cast<int>(k)), phase.expected->at(k), phase.size);
        checks[first + p].worst = std::max(checks[first + p].worst, differs);
      }
    }
  }
  return checks;
}

std::vector<BenchRow> time_trials(const std::vector<Trial>& trials, const Effort& effort,
                                  ProgressBar& progress) {
  const double cost = clock_cost();
  std::vector<Stopwatch> watches;
  watches.reserve(trials.size());
  for (const Trial& trial : trials) watches.emplace_back(trial, effort, cost);
  const double steps = static_cast<double>(watches.size()) * effort.rounds;
  double done = 0;
  for (int round = 0; round < effort.rounds; ++round) {
    for (Stopwatch& watch : watches) {
      watch.run_round(effort);
      progress.show(++done / steps);
    }
  }
  std::vector<BenchRow> rows;
  for (Stopwatch& watch : watches) watch.add_rows(rows);
  return rows;
}

}  // namespace kinetree::cli
