// kinetree eval: quantities of a robot in one state or many.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "eval_batch.hpp"
#include "evaluation.hpp"
#include "generated_code.hpp"
#include "kinetree/report.hpp"
#include "load.hpp"
#include "method_option.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

constexpr std::array vector_options{"--q", "--v", "--a", "--tau", "--w"};

/// Whether nobody misses entry k of a or tau: hybrid dynamics reads a where it is prescribed, tau
/// elsewhere.
bool is_ignored(const std::vector<Request>& requests, Trait input, std::size_t k) {
  bool ignored = false;
  for (const Request& request : requests) {
    const QuantityInfo& info = *request.info;
    if (!info.has(input)) continue;
    if (!info.has(hybrid) || request.prescribed[k] == (input == uses_a)) return false;
    ignored = true;
  }
  return ignored;
}

/// The states to evaluate: a file of them, or the one on the command line. What was left out of a
/// vector given by names goes to `assumed`.
std::vector<StateInput> read_states(const Arguments& arguments, const Model& model,
                                    const std::vector<Request>& requests,
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
                        const Vector& neutral, std::optional<Trait> input = {}) -> Vector {
    const auto text = arguments.value(option);
    if (!text) return {};
    std::vector<std::string> left_out;
    Vector values = read_vector(option, *text, names, neutral, &left_out);
    for (std::size_t k = 0; input && k < names.size(); ++k) {
      if (is_ignored(requests, *input, k)) std::erase(left_out, names[k]);
    }
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
  state.a = read("--a", v_names(model), zero, uses_a);
  state.tau = read("--tau", v_names(model), zero, uses_tau);
  state.w = read("--w", v_names(model), zero);
  return {state};
}

Options read_options(const Arguments& arguments) {
  Options options;
  options.methods = read_methods(arguments);
  options.threads = static_cast<int>(
      read_count("--threads", arguments.value("--threads").value_or("1"), 0, 1024));
  options.include.armature = arguments.choice("--armature", {"on", "off"}) == "on";
  options.include.friction = arguments.choice("--friction", {"off", "on"}) == "on";
  for (const std::string& columns : split_list(arguments.value("--regressor").value_or(""))) {
    if (columns != "friction" && columns != "armature") {
      throw UsageError(fmt::format("--regressor: '{}' is neither friction nor armature", columns));
    }
    options.regressor.friction |= columns == "friction";
    options.regressor.armature |= columns == "armature";
  }
  return options;
}

OperationalOptions read_task(const Arguments& arguments) {
  OperationalOptions task;
  const std::string rows = arguments.choice("--task", {"pose", "position", "orientation"});
  if (rows == "position") task.rows = TaskRows::position;
  if (rows == "orientation") task.rows = TaskRows::orientation;
  if (const auto share = arguments.value("--singular")) {
    task.singular_below = read_vector("--singular", *share, {"share"}, Vector::Zero(1))[0];
    if (task.singular_below < 0 || task.singular_below >= 1) {
      throw UsageError(
          fmt::format("--singular is '{}', but must be from 0 to less than 1", *share));
    }
  }
  if (const auto length = arguments.value("--length")) {
    task.length = read_vector("--length", *length, {"metres"}, Vector::Zero(1))[0];
    if (task.length <= 0) {
      throw UsageError(fmt::format("--length is '{}', but must be positive", *length));
    }
  }
  return task;
}

/// CSV has no place for what is said about the numbers: it goes to the other stream.
void say_what_is_not_in_the_table(const Console& console, const Result& result) {
  for (const std::string& remark : result.remarks) console.warn(remark);
  if (!result.coriolis.empty()) console.tell("C: " + to_string(worst_of(result.coriolis)));
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
    say_what_is_not_in_the_table(console, result);
  } else {
    write_text(console.out(), result);
  }
}

int run_eval(const Arguments& arguments, Console& console) {
  const std::string& file = arguments.operands.front();
  expect_batch_options(arguments);
  if (arguments.has("--json") + arguments.has("--csv") + arguments.has("--npz") > 1) {
    throw UsageError("--json, --csv and --npz exclude each other");
  }
  if (file == "-" && arguments.value("--states") == "-") {
    throw UsageError("the model and the states cannot both come from standard input");
  }
  Options options = read_options(arguments);
  const OperationalOptions task = read_task(arguments);
  const Model model = load_model(arguments, console, file);
  options.generated = code_for(options.methods, model, options.include.armature, console);
  const auto requests = read_requests(arguments.value("--quantity").value_or("M,h,g"), model,
                                      arguments.value("--prescribed"));
  if (arguments.has("--batch")) {
    eval_batch(arguments, console, model, options, requests);
    return ok;
  }
  std::vector<std::string> assumed;
  std::vector<StateInput> states = read_states(arguments, model, requests, assumed);
  Result result;
  {
    const Progress progress(console, fmt::format("evaluating {} states", states.size()));
    result = evaluate(model, options, task, requests, std::move(states));
  }
  result.assumed.insert(result.assumed.begin(), assumed.begin(), assumed.end());
  write_result(arguments, console, result);
  return ok;
}

constexpr std::string_view details =
    "Quantities (default M,h,g):\n"
    "  M Minv h g T U com momentum centroidal_momentum poses\n"
    "  tau           inverse dynamics of q, v, a; by q and v: dtau_dq dtau_dv\n"
    "  a             forward dynamics of q, v, tau; derivatives: da_dq da_dv da_dtau\n"
    "  hybrid_a      accelerations where --prescribed has some joints move as --a says, and the\n"
    "                others as --tau drives them; hybrid_tau: all forces of that motion\n"
    "  udut          M = U D U transposed, as udut_U and the diagonal udut_D\n"
    "  C             Coriolis matrix, h = C v + g, with a certificate that Mdot - 2C is skew\n"
    "  Mdot Cw Ctv   rate of M; C w for any w; C transposed times v\n"
    "  dM            M by every coordinate, n matrices; christoffel: its symbols, C = sum v_k "
    "c[k]\n"
    "  regressor     tau = regressor * parameters; ten columns a link (m mcx mcy mcz Ixx Ixy Iyy\n"
    "                Ixz Iyz Izz about its origin); parameters: what they are in the model. tau\n"
    "                is that of --armature off, unless --regressor has columns for it\n"
    "  J:BODY        6×nv, linear over angular, world axes; the point is the link's origin,\n"
    "                J:BODY@com its centre of mass, J:BODY@0.1:0:0 a point in the link's frame\n"
    "  Jdotv:BODY    the rest of that point's acceleration, same points; Jdot:BODY the matrix\n"
    "  Lambda:BODY   inertia felt at the point, F = Lambda xdd + mu + p; also Jbar:BODY, Cx:BODY,\n"
    "                mu:BODY and p:BODY\n"
    "Vectors are numbers in the order `kinetree info` lists, or NAME=NUMBER for some joints. What\n"
    "is not given is zero, and the result says so. Where `tau` or `a` is asked for and is an "
    "input\n"
    "too, the input is echoed as tau_in or a_in.\n"
    "--batch takes M C h g tau a and their derivatives. CSV has a first line "
    "q[JOINT],…,v[JOINT],…\n"
    "(or q[0],…) and a state a line; NPZ has arrays q, v, a, tau, one row a state. The results "
    "have\n"
    "as many rows, in the same order, and their name only once they are whole.";

}  // namespace

Verb make_eval_verb() {
  const char* const streamed =
      "kinetree eval planar3 --q 1,2,3 --csv | kinetree eval planar3 --batch --states - "
      "--quantity M --out M.npz";
  return {
      .name = "eval",
      .operands = "MODEL",
      .purpose = "compute M, C, h, g, tau, a, derivatives, energies, Jacobians …",
      .details = details,
      .options = with_model_options(
          {{"--quantity", "M,h,…", "what to compute (M,h,g)"},
           {"--q", "a,b,…", "positions"},
           {"--v", "a,b,…", "velocities"},
           {"--a", "a,b,…", "accelerations, for tau"},
           {"--tau", "a,b,…", "forces, for a"},
           {"--prescribed", "JOINT,…", "those whose a is given, for hybrid_a and hybrid_tau"},
           {"--w", "a,b,…", "second velocity, for Cw"},
           {"--states", "FILE", "many states: {\"joints\": […], \"states\": [{\"q\", …}]}"},
           {"--batch", "", "millions of states: --states is a CSV or NPZ file, read as it goes"},
           {"--out", "FILE", "results of a batch, .csv or .npz; without it CSV is printed", "-o"},
           {"--method", "QUANTITY=METHOD,…", "as `kinetree methods` lists them (auto)"},
           {"--threads", "N", "for batches and for some methods; 0: all cores (1)"},
           {"--friction", "on|off", "damping and dry friction in tau and a (off)"},
           {"--armature", "on|off", "rotor inertias (on)"},
           {"--regressor", "friction,armature", "more columns for the regressor (none)"},
           {"--task", "pose|position|orientation", "rows of Lambda and its like (pose)"},
           {"--singular", "SHARE", "damp directions below this share of the easiest (1e-6)"},
           {"--length", "METRES", "that weigh as much as a radian in it (1)"},
           {"--json", "", "as JSON, kinetree-result/1"},
           {"--csv", "", "as CSV, one line a state, columns like h[elbow] and \"M[0,1]\""},
           {"--npz", "FILE", "as a NumPy archive; - is standard output"}}),
      .examples = {"kinetree eval puma6 --q 0.1,-0.2,0.3,0,0,0 --quantity M,g",
                   "kinetree eval planar3 --q 0.1,0.2,0.3 --tau 1,0,0 --quantity a --json",
                   "kinetree eval planar3 --prescribed L1 --a L1=1 --quantity hybrid_a,hybrid_tau",
                   "kinetree eval snake:4 --quantity com,T --csv",
                   "kinetree eval three_link --q 0,0.5,-1 --v 1,1,1 --quantity C,Mdot,Ctv",
                   streamed},
      .run = run_eval};
}

}  // namespace kinetree::cli
