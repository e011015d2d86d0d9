// kinetree bench: evaluations of one state by our methods and by other libraries.
#include "bench_evaluations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench_edits.hpp"
#include "bench_runs.hpp"
#include "generated_code.hpp"
#include "kinetree/io.hpp"
#include "method_option.hpp"
#include "numbers.hpp"

namespace kinetree::cli {
namespace {

/// A batch that fits the caches on one thread, and one that does not, on one and on the others.
std::vector<BatchSize> read_batches(const Arguments& arguments) {
  if (arguments.has("--threads") && !arguments.has("--batch")) {
    throw UsageError("--threads is for batches: kinetree bench --batch --threads N");
  }
  if (!arguments.has("--batch")) return {};
  constexpr int small = 4096, large = 65536;
  const int threads = static_cast<int>(
      read_count("--threads", arguments.value("--threads").value_or("0"), 0, 1024));
  const int states = arguments.has("--quick") ? small : large;
  std::vector<BatchSize> batches{{small, 1}};
  if (states != small) batches.push_back({states, 1});
  if (threads != 1) batches.push_back({states, threads});
  return batches;
}

/// The quantities of --quantity, of --method, or those that people compare.
BenchPlan read_plan(const Arguments& arguments) {
  BenchPlan plan;
  plan.batches = read_batches(arguments);
  if (arguments.has("--method")) {
    plan.generated = false;
    for (const Selected& selected : select_methods(arguments)) {
      plan.methods.push_back(selected.method);
    }
  }
  if (const auto list = arguments.value("--quantity")) {
    plan.quantities = read_measured(*list);
  } else {
    for (const MeasuredInfo& info : measured_infos()) {
      const bool named = std::any_of(plan.methods.begin(), plan.methods.end(),
                                     [&](const Method& m) { return m.quantity == info.registry; });
      if (plan.methods.empty() || named) plan.quantities.push_back(info.measured);
    }
  }
  for (const Method& method : plan.methods) {
    const bool asked = std::any_of(plan.quantities.begin(), plan.quantities.end(), [&](Measured m) {
      return info_of(m).registry == method.quantity;
    });
    if (!asked) {
      throw UsageError(fmt::format("--method: {} is not among the quantities of --quantity",
                                   to_string(method.quantity)));
    }
  }
  const auto against = arguments.value("--against");
  if (against == "none") return plan;
  if (against) {
    plan.peers = read_peers(*against);
  } else {
    for (const Peer& peer : peers()) plan.peers.push_back(&peer);
  }
  return plan;
}

/// Code for the robot where it is asked for; what prevents it becomes a note.
std::shared_ptr<const CompiledCode> code_of(const Model& model, const BenchPlan& plan,
                                            Console& console, BenchReport& report) {
  const bool named = std::any_of(plan.methods.begin(), plan.methods.end(),
                                 [](const Method& m) { return m.name == "generated"; });
  const bool has_registry = std::any_of(plan.quantities.begin(), plan.quantities.end(),
                                        [](Measured m) { return info_of(m).registry.has_value(); });
  if (!named && (!plan.generated || !has_registry)) return nullptr;
  if (!named && model.nv() > largest_generated) {
    add_once(report.notes, fmt::format("no code is generated for {}: more than {} velocities; "
                                       "--method M=generated asks for it",
                                       model.name, largest_generated));
    return nullptr;
  }
  CompileOptions options;
  options.batch = !plan.batches.empty();
  try {
    return std::make_shared<const CompiledCode>(compile_code(model, options, console));
  } catch (const Error& error) {
    if (named) throw;
    add_once(report.notes,
             fmt::format("no code is generated for {}: {}", model.name, error.what()));
    return nullptr;
  }
}

void add_peers(EvaluationCase& robot, const BenchPlan& plan, bool named, BenchReport& report,
               std::vector<std::unique_ptr<Contestant>>& all) {
  for (const Peer* peer : plan.peers) {
    if (!peer->built_in) {
      add_once(report.notes, fmt::format("{} is not built in: {}", peer->name, peer->how));
      continue;
    }
    try {
      auto contestant = std::make_unique<PeerContestant>(*peer, robot, plan.quantities);
      for (const Measured measured : plan.quantities) {
        if (named && !contestant->has(measured)) {
          add_once(report.notes, fmt::format("{} has no {}", peer->name, info_of(measured).name));
        }
      }
      all.push_back(std::move(contestant));
    } catch (const Error& error) {
      add_once(report.notes, fmt::format("{} does not take part with {}: {}", peer->name,
                                         robot.model().name, error.what()));
    }
  }
}

std::vector<Model> default_models() {
  std::vector<Model> models{kinetree::load_model("puma6"), arm7()};
  for (const char* name : {"chain:20", "chain:100", "quadruped"}) {
    models.push_back(kinetree::load_model(name));
  }
  return models;
}

}  // namespace

int run_evaluations(const Arguments& arguments, Console& console) {
  const BenchPlan plan = read_plan(arguments);
  const Effort effort = read_effort(arguments);
  const std::vector<Model> models = read_models(arguments, console, default_models());
  for (const Model& model : models) {
    const auto named = [&](const Model& other) { return other.name == model.name; };
    if (std::count_if(models.begin(), models.end(), named) > 1) {
      throw UsageError(fmt::format("two robots are called '{}'", model.name));
    }
  }
  BenchReport report;
  report.quick = arguments.has("--quick");
  report.peaks = measure_fma_peaks();
  bool sound = true;
  for (const Model& model : models) {
    EvaluationCase robot(model);
    for (const BenchCheck& check : check_oracles(robot, plan.quantities)) {
      if (!check.passed()) tell_wrong(check, console);
      sound = sound && check.passed();
      report.checks.push_back(check);
    }
    if (!sound) break;  // nobody can be compared with what is in doubt
    std::vector<std::unique_ptr<Contestant>> all;
    const auto code = code_of(model, plan, console, report);
    all.push_back(make_our_contestant(robot, plan, code, report.notes));
    if (!plan.batches.empty()) all.push_back(make_batch_contestant(robot, plan, code));
    add_peers(robot, plan, arguments.has("--quantity"), report, all);
    sound = time_robot(robot, all, effort, console, report) && sound;
  }
  add_peer_verdicts(report);
  write_where_asked(arguments, console, [&](std::ostream& out) {
    arguments.has("--json") ? write_json(out, report) : write_evaluations(out, report);
  });
  if (const auto file = arguments.value("--plot")) {
    Output out(*file);
    write_bars(out, report);
    out.finish();
  }
  return sound ? ok : differs;
}

}  // namespace kinetree::cli
