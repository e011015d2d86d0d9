// One state at a time as a control loop asks for it: the next input waits for the last result, or
// the caches have been used by others.
#include <algorithm>
#include <chrono>

#include "bench_trial.hpp"

namespace kinetree::cli {
namespace {

using LatencyClock = std::chrono::steady_clock;

double ns_since(LatencyClock::time_point start) {
  return std::chrono::duration<double, std::nano>(LatencyClock::now() - start).count();
}

/// The fastest window of calls each of which waits for the one before.
double dependent_ns(const Phase& phase, const Effort& effort) {
  int calls = 1, next = 0;
  double last = 0;
  const auto window = [&] {
    const auto start = LatencyClock::now();
    // Nothing is added, but only a result that is known tells so.
    for (int k = 0; k < calls; ++k) last = phase.chained(next++, 0.0 * last);
    return ns_since(start);
  };
  window();
  while (window() < effort.window_ns) calls *= 2;
  double least = Limits::none;
  const auto start = LatencyClock::now();
  for (int w = 0; w < effort.rounds * effort.windows; ++w) {
    least = std::min(least, window() / calls);
    if (ns_since(start) > effort.round_ns) break;
  }
  return least;
}

/// Other data, more than the caches near a core hold.
class Sweep {
 public:
  void run() {
    constexpr std::size_t line = 64 / sizeof(double);
    for (std::size_t i = 0; i < data_.size(); i += line) data_[i] += 1;
  }

 private:
  static constexpr std::size_t bytes = std::size_t{16} << 20;
  std::vector<double> data_ = std::vector<double>(bytes / sizeof(double), 1.0);
};

double cold_ns(const Phase& phase, const Effort& effort, double clock, Sweep& sweep) {
  std::vector<double> samples;
  for (int k = 0; k < effort.cold_calls; ++k) {
    sweep.run();
    const auto start = LatencyClock::now();
    phase.call(k);
    samples.push_back(std::max(0.0, ns_since(start) - clock));
  }
  return summarise(samples).median;
}

}  // namespace

void time_latencies(const std::vector<Trial>& trials, const Effort& effort, ProgressBar& progress,
                    std::vector<BenchRow>& rows) {
  const double clock = clock_cost();
  Sweep sweep;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Phase& phase = trials[i].phases.front();
    if (phase.chained) {
      rows[i].ns_dependent = dependent_ns(phase, effort);
      rows[i].ns_cold = cold_ns(phase, effort, clock, sweep);
    }
    progress.show(static_cast<double>(i + 1) / static_cast<double>(trials.size()));
  }
}

}  // namespace kinetree::cli
