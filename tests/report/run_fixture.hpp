// A small run with hostile names and numbers of every kind.
#pragma once
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kinetree/run_report.hpp"

namespace kinetree {

inline RunInfo sample_info(bool tracks = true) {
  RunInfo info;
  info.model = "arm</script><!--\"\\";
  info.revision = 12345;
  info.gravity = Vector3(0, 0, -9.81);
  info.joints = {"shoulder", "el,\"bow"};
  info.dofs = {1, 1};
  info.q_names = info.v_names = info.joints;
  info.duration = 2;
  info.forward_dynamics = "ltdl";
  info.controller = "pd";
  info.record_every = 0.5;
  info.tracks = tracks;
  info.remarks = {"a <b>remark</b>"};
  return info;
}

inline std::vector<Sample> sample_samples(int count, bool tracks = true) {
  std::vector<Sample> list;
  for (int i = 0; i < count; ++i) {
    const double x = i + 1;
    Sample s;
    s.t = i * 0.1;
    s.q = Vector{{1 / (3 * x), -0.0}};
    s.v = Vector{{1234567.890123 * x, 5e-324}};
    s.a = Vector{{1.7976931348623157e308, -1e-300}};
    s.tau = Vector{{0.1 * x, 0.2}};
    s.T = std::nextafter(1.0, 2.0);
    s.U = -9.81 * x;
    s.balance = 1e-17;
    if (tracks) s.q_desired = Vector{{0.3, 0.7 * x}};
    list.push_back(s);
  }
  return list;
}

inline Run sample_run() {
  Run run;
  run.t = 2;
  run.stop = Stop::event;
  run.stop_text = "'touch\"down' at 2 s";
  run.happenings = {{0.5, "limit el,\"bow", "bounce"}, {2, "touch\"down", "stop"}};
  Audit& a = run.audit;
  a.work = Vector{{1.5, -0.5}};
  a.initial_energy = 3;
  a.final_energy = 4;
  a.friction_work = -0.125;
  a.external_work = 0.25;
  a.limit_work = -0.5;
  a.event_work = 0.75;
  a.final_balance = 1e-9;
  a.largest_balance = {2e-9, 1.5};
  a.linear_drift = Audit::Extreme{1e-12, 1};
  a.angular_drift = Audit::Extreme{2e-12, 1};
  a.steps = 1234;
  a.rejected = 5;
  a.evaluations = 9876;
  a.smallest_step = 1e-6;
  a.largest_step = 0.2;
  a.initial_condition = 10;
  a.largest_condition = {1e300, 0.5};
  a.tracking_error = Audit::Extreme{0.01, 1.25};
  a.tracking_joint = "shoulder";
  a.band = 1e-3;
  a.departures = {{"shoulder", 1}};
  a.limits = {{"el,\"bow", 0.5, 1.01, true}};
  a.instability = Audit::Instability{1, "shoulder", 27.1, "neighbouring motions part"};
  a.remarks = {"of the audit"};
  return run;
}

inline std::string run_json(const RunInfo& info, const std::vector<Sample>& samples,
                            const Run* finished) {
  std::string text = run_json_head(info);
  for (const Sample& s : samples) text += run_json_sample(s, &s == samples.data());
  return text + run_json_tail(info, finished);
}

}  // namespace kinetree
