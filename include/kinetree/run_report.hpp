// Runs as files: kinetree-run/1 (JSON), CSV, NPZ, a page, plots, and a page of text.
//
// JSON and CSV come in pieces, so that a file can grow while the run goes on.
#pragma once
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kinetree/report.hpp"
#include "kinetree/scenario.hpp"

namespace kinetree {

/// What a file says about a run beside its numbers.
struct RunInfo {
  std::string model;
  std::uint64_t revision = 0;
  Vector3 gravity = Vector3::Zero();
  std::vector<std::string> joints;  ///< moving joints in the order of v
  std::vector<int> dofs;
  std::vector<std::string> q_names, v_names;
  double duration = 0;
  IntegratorOptions integrator;
  bool adaptive = true;
  std::string forward_dynamics;  ///< the method in use
  Include included;
  std::string controller;
  double record_every = 0;
  bool tracks = false;  ///< samples have q_desired
  /// Where events edit the robot: those of all robots that there may be. Empty: as above.
  std::vector<std::string> all_q_names, all_v_names;
  std::vector<std::string> remarks;
};
RunInfo describe_run(const Scenario& scenario);

/// Head, samples and tail make one JSON document, whatever the number of samples. The tail of a run
/// that still goes on has no audit and the stop "running".
/// Robots of a finished run are in it; of one that goes on, they are those of its samples so far.
std::string run_json_head(const RunInfo& info);
std::string run_json_sample(const Sample& sample, bool first);
using RunRobots = std::vector<std::shared_ptr<const RunRobot>>;
std::string run_json_tail(const RunInfo& info, const Run* finished, const RunRobots& so_far = {});

/// t, q[…], v[…], a[…], tau[…], T, U, balance, q_desired[…]; 17 digits. One column for every joint
/// that there may be: empty where the robot does not have it (in NPZ: NaN).
std::string run_csv_head(const RunInfo& info);
std::string run_csv_row(const RunInfo& info, const Sample& sample);

/// The same columns as arrays, one row a sample, and everything else JSON says as the text `about`.
void write_run_npz(std::ostream& out, const RunInfo& info, const std::vector<Sample>& samples,
                   const Run* finished);

/// One page that needs nothing else: the audit and interactive plots.
void write_run_html(std::ostream& out, const RunInfo& info, const std::vector<Sample>& samples,
                    const Run& run);

/// The audit for people.
void write_run_text(std::ostream& out, const RunInfo& info, const Run& run);

/// Curves over time: "q", "v", "a", "tau", "energy", "balance" or "error". Throws UsageError for
/// other names.
Plot run_plot(const RunInfo& info, const std::vector<Sample>& samples, const std::string& what);

}  // namespace kinetree
