// kinetree reproduce: tables and figures of the papers, ours beside theirs, with a verdict each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kinetree/error.hpp"
#include "numbers.hpp"
#include "reproduction.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

struct Paper {
  int number;
  std::string_view authors;
  Reproduction (*reproduce)();  ///< null: not written yet
};
constexpr std::array all_papers{
    Paper{1, "Wang & Ju", nullptr},
    Paper{2, "Mohan & Saha", reproduce_denoc},
    Paper{3, "Laus et al.", reproduce_progressive},
    Paper{4, "Safeea et al.", nullptr},
    Paper{5, "Truc et al.", reproduce_kronecker},
};

std::vector<Paper> asked_papers(const Arguments& arguments) {
  std::vector<Paper> asked;
  const auto number = arguments.value("--paper");
  const auto only = number ? read_count("--paper", *number, 1, all_papers.size()) : 0;
  for (const Paper& paper : all_papers) {
    if (only == 0 && paper.reproduce != nullptr) asked.push_back(paper);
    if (static_cast<std::uint64_t>(paper.number) != only) continue;
    if (paper.reproduce == nullptr) {
      throw UsageError(
          fmt::format("--paper {}: {} will come with a later version; there are 2, 3 and 5. Their "
                      "tables of costs: kinetree count --table NAME",
                      only, paper.authors));
    }
    asked.push_back(paper);
  }
  return asked;
}

int run_reproduce(const Arguments& arguments, Console& console) {
  const std::vector<Paper> asked = asked_papers(arguments);
  const auto directory = arguments.value("--output");
  if (directory == "") throw UsageError("--output needs the name of a directory");
  std::vector<Reproduction> results;
  for (const Paper& paper : asked) {
    const Progress progress(console, fmt::format("reproducing {}", paper.authors));
    results.push_back(paper.reproduce());
  }
  if (directory) {
    write_directory(*directory, results);
    console.tell(fmt::format("figures, data and report are in {}", printable(*directory)));
  }
  if (arguments.has("--json")) {
    write_json(console.out(), results);
  } else {
    for (const Reproduction& paper : results) {
      if (&paper != &results.front()) console.out() << '\n';
      write_text(console, paper);
    }
  }
  const bool sound =
      std::all_of(results.begin(), results.end(), [](const auto& paper) { return paper.sound(); });
  if (!sound) console.fail("a check of our own failed: see FAIL");
  return sound ? ok : differs;
}

}  // namespace

Verb make_reproduce_verb() {
  return {
      .name = "reproduce",
      .operands = "",
      .purpose = "tables and figures of the papers, ours beside theirs, with a verdict each",
      .details =
          "Papers: 2 Mohan & Saha (recursive simulation), 3 Laus et al. (link by link), 5 Truc\n"
          "et al. (Coriolis matrix); 1 and 4 will come. Every claim becomes a line: what the\n"
          "paper says, what we find, a verdict (reproduced, partly, not reproduced) and the\n"
          "evidence. Verdicts are computed from the numbers of this run. \"Not reproduced\" is a\n"
          "finding, not a failure: exit code 1 means that a check of our own side of the\n"
          "comparison does not hold. Each paper takes seconds. Data files are the same in every\n"
          "run; CPU times, in a file of their own, are not. docs/reproduction.md explains the\n"
          "findings.",
      .options = {{"--paper", "N", "only this one, 1 to 5"},
                  {"--output", "DIR", "figures (SVG), data (CSV), report.md, report.json", "-o"},
                  {"--json", "", "as JSON, kinetree-reproduction/1"}},
      .examples = {"kinetree reproduce --paper 5",
                   "kinetree reproduce --paper 2 -o paper2 --quiet"},
      .run = run_reproduce};
}

}  // namespace kinetree::cli
