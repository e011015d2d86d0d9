// kinetree bench: time per call, checked before timed, beside other libraries in the same run.
#include <fmt/format.h>

#include "bench_runs.hpp"
#include "load.hpp"

namespace kinetree::cli {
namespace {

int run_bench(const Arguments& arguments, Console& console) {
  if (arguments.has("--edits") && arguments.has("--crossovers")) {
    throw UsageError("--edits and --crossovers exclude each other");
  }
  if (arguments.has("--soak") && !arguments.has("--edits")) {
    throw UsageError("--soak runs edits: kinetree bench --edits --soak N");
  }
  if (arguments.has("--crossovers")) {
    refuse_options(arguments, "--crossovers",
                   {"--against", "--quantity", "--method", "--batch", "--threads"});
    if (!arguments.operands.empty())
      throw UsageError("--crossovers takes no MODEL: it times chain:N");
    return run_crossovers(arguments, console);
  }
  if (!arguments.has("--edits")) return run_evaluations(arguments, console);
  refuse_options(arguments, "--edits",
                 {"--against", "--quantity", "--method", "--plot", "--batch", "--threads"});
  if (!arguments.has("--soak")) return run_edits(arguments, console);
  if (arguments.has("--quick")) throw UsageError("--quick and --soak exclude each other");
  return run_soak(arguments, console);
}

}  // namespace

Effort read_effort(const Arguments& arguments) {
  if (!arguments.has("--quick")) return {};
  return {.rounds = 1, .windows = 5, .window_ns = 5e3, .cold_calls = 5};
}

std::vector<Model> read_models(const Arguments& arguments, const Console& console,
                               std::vector<Model> instead) {
  std::vector<Model> models;
  for (const std::string& file : arguments.operands) {
    models.push_back(load_model(arguments, console, file));
  }
  if (!models.empty()) return models;
  const ModelOptions options(arguments);
  for (Model& model : instead) options.apply(model);
  return instead;
}

void refuse_options(const Arguments& arguments, std::string_view with,
                    std::initializer_list<std::string_view> options) {
  for (const std::string_view option : options) {
    if (arguments.has(option)) {
      throw UsageError(fmt::format("{} has no meaning with {}", option, with));
    }
  }
}

Verb make_bench_verb() {
  return {
      .name = "bench",
      .operands = "[MODEL]…",
      .purpose = "time per evaluation, checked before timed, beside other libraries",
      .details =
          "Every result is compared in 64 random states before it is timed: our methods with\n"
          "those that serve as oracles, other libraries with ours. What is wrong is not timed, "
          "and\n"
          "the exit code is 1. A row has the time per evaluation (fastest window, median,\n"
          "spread), the same where every input waits for the result before it and where other\n"
          "data went through the caches, operations, the share of the processor's measured\n"
          "peak, and how many times longer the fastest peer takes. Robots are puma6, an arm of\n"
          "seven joints, chain:20, chain:100 and quadruped unless given. Code generated for the\n"
          "robot is timed as well up to 20 velocities. Peers that are not built in are named,\n"
          "with how to get them.\n"
          "\n"
          "--batch: many states at once as well, in blocks: 4096 of them on one thread, 65536 on\n"
          "one and on several (--quick: 4096 only), with M whole and packed; by the kernels and\n"
          "by code generated for the robot.\n"
          "\n"
          "--crossovers: M by gdahj, crba and explicit, forward dynamics by aba, denoc, ltdl and\n"
          "cholesky on chain:N, N = 2 to 200, and from which N on which is the fastest.\n"
          "\n"
          "--edits: a payload is put into the hand (the last link) and taken out again, each\n"
          "time with M after it: attach+M, detach+M, the same on a passive joint, undo+M and\n"
          "set_inertia+M, beside M alone, rebuild+M (from the text of a file in memory) and\n"
          "rebuild_links+M (from links in memory). MuJoCo, where built in, does the same in its\n"
          "two ways. Robots are an arm of seven joints and chain:7 unless given. --soak checks\n"
          "that N edits take no memory: exit code 1 if it grows, or is asked for after warm-up.\n"
          "\n"
          "Verdicts about time are findings, not errors. docs/performance.md says how it is\n"
          "measured.",
      .options = with_model_options(
          {{"--against", "NAME,…", "only these of kdl, mujoco, dart, pinocchio, rbdl; or none"},
           {"--quantity", "NAME,…", "only these of M, tau, a, C, h, g, dtau, da"},
           {"--method", "QUANTITY[=METHOD],…", "these methods of ours, not what auto picks"},
           {"--batch", "", "many states at once as well"},
           {"--threads", "N", "with --batch: on so many threads as well; 0: all cores (0)"},
           {"--crossovers", "", "which method wins from which number of joints on"},
           {"--edits", "", "edits of a robot in use"},
           {"--soak", "N", "with --edits: run N, and watch memory; 1000000 is a good number"},
           {"--quick", "", "a glance: times mean little"},
           {"--json", "", "as JSON, kinetree-bench/1"},
           {"--plot", "FILE", "an SVG picture as well"},
           {"--output", "FILE", "there instead of on standard output", "-o"}}),
      .examples = {"kinetree bench puma6 --quick",
                   "kinetree bench quadruped --quantity M,tau --against mujoco --quick",
                   "kinetree bench chain:20 --method M --quick --json -o bench.json",
                   "kinetree bench puma6 --batch --quantity M,tau --against none --quick",
                   "kinetree bench --crossovers --quick --plot crossovers.svg",
                   "kinetree bench --edits puma6 --quick --json -o edits.json"},
      .run = run_bench};
}

}  // namespace kinetree::cli
