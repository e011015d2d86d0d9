// kinetree eval: quantities of a robot in one state or many.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "evaluation.hpp"
#include "kinetree/report.hpp"
#include "load.hpp"
#include "method_option.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

constexpr std::array vector_options{"--q", "--v", "--a", "--tau"};

/// The states to evaluate: a file of them, or the one on the command line. What was left out of a
/// vector given by names goes to `assumed`.
std::vector<StateInput> read_states(const Arguments& arguments, const Model& model,
                                    std::vector<std::string>& assumed) {
  const auto file = arguments.value("--states");
  for (const char* option : vector_options) {
    if (file && arguments.has(option)) {
      throw UsageError(fmt::format("{} and --states exclude each other", option));
    }
  }
  if (file) return load_states(*file, model);
  const Vector zero = Vector::Zero(model.nv());
  const auto read = [&](const char* option, const std::vector<std::string>& names,
                        const Vector& neutral) -> Vector {
    const auto text = arguments.value(option);
    if (!text) return {};
    std::vector<std::string> left_out;
    Vector values = read_vector(option, *text, names, neutral, &left_out);
    if (!left_out.empty()) {
      const char* const value = neutral == Vector::Zero(neutral.size()) ? "zero" : "neutral";
      assumed.push_back(
          fmt::format("{} of {} is {} (not given)", option + 2, listing(left_out), value));
    }
    return values;
  };
  StateInput state;
  state.q = read("--q", q_names(model), model.neutral());
  state.v = read("--v", v_names(model), zero);
  state.a = read("--a", v_names(model), zero);
  state.tau = read("--tau", v_names(model), zero);
  return {state};
}

Options read_options(const Arguments& arguments) {
  Options options;
  options.methods = read_methods(arguments);
  options.threads = static_cast<int>(
      read_count("--threads", arguments.value("--threads").value_or("1"), 0, 1024));
  options.include.armature = arguments.choice("--armature", {"on", "off"}) == "on";
  options.include.friction = arguments.choice("--friction", {"off", "on"}) == "on";
  return options;
}

void write_result(const Arguments& arguments, Console& console, const Result& result) {
  if (const auto file = arguments.value("--npz"); file == "-") {
    write_npz(console.out(), result);
  } else if (file) {
    Output out(*file);
    write_npz(out, result);
    out.finish();
  } else if (arguments.has("--json")) {
    write_json(console.out(), result);
  } else if (arguments.has("--csv")) {
    write_csv(console.out(), result);
  } else {
    write_text(console.out(), result);
  }
}

int run(const Arguments& arguments, Console& console) {
  const std::string& file = arguments.operands.front();
  if (arguments.has("--json") + arguments.has("--csv") + arguments.has("--npz") > 1) {
    throw UsageError("--json, --csv and --npz exclude each other");
  }
  if (file == "-" && arguments.value("--states") == "-") {
    throw UsageError("the model and the states cannot both come from standard input");
  }
  const Options options = read_options(arguments);
  const Model model = load_model(arguments, console, file);
  const auto requests = read_requests(arguments.value("--quantity").value_or("M,h,g"), model);
  std::vector<std::string> assumed;
  std::vector<StateInput> states = read_states(arguments, model, assumed);
  Result result;
  {
    const Progress progress(console, fmt::format("evaluating {} states", states.size()));
    result = evaluate(model, options, requests, std::move(states));
  }
  result.assumed.insert(result.assumed.begin(), assumed.begin(), assumed.end());
  write_result(arguments, console, result);
  return ok;
}

constexpr std::string_view details =
    "Quantities (default M,h,g):\n"
    "  M Minv h g T U com momentum centroidal_momentum poses\n"
    "  tau           inverse dynamics of q, v, a\n"
    "  a             forward dynamics of q, v, tau\n"
    "  J:BODY        6×nv, linear over angular, world axes; the point is the link's origin,\n"
    "                J:BODY@com its centre of mass, J:BODY@0.1:0:0 a point in the link's frame\n"
    "  Jdotv:BODY    the rest of that point's acceleration, same points\n"
    "Vectors are numbers in the order `kinetree info` lists, or NAME=NUMBER for some joints. What\n"
    "is not given is zero, and the result says so. Where `tau` or `a` is asked for and is an "
    "input\n"
    "too, the input is echoed as tau_in or a_in.";

}  // namespace

Verb make_eval_verb() {
  return {.name = "eval",
          .operands = "MODEL",
          .purpose = "compute M, h, g, tau, a, energies, poses, Jacobians …",
          .details = details,
          .options = with_model_options(
              {{"--quantity", "M,h,…", "what to compute (M,h,g)"},
               {"--q", "a,b,…", "positions"},
               {"--v", "a,b,…", "velocities"},
               {"--a", "a,b,…", "accelerations, for tau"},
               {"--tau", "a,b,…", "forces, for a"},
               {"--states", "FILE", "many states: {\"joints\": […], \"states\": [{\"q\", …}]}"},
               {"--method", "QUANTITY=METHOD,…", "as `kinetree methods` lists them (auto)"},
               {"--threads", "N", "for methods with independent elements; 0: all cores (1)"},
               {"--friction", "on|off", "damping and dry friction in tau and a (off)"},
               {"--armature", "on|off", "rotor inertias (on)"},
               {"--json", "", "as JSON, kinetree-result/1"},
               {"--csv", "", "as CSV, one line a state, columns like h[elbow] and \"M[0,1]\""},
               {"--npz", "FILE", "as a NumPy archive; - is standard output"}}),
          .examples = {"kinetree eval puma6 --q 0.1,-0.2,0.3,0,0,0 --quantity M,g",
                       "kinetree eval planar3 --q 0.1,0.2,0.3 --tau 1,0,0 --quantity a --json",
                       "kinetree eval snake:4 --quantity com,T --csv"},
          .run = run};
}

}  // namespace kinetree::cli
