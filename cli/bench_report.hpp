// Figures with all that is needed to read them: machine, build, commit, checks and verdicts.
#pragma once
#include <ostream>
#include <string>
#include <utility>
#include <vector>

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
};

void write_text(std::ostream& out, const BenchReport& report);
void write_json(std::ostream& out, const BenchReport& report);  ///< kinetree-bench/1

}  // namespace kinetree::cli
