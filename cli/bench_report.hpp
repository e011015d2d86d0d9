// Figures with all that is needed to read them: machine, build, commit, checks and verdicts.
#pragma once
#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "bench_crossovers.hpp"
#include "bench_peak.hpp"
#include "bench_trial.hpp"

namespace kinetree::cli {

/// Names and values, in order: cpu, cores, governor, system, compiler, flags, checks.
using Facts = std::vector<std::pair<std::string, std::string>>;
Facts machine_facts();
/// `git describe` of the sources this tool was built from, "unknown" where they had no history.
std::string build_commit();
/// Bounds checks, sanitizers or no optimisation: figures mean nothing.
bool build_is_for_figures();

/// A goal and whether it was reached, e.g. "attach+M / M" below 3.
struct BenchVerdict {
  std::string model, ratio;
  double value = 0, goal = 0;
  bool below = true;  ///< the value must be below the goal, otherwise at least the goal
  bool reached() const noexcept { return below ? value < goal : value >= goal; }
};

struct BenchReport {
  std::vector<BenchRow> rows;
  std::vector<BenchCheck> checks;
  std::vector<BenchVerdict> verdicts;
  Facts libraries;                 ///< those that took part, with their versions
  std::vector<std::string> notes;  ///< who did not take part, and why
  bool quick = false;
  std::vector<FmaPeak> peaks;  ///< where evaluations were timed
  std::vector<Crossover> crossovers;
  double peak() const noexcept;  ///< GFlop/s of one core, the largest; zero where none is known
};

/// Notes and libraries come from every robot; each is told once.
template <class T>
void add_once(std::vector<T>& list, T element) {
  if (std::find(list.begin(), list.end(), element) == list.end()) list.push_back(element);
}

void write_text(std::ostream& out, const BenchReport& report);  ///< of edits
/// Of evaluations: a table a robot, with ratios to the fastest peer, and where we lose.
void write_evaluations(std::ostream& out, const BenchReport& report);
/// A bar for every row, robot by robot, as SVG. Throws UsageError where there is none.
void write_bars(std::ostream& out, const BenchReport& report);
/// Machine, commit, libraries and notes: what is above every table.
void write_facts(std::ostream& out, const BenchReport& report);
std::vector<std::string> models_of(const BenchReport& report);  ///< in the order of the rows
/// Operations that a floating-point unit does; sines and cosines are left out.
double flop_count(const Operations& operations) noexcept;

void write_json(std::ostream& out, const BenchReport& report);  ///< kinetree-bench/1

}  // namespace kinetree::cli
