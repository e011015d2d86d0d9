// kinetree simulate: runs a scenario, records it, and prints its audit.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "generated_code.hpp"
#include "kinetree/io.hpp"
#include "kinetree/run_report.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "run_file.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

/// Where samples go: a file, standard output, and memory where something is drawn at the end.
class Recording {
 public:
  Recording(const Arguments& arguments, Console& console, const RunInfo& info)
      : arguments_(arguments), console_(console), info_(info) {}

  /// Thrown where nobody reads standard output any more, and nothing else was asked for.
  struct NobodyReads {};

  void add(const Sample& sample) {
    if (first_) open();
    const bool speaks = arguments_.has("--json") || arguments_.has("--csv");
    if (speaks && !file_ && !draws() && !console_.out()) throw NobodyReads{};
    if (file_) file_->add(sample);
    if (arguments_.has("--json")) console_.out() << run_json_sample(sample, first_);
    if (arguments_.has("--csv")) console_.out() << run_csv_row(info_, sample);
    if (draws()) samples_.push_back(sample);
    first_ = false;
  }

  void finish(const Run& run) {
    if (file_) file_->finish(run);
    if (arguments_.has("--json")) console_.out() << run_json_tail(info_, &run);
    if (const auto page = arguments_.value("--report")) {
      Output out(*page);
      write_run_html(out, info_, samples_, run);
      out.finish();
    }
    if (const auto picture = arguments_.value("--plot")) draw(*picture);
  }

 private:
  bool draws() const { return arguments_.has("--report") || arguments_.has("--plot"); }

  /// Only now, after everything that could be wrong with the scenario.
  void open() {
    if (const auto name = arguments_.value("--output")) file_ = make_run_file(*name, info_);
    if (arguments_.has("--json")) console_.out() << run_json_head(info_);
    if (arguments_.has("--csv")) console_.out() << run_csv_head(info_);
  }

  void draw(const std::string& picture) const {
    const bool png = picture.ends_with(".png");
    const std::string file = png ? picture + ".svg" : picture;
    Output out(file);
    write_svg_plot(out, run_plot(info_, samples_, arguments_.value("--curves").value_or("q")));
    out.finish();
    if (png) rasterise(file, picture);
  }

  /// By the program that draws SVG on most desktops: a renderer of our own would be a project.
  static void rasterise(const std::string& svg, const std::string& png) {
    const pid_t child = fork();
    if (child == 0) {
      execlp("rsvg-convert", "rsvg-convert", "--zoom=2", "--background-color=white", "-o",
             png.c_str(), svg.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    int status = 0;
    if (child > 0) waitpid(child, &status, 0);
    unlink(svg.c_str());
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    throw OutputError(fmt::format(
        "cannot write {}: PNG needs rsvg-convert (apt-get install librsvg2-bin), or ask for .svg",
        png));
  }

  const Arguments& arguments_;
  Console& console_;
  const RunInfo& info_;
  std::unique_ptr<RunFile> file_;
  std::vector<Sample> samples_;
  bool first_ = true;
};

/// Where a file is, whatever way its name goes, and also if it is not there yet.
std::filesystem::path place(const std::string& file) {
  std::error_code failed;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(file, failed), failed);
}

void check_arguments(const Arguments& arguments) {
  if (arguments.has("--json") && arguments.has("--csv")) {
    throw UsageError("--json and --csv exclude each other");
  }
  if (const auto file = arguments.value("--output")) check_run_file_name(*file);
  const auto picture = arguments.value("--plot");
  if (picture && !picture->ends_with(".svg") && !picture->ends_with(".png")) {
    throw UsageError(fmt::format("--plot {}: the name must end in .svg or .png", *picture));
  }
  if (arguments.has("--curves") && !picture) throw UsageError("--curves needs --plot FILE");
  arguments.choice("--curves", {"q", "v", "a", "tau", "energy", "balance", "error"});
  std::vector<std::string> files{arguments.operands.front()};
  for (const char* option : {"--output", "--report", "--plot"}) {
    const auto file = arguments.value(option);
    if (!file) continue;
    for (const std::string& other : files) {
      if (place(*file) != place(other)) continue;
      throw UsageError(fmt::format("{} {} would overwrite {}", option, *file, other));
    }
    files.push_back(*file);
  }
}

/// What the library refuses before the first sample: the command is right and the scenario is not.
template <class Act>
auto blame_scenario(const std::string& file, const bool& started, Act act) {
  try {
    return act();
  } catch (const UsageError& error) {
    if (started) throw;
    throw ParseError(fmt::format("{}: $: {}", file == "-" ? "<stdin>" : file, error.what()));
  } catch (const ModelError& error) {
    if (started) throw;
    throw ParseError(fmt::format("{}: $.model: {}", file == "-" ? "<stdin>" : file, error.what()));
  }
}

/// A robot by its name is what the other verbs take: say what this one wants.
Scenario load(const std::string& file, Diagnostics& notes) {
  try {
    return load_scenario(file, &notes);
  } catch (const FileError&) {
    if (!robot(file)) throw;
    throw FileError(
        fmt::format("{}: a robot, and no scenario (write one: {{\"format\": "
                    "\"kinetree-scenario/1\", \"model\": \"{}\", \"duration\": 1}})",
                    file, file));
  }
}

int run_simulate(const Arguments& arguments, Console& console) {
  check_arguments(arguments);
  Diagnostics notes;
  const std::string& file = arguments.operands.front();
  Scenario scenario = load(file, notes);
  SimulationOptions& options = scenario.options;
  options.generated = code_for(options.methods, scenario.model, options.include.armature, console);
  for (const Diagnostic& note : notes) {
    if (note.level == Diagnostic::warning) console.warn(to_string(note));
  }
  if (arguments.choice("--curves", {"q", "v", "a", "tau", "energy", "balance", "error"}) ==
          "error" &&
      !options.desired) {
    throw UsageError("--curves error: nothing is desired in this scenario");
  }
  bool started = false;
  const RunInfo info = blame_scenario(file, started, [&] { return describe_run(scenario); });
  Recording recording(arguments, console, info);
  Run result;
  try {
    ProgressBar bar(console, "simulating " + info.model);
    const Recorder record = [&](const Sample& sample) {
      started = true;
      recording.add(sample);
      bar.show(sample.t / scenario.options.duration);
    };
    result = blame_scenario(file, started, [&] {
      return simulate(scenario.model, scenario.start, scenario.controller, scenario.options,
                      record);
    });
  } catch (const Recording::NobodyReads&) {
    return ok;
  }
  recording.finish(result);
  if (!arguments.has("--json") && !arguments.has("--csv")) {
    write_run_text(console.out(), info, result);
  }
  const bool broke_down = result.stop == Stop::step_too_small || result.stop == Stop::not_finite;
  if (broke_down) console.fail(result.stop_text);
  return broke_down ? differs : ok;
}

constexpr std::string_view scenario_help =
    "A scenario names a model, a duration and what acts on the robot:\n"
    "  {\"format\": \"kinetree-scenario/1\", \"model\": \"puma6\", \"duration\": 2,\n"
    "   \"controller\": {\"type\": \"feedforward\", \"trajectory\":\n"
    "                  {\"type\": \"cycloid\", \"to\": 1.5, \"T\": 2}}}\n"
    "Controllers: none, torque, feedforward, pd, pd_gravity, computed_torque, passivity,\n"
    "anti_swing. Trajectories: cycloid, cosine, quintic, table. Integrators: dopri5, rk4,\n"
    "semi_implicit_euler, rk4_energy, rosenbrock23. Also forces on bodies, joint limits, "
    "prescribed\n"
    "joints, and events, which may attach and detach bodies: docs/formats/kinetree-scenario.md\n"
    "has every key.\n"
    "The audit is printed: energy, the work of every torque and what is left of E - E0 - work,\n"
    "steps, condition of M, tracking, and why the run stopped. A run that cannot reach its end\n"
    "exits with 1. A file given by -o can be read while the run goes on, and after it was killed.";

}  // namespace

Verb make_simulate_verb() {
  return {.name = "simulate",
          .operands = "SCENARIO",
          .purpose = "run a scenario, record it, and audit energy and power",
          .details = scenario_help,
          .options = {{"--output", "FILE", "the run as .json (kinetree-run/1), .csv or .npz", "-o"},
                      {"--report", "FILE", "one HTML page with interactive plots and the audit"},
                      {"--plot", "FILE", "a picture for papers, .svg or .png"},
                      {"--curves", "NAME", "of it: q, v, a, tau, energy, balance or error (q)"},
                      {"--json", "", "the run to standard output, as JSON"},
                      {"--csv", "", "the run to standard output, as CSV"}},
          .examples = {"kinetree simulate - <<< '{\"format\": \"kinetree-scenario/1\", "
                       "\"model\": \"planar3\", \"duration\": 5}'",
                       "kinetree simulate - -o run.json --report run.html --plot run.svg <<< "
                       "'{\"format\": \"kinetree-scenario/1\", \"model\": \"puma6\", "
                       "\"duration\": 1}'"},
          .run = run_simulate};
}

}  // namespace kinetree::cli
