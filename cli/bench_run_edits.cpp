// kinetree bench --edits: edits of a robot in use, beside rebuilding it and other libraries.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench_edits.hpp"
#include "bench_report.hpp"
#include "bench_runs.hpp"
#include "kinetree/io.hpp"
#include "kinetree/report.hpp"
#include "numbers.hpp"

namespace kinetree::cli {
namespace {

std::vector<Model> edited_models(const Arguments& arguments, const Console& console) {
  return read_models(arguments, console, {arm7(), kinetree::load_model("chain:7")});
}

/// We and those peers that are built in and take this robot; the others become notes.
std::vector<std::unique_ptr<Contestant>> contestants(const EditCase& edits, BenchReport& report) {
  struct Peer {
    const char* name;
    std::unique_ptr<Contestant> (*make)(const EditCase& edits);
  };
  constexpr Peer peers[] = {{"mujoco", make_mujoco_contestant}, {"dart", make_dart_contestant}};
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(make_kinetree_contestant(edits));
  for (const Peer& peer : peers) {
    try {
      if (auto contestant = peer.make(edits)) {
        all.push_back(std::move(contestant));
      } else {
        add_once(report.notes, fmt::format("{} is not built in", peer.name));
      }
    } catch (const Error& error) {
      add_once(report.notes, fmt::format("{} does not take part with {}: {}", peer.name,
                                         edits.robot.name, error.what()));
    }
  }
  for (const auto& contestant : all) {
    add_once(report.libraries, std::pair(contestant->library(), contestant->version()));
  }
  return all;
}

double time_of(const std::vector<BenchRow>& rows, std::string_view quantity,
               std::string_view way = "") {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const BenchRow& row) {
    return row.library == "kinetree" && row.quantity == quantity && row.way == way;
  });
  return found->ns;
}

void add_verdicts(const std::vector<BenchRow>& rows, BenchReport& report) {
  const std::string& model = rows.front().model;
  const double attach = time_of(rows, "attach+M");
  report.verdicts.push_back({model, "attach+M / M", attach / time_of(rows, "M"), 3, true});
  for (const auto& [rebuild, way] :
       {std::pair("rebuild+M", "text"), std::pair("rebuild_links+M", "links")}) {
    report.verdicts.push_back({model, fmt::format("{} / attach+M", rebuild),
                               time_of(rows, rebuild, way) / attach, 50, false});
  }
}

/// False where a library does not give the M it should: then nothing is timed.
bool bench_robot(const Model& model, const Effort& effort, const Console& console,
                 BenchReport& report) {
  const EditCase edits(model);
  const auto all = contestants(edits, report);
  std::vector<Trial> trials;
  for (const auto& contestant : all) {
    for (Trial& trial : contestant->trials()) trials.push_back(std::move(trial));
  }
  bool sound = true;
  for (const BenchCheck& check : check_trials(trials)) {
    if (!check.passed()) {
      console.fail(fmt::format("{}: {}: M differs by {:.1e} of its largest entry, {:.1e} allowed",
                               model.name, check.name, check.worst, check.bound));
    }
    sound = sound && check.passed();
    report.checks.push_back(check);
  }
  if (!sound) return false;
  ProgressBar progress(console, fmt::format("timing {}", model.name));
  const std::vector<BenchRow> rows = time_trials(trials, effort, progress);
  add_verdicts(rows, report);
  report.rows.insert(report.rows.end(), rows.begin(), rows.end());
  return true;
}

std::string optional_number(const std::optional<long>& number, const char* absent) {
  return number ? std::to_string(*number) : absent;
}

std::string soak_text(const std::string& model, const Soak& soak) {
  return fmt::format(
      "{}: {} edits in {:.1f} s, each followed by sync and M\n"
      "  M after detach differed {} times, wanted 0\n"
      "  allocations after warm-up: {}, wanted 0\n"
      "  growth of resident memory: {} bytes, at most {}\n"
      "  {}\n",
      printable(model), soak.edits, soak.seconds, soak.wrong,
      optional_number(soak.allocations, "not counted"), optional_number(soak.growth, "unknown"),
      Soak::growth_allowed, soak.passed() ? "ok" : "FAIL");
}

std::string soak_json(const std::string& model, const Soak& soak) {
  return fmt::format(
      "{{\"model\": {}, \"edits\": {}, \"seconds\": {}, \"wrong\": {}, \"allocations\": {}, "
      "\"growth_bytes\": {}, \"growth_allowed_bytes\": {}, \"ok\": {}}}",
      json_quote(model), soak.edits, json_number(soak.seconds), soak.wrong,
      optional_number(soak.allocations, "null"), optional_number(soak.growth, "null"),
      Soak::growth_allowed, soak.passed());
}

}  // namespace

int run_edits(const Arguments& arguments, Console& console) {
  BenchReport report;
  report.quick = arguments.has("--quick");
  for (const Model& model : edited_models(arguments, console)) {
    if (!bench_robot(model, read_effort(arguments), console, report)) {
      console.fail("nothing was timed: results that differ are not compared by their time");
      return differs;
    }
  }
  write_where_asked(arguments, console, [&](std::ostream& out) {
    arguments.has("--json") ? write_json(out, report) : write_text(out, report);
  });
  return ok;
}

int run_soak(const Arguments& arguments, Console& console) {
  const std::uint64_t count =
      read_count("--soak", *arguments.value("--soak"), 2, 1'000'000'000'000);
  std::string text, json;
  bool sound = true;
  for (const Model& model : edited_models(arguments, console)) {
    const EditCase edits(model);
    ProgressBar progress(console, fmt::format("editing {}", model.name));
    const Soak result = soak(edits, count, progress);
    text += soak_text(model.name, result);
    json += (json.empty() ? "\n  " : ",\n  ") + soak_json(model.name, result);
    sound = sound && result.passed();
  }
  write_where_asked(arguments, console, [&](std::ostream& out) {
    if (!arguments.has("--json")) {
      out << text;
      return;
    }
    out << fmt::format("{{\"format\": \"kinetree-soak/1\", \"commit\": {}, \"robots\": [{}\n]}}\n",
                       json_quote(build_commit()), json);
  });
  return sound ? ok : differs;
}

}  // namespace kinetree::cli
