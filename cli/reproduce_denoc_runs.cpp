// Mohan & Saha: the forced simulation, and why it leaves the desired motion.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "kinetree/io.hpp"
#include "reproduce_denoc.hpp"

namespace kinetree::cli {
namespace {

constexpr double half_turn = 3.14159265358979323846;

std::string seconds(double t) { return std::isfinite(t) ? fmt::format("{:.3f}", t) : "never"; }

using Clock = std::chrono::steady_clock;

/// The least time of several calls, in seconds.
template <class F>
double least_time(F f) {
  double least = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < 7; ++repetition) {
    const Clock::time_point start = Clock::now();
    f();
    const std::chrono::duration<double> taken = Clock::now() - start;
    least = std::min(least, taken.count());
  }
  return least;
}

/// Milliseconds for a forced simulation of 6 s, and microseconds for one call of forward dynamics.
struct CpuTime {
  double run = 0, call = 0;
};
CpuTime measure(const ForcedPuma& puma, const char* method) {
  CpuTime time;
  time.run = 1e3 * least_time([&] { puma.time_run(method, 6); });
  Options options;
  options.methods.forward_dynamics = method;
  Evaluator evaluator(puma.model(), options);
  const Reference x = puma.desired(3);
  const Vector tau = evaluator.inverse_dynamics(x.q, x.v, x.a);
  constexpr int calls = 2000;
  time.call = 1e6 / calls * least_time([&] {
                for (int k = 0; k < calls; ++k) evaluator.forward_dynamics(x.q, x.v, tau);
              });
  return time;
}

Item tolerance_item(Reproduction& to, const ForcedPuma& puma) {
  constexpr std::array tolerances{1e-3, 1e-6, 1e-8, 1e-10, 1e-12};
  Item item{.item = "Sec. 5, the algorithm",
            .claim = "the duration depends on the forward dynamics algorithm",
            .paper = "about 5.4 s recursive, 5.1 to 1.5 s nonrecursive",
            .rows = {{"rtol = atol", "algorithm", "joint 1", "2", "3", "4", "5", "6", "steps"}}};
  double by_method = 0;
  std::vector<double> first;
  for (const double tolerance : tolerances) {
    std::array<std::vector<double>, 2> times;
    for (const char* const method : {recursive_method, nonrecursive_method}) {
      const Run run = puma.run(method, tolerance);
      std::vector<double>& mine = times[method == recursive_method ? 0 : 1];
      mine = departures(run, 1e-3);
      std::vector<std::string> row{fmt::format("{:.0e}", tolerance), method};
      for (const double t : mine) row.push_back(seconds(t));
      row.push_back(std::to_string(run.audit.steps));
      item.rows.push_back(row);
    }
    // Below 1e-8 rounding itself is what grows, and its accidents differ.
    for (std::size_t i = 0; tolerance >= 1e-8 && i < times[0].size(); ++i) {
      by_method = std::max(by_method, std::abs(times[0][i] - times[1][i]));
    }
    first.push_back(*std::min_element(times[0].begin(), times[0].end()));
  }
  const double by_tolerance = first.back() - first[1];
  constexpr double visible = 0.1;
  item.verdict = verdict_of(by_method >= visible);
  item.ours = fmt::format(
      "it depends on the tolerance: first departure {:.2f} s at 1e-6, {:.2f} s at 1e-12, by "
      "either algorithm",
      first[1], first.back());
  item.evidence = fmt::format(
      "1e-3 rad is left at times that differ by {:.1e} s between the algorithms (tolerances down "
      "to 1e-8; {} s would count), and by {:.2f} s between tolerances of 1e-6 and 1e-12",
      by_method, visible, by_tolerance);
  to.checks.push_back(
      {"departure times at 1e-3 to 1e-8 by both algorithms, difference (s)", by_method, 0, 0.01});
  return item;
}

}  // namespace

ForcedPuma::ForcedPuma(const Vector3& gravity) : model_(kinetree::load_model("puma6")) {
  model_.set_gravity(gravity);
  const Vector rest = Vector::Zero(model_.nv());
  desired_ = cycloid(rest, Vector::Constant(model_.nv(), half_turn), T);
  torques_ = feedforward(model_, desired_);
}

Reference ForcedPuma::desired(double t) const {
  Reference x;
  desired_(t, x);
  return x;
}

SimulationOptions ForcedPuma::options(const std::string& method, double tol, double seconds) const {
  SimulationOptions options;
  options.duration = seconds;
  options.integrator.method = "dopri5";
  options.integrator.rtol = options.integrator.atol = tol;
  options.integrator.max_step = 1;
  options.methods.forward_dynamics = method;
  options.record_every = 1e-3;
  options.desired = desired_;
  return options;
}

Run ForcedPuma::run(const std::string& method, double tol, double seconds) const {
  const Vector rest = Vector::Zero(model_.nv());
  return simulate(model_, {0, rest, rest}, torques_, options(method, tol, seconds));
}

Run ForcedPuma::time_run(const std::string& method, double seconds) const {
  SimulationOptions quick = options(method, tolerance, seconds);
  quick.record_every = seconds;
  quick.desired = {};
  const Vector rest = Vector::Zero(model_.nv());
  return simulate(model_, {0, rest, rest}, torques_, quick);
}

double ForcedPuma::growth_rate_at(double t) const {
  const Reference x = desired(t);
  return growth_rate(model_, {t, x.q, x.v}, torques_, options("auto", tolerance, duration));
}

std::vector<double> departures(const Run& run, double band) {
  std::vector<double> times;
  for (Eigen::Index i = 0; i < run.samples.front().q.size(); ++i) {
    times.push_back(
        first_beyond(run, band, [i](const Sample& s) { return s.q[i] - s.q_desired[i]; }));
  }
  return times;
}

double largest_error(const Run& run, double until) {
  double largest = 0;
  for (const Sample& s : run.samples) {
    if (s.t > until + 1e-9) break;
    largest = std::max(largest, (s.q - s.q_desired).cwiseAbs().maxCoeff());
  }
  return largest;
}

void add_cause(Reproduction& to, const ForcedRuns& runs) {
  constexpr std::array times{1.0, 4.0, 5.0, 5.25, 5.5, 5.75, 6.0, 7.0};
  constexpr std::array expected{0.0, 1.1, 2.5, 15.0, 22.0, 26.0, 30.0, 31.0};
  Rows rows{{"t (s)", "growth rate (1/s)"}};
  std::vector<double> rates, off;
  for (std::size_t i = 0; i < times.size(); ++i) {
    rates.push_back(runs.puma.growth_rate_at(times[i]));
    off.push_back(std::abs(rates.back() - expected[i]));
    rows.push_back({fmt::format("{:g}", times[i]), fmt::format("{:.2f}", rates.back())});
  }
  const double still =
      largest_error(ForcedPuma(Vector3::Zero()).run(recursive_method, 1e-8, 10), 10);
  const double condition = runs.recursive.audit.largest_condition.value;
  const bool singular = condition > 1e8, unstable = rates[4] > 10 && still < 1e-4;
  to.items.push_back(
      {.item = "Sec. 4.2, the cause",
       .claim = "the motion is left because of a zero eigenvalue of M",
       .paper = "\"caused by the zero-eigenvalue\"",
       .ours = fmt::format("an inverted pendulum: link 3 is a rod of 8.8 kg and 20 mm that stands "
                           "on its joint for t > 5 s; errors grow e-fold {:.0f} times a second",
                           rates[4]),
       .verdict = verdict_of(singular && !unstable),
       .evidence = fmt::format(
           "M is conditioned well, {:.1e} at most (1e8 would be near singular). The motion "
           "linearised along the desired one has eigenvalues with the real parts below. Without "
           "gravity the same run stays within {:.1e} rad for 10 s",
           condition, still),
       .rows = rows});
  to.checks.push_back(
      {"growth rates along the desired motion, difference from an independent "
       "computation (1/s)",
       *std::max_element(off.begin(), off.end()), 0, 0.6});
  to.checks.push_back({"error without gravity, 10 s (rad)", still, 0, 1e-5});
  to.data.push_back(
      {"cause_growth_rate", {{"t", {times.begin(), times.end()}}, {"growth_rate", rates}}});
  to.items.push_back(tolerance_item(to, runs.puma));
}

void add_cpu_times(Reproduction& to, const ForcedRuns& runs) {
  const CpuTime recursive = measure(runs.puma, recursive_method),
                nonrecursive = measure(runs.puma, nonrecursive_method);
  const Audit &a = runs.recursive.audit, &b = runs.nonrecursive.audit;
  const bool faster = recursive.run < 0.95 * nonrecursive.run;
  const bool fewer = static_cast<double>(a.steps) < 0.95 * static_cast<double>(b.steps);
  const PrintedCosts printed = printed_multiplications(runs.puma.model().nv());
  to.items.push_back(
      {.item = "Fig. 9",
       .claim = "the recursive algorithm takes less CPU time, because it takes fewer steps",
       .paper = "less for 6 s of motion (a curve without numbers)",
       .ours = fmt::format("{:.1f} ms recursive, {:.1f} ms nonrecursive on this machine; {} and {} "
                           "steps for {} s",
                           recursive.run, nonrecursive.run, a.steps, b.steps, ForcedPuma::duration),
       .verdict = verdict_of((faster ? 1u : 0u) + (fewer ? 1u : 0u), 2),
       .evidence = fmt::format(
           "least of 7 runs of 6 s each, torques included; 5 % would count. One forward dynamics "
           "takes {:.2f} and {:.2f} µs. By the paper's own Table 1 the O(n) algorithm takes {:.0f} "
           "multiplications at n = 6 and the O(n³) one {:.0f}. These times differ from run to run, "
           "and with them perhaps this verdict; steps do not",
           recursive.call, nonrecursive.call, printed.recursive, printed.nonrecursive)});
  to.data.push_back({"fig9_cpu_times",
                     {{"recursive_run_ms", {recursive.run}},
                      {"nonrecursive_run_ms", {nonrecursive.run}},
                      {"recursive_call_us", {recursive.call}},
                      {"nonrecursive_call_us", {nonrecursive.call}}}});
  to.checks.push_back({"steps by both algorithms, ratio",
                       static_cast<double>(a.steps) / static_cast<double>(b.steps), 0.97, 1.03});
}

}  // namespace kinetree::cli
