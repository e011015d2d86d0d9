// kinetree: the command line. Finds the verb, runs it, and turns what went wrong into one line on
// stderr and an exit code.
#include <fmt/format.h>

#include <csignal>
#include <new>

#include "kinetree/error.hpp"
#include "kinetree/version.hpp"
#include "nearest.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

std::vector<Verb> make_verbs() {
  return {make_robots_verb(),    make_methods_verb(),  make_info_verb(),     make_check_verb(),
          make_eval_verb(),      make_verify_verb(),   make_count_verb(),    make_explain_verb(),
          make_derive_verb(),    make_generate_verb(), make_simulate_verb(), make_convert_verb(),
          make_reproduce_verb(), make_bench_verb()};
}

/// Takes `word` out of the words before a "--"; true if it was there. Values of options are not
/// looked at: they are never one of ours.
bool take(std::vector<std::string>& words, std::string_view word) {
  bool found = false;
  for (auto next = words.begin(); next != words.end() && *next != "--";) {
    const bool here = *next == word;
    next = here ? words.erase(next) : next + 1;
    found = found || here;
  }
  return found;
}

const Verb& find_verb(const std::vector<Verb>& verbs, const std::string& name) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs) {
    if (verb.name == name) return verb;
    names.emplace_back(verb.name);
  }
  const char* kind = name.starts_with('-') ? "option" : "verb";
  throw UsageError(fmt::format("unknown {} '{}'{}; `kinetree -h` lists them", kind, name,
                               did_you_mean(name, names)));
}

int run(std::vector<std::string> words, Console& console) {
  const std::vector<Verb> verbs = make_verbs();
  if (take(words, "--quiet")) console.be_quiet();
  bool asks_help = take(words, "-h");
  asks_help = take(words, "--help") || asks_help;
  if (!words.empty() && words.front() == "help") {
    asks_help = true;
    words.erase(words.begin());
  }
  if (words.empty()) {
    console.out() << help(verbs);
    return ok;
  }
  if (words.front() == "--version") {
    console.out() << "kinetree " KINETREE_VERSION "\n";
    return ok;
  }
  const Verb& verb = find_verb(verbs, words.front());
  if (asks_help) {
    console.out() << help(verb);
    return ok;
  }
  words.erase(words.begin());
  return verb.run(parse_arguments(verb, words), console);
}

/// What the error in flight means for the shell.
int report_error(const Console& console) {
  try {
    throw;
  } catch (const UsageError& error) {
    console.fail(error.what());
    return wrong_usage;
  } catch (const FileError& error) {
    console.fail(error.what());
    return no_input;
  } catch (const ParseError& error) {
    console.fail(error.what());
    return bad_data;
  } catch (const ModelError& error) {
    console.fail(error.what());
    return bad_data;
  } catch (const OutputError& error) {
    console.fail(error.what());
    return internal;
  } catch (const std::bad_alloc&) {
    console.fail("out of memory");
    return internal;
  } catch (const std::exception& error) {
    console.fail(fmt::format("internal error, please report: {}", error.what()));
    return internal;
  } catch (...) {
    console.fail("internal error, please report");
    return internal;
  }
}

}  // namespace
}  // namespace kinetree::cli

int main(int count, char** words) {
  using namespace kinetree::cli;
  occupy_standard_streams();
  // A write to a pipe nobody reads then fails with EPIPE, which Output takes as "enough".
  std::signal(SIGPIPE, SIG_IGN);
  Output out;
  Console console(out);
  int code = ok;
  try {
    code = run({words + (count > 0 ? 1 : 0), words + count}, console);
  } catch (...) {
    code = report_error(console);
  }
  try {
    out.finish();
  } catch (...) {
    code = report_error(console);
  }
  return code;
}
