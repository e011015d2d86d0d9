// What a benchmark is made of: calls that are checked, then timed, and the rows that come of it.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console.hpp"
#include "kinetree/count.hpp"
#include "kinetree/link.hpp"

namespace kinetree::cli {

/// One line of the result; times in nanoseconds per evaluation.
struct BenchRow {
  std::string library, model, quantity, method;
  std::string way;  ///< how, where one library has several ways to the same quantity
  double ns = 0;    ///< the fastest window
  double ns_median = 0;
  double spread = 0;  ///< distance of the quartiles over the median
  int windows = 0, calls = 0;
  std::optional<double> allocations;  ///< per call; nothing where they are not counted
  std::string mode = "one_state";     ///< or batch, generated, generated_batch
  std::string simd = "baseline";      ///< instruction set
  int threads = 1;
  int states = 1;                             ///< evaluations a call
  std::optional<double> ns_dependent;         ///< where each input waits for the result before it
  std::optional<double> ns_cold;              ///< after other data went through the caches; median
  std::optional<Operations> operations = {};  ///< where the method can be counted
  std::optional<double> peak_share = {};      ///< of the floating-point peak of this machine
};

/// One call, again and again, each time with the next of several configurations.
struct Phase {
  BenchRow row;                         ///< without a quantity: runs untimed between the others
  std::function<void(int k)> call;      ///< what is timed, in configuration k
  std::function<Matrix(int k)> result;  ///< the M that call(k) has left
  const std::vector<Matrix>* expected;  ///< of every configuration
  double bound = 0;                     ///< relative difference allowed; 0: the same bits
  double size = 0;  ///< differences are relative to the largest entry, and at least to this
  /// call(k) with an input that is `link` more, which is zero; returns a number of the result.
  std::function<double(int k, double link)> chained = {};
};

/// Phases that take turns: attach, detach, attach, … One phase alone is timed without a clock
/// between its calls.
struct Trial {
  std::vector<Phase> phases;
};

/// The worst of a phase over all configurations, relative to the largest entry of M.
struct BenchCheck {
  std::string name;
  double worst = 0, bound = 0;
  bool passed() const noexcept { return worst <= bound; }
};

/// Runs every phase in every configuration and compares M.
std::vector<BenchCheck> check_trials(const std::vector<Trial>& trials);

struct Effort {
  int rounds = 10;          ///< through all trials: a busy moment of the machine hits each of them
  int windows = 100;        ///< a trial and round
  double window_ns = 5e4;   ///< at least; the calls a window follow from it
  double round_ns = 1.5e8;  ///< at most, a trial and round
  int cold_calls = 101;     ///< each after a sweep through 16 MB
};

/// What many windows say. Sorts them.
struct Statistics {
  double least = 0, median = 0;
  double spread = 0;  ///< distance of the quartiles over the median
};
Statistics summarise(std::vector<double>& samples);

/// Nanoseconds that reading the clock takes.
double clock_cost();

std::vector<BenchRow> time_trials(const std::vector<Trial>& trials, const Effort& effort,
                                  ProgressBar& progress);

/// Times each trial of one phase that can be chained where its input waits for the result before,
/// and where its data is not in the caches; rows[i] is that of trials[i].
void time_latencies(const std::vector<Trial>& trials, const Effort& effort, ProgressBar& progress,
                    std::vector<BenchRow>& rows);

/// A library that takes part, with the trials of one robot.
class Contestant {
 public:
  Contestant() = default;
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;
  virtual ~Contestant() = default;
  virtual std::string library() const = 0;  ///< "mujoco"
  virtual std::string version() const = 0;
  virtual std::vector<Trial> trials() = 0;  ///< valid while the contestant lives
};

}  // namespace kinetree::cli
