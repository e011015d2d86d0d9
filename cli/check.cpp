// kinetree check: the model doctor. Every complaint about every file, with place and remedy.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "kinetree/report.hpp"
#include "kinetree/verify.hpp"
#include "load.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

struct Checkup {
  std::string file;
  Diagnostics diagnostics;
  int code = ok;
};

const char* level_name(Diagnostic::Level level) {
  if (level == Diagnostic::error) return "error";
  return level == Diagnostic::warning ? "warning" : "note";
}

/// By place in the file; what has none, last.
bool comes_first(const Diagnostic& a, const Diagnostic& b) {
  const auto key = [](const Diagnostic& d) {
    return std::tuple(d.at.line == 0, d.at.line, d.at.column);
  };
  return key(a) < key(b);
}

Checkup check_file(const ModelOptions& options, bool strict, const std::string& file) {
  Checkup checkup{.file = file, .diagnostics = {}, .code = ok};
  try {
    Examination examination = examine_model(file);
    checkup.diagnostics = std::move(examination.diagnostics);
    if (examination.model) {
      options.apply(*examination.model);
      for (Diagnostic& d : validate(*examination.model)) {
        checkup.diagnostics.push_back(std::move(d));
      }
    }
    const bool wrong =
        std::any_of(checkup.diagnostics.begin(), checkup.diagnostics.end(),
                    [&](const Diagnostic& d) { return strict || d.level != Diagnostic::note; });
    if (wrong) checkup.code = differs;
    std::stable_sort(checkup.diagnostics.begin(), checkup.diagnostics.end(), comes_first);
    if (!examination.syntax_ok) checkup.code = bad_data;
  } catch (const FileError& error) {
    checkup.diagnostics.push_back({.level = Diagnostic::error,
                                   .rule = "no_input",
                                   .file = file,
                                   .at = {},
                                   .subject = {},
                                   .message = error.what(),
                                   .remedy = {}});
    checkup.code = no_input;
  }
  return checkup;
}

std::string place(const Checkup& checkup, const Diagnostic& d) {
  std::string text = d.file.empty() ? checkup.file : d.file;
  if (d.at.line > 0) text += fmt::format(":{}", d.at.line);
  if (d.at.line > 0 && d.at.column > 0) text += fmt::format(":{}", d.at.column);
  return text;
}

void write_block(Console& console, const Checkup& checkup, const Diagnostic& d) {
  const Colour colour = d.level == Diagnostic::error     ? Colour::red
                        : d.level == Diagnostic::warning ? Colour::yellow
                                                         : Colour::bold;
  console.out() << fmt::format("{}: {}: {}{}{} [{}]\n", printable(place(checkup, d)),
                               console.paint(colour, level_name(d.level)), printable(d.subject),
                               d.subject.empty() ? "" : ": ", printable(d.message), d.rule);
  if (!d.remedy.empty()) console.out() << "  remedy: " << printable(d.remedy) << '\n';
}

std::string counted(std::ptrdiff_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void write_checkup(Console& console, const Checkup& checkup) {
  for (const Diagnostic& d : checkup.diagnostics) write_block(console, checkup, d);
  const auto count = [&](Diagnostic::Level level) {
    return std::count_if(checkup.diagnostics.begin(), checkup.diagnostics.end(),
                         [&](const Diagnostic& d) { return d.level == level; });
  };
  console.out() << fmt::format(
      "{}: {}: {}, {}, {}\n", printable(checkup.file),
      checkup.code == ok ? console.paint(Colour::green, "ok")
                         : console.paint(Colour::red, "something is wrong"),
      counted(count(Diagnostic::error), "error"), counted(count(Diagnostic::warning), "warning"),
      counted(count(Diagnostic::note), "note"));
}

std::string to_json(const Checkup& checkup) {
  std::string list;
  for (const Diagnostic& d : checkup.diagnostics) {
    list += fmt::format(
        "{}\n   {{\"level\": \"{}\", \"rule\": {}, \"line\": {}, \"column\": {}, \"subject\": {}, "
        "\"message\": {}, \"remedy\": {}}}",
        list.empty() ? "" : ",", level_name(d.level), json_quote(d.rule), d.at.line, d.at.column,
        json_quote(d.subject), json_quote(d.message), json_quote(d.remedy));
  }
  return fmt::format("  {{\"file\": {}, \"ok\": {}, \"diagnostics\": [{}]}}",
                     json_quote(checkup.file), checkup.code == ok, list);
}

int run_check(const Arguments& arguments, Console& console) {
  const bool json = arguments.has("--json");
  const ModelOptions options(arguments);
  if (std::count(arguments.operands.begin(), arguments.operands.end(), "-") > 1) {
    throw UsageError("standard input, -, can be read once only");
  }
  int worst = ok;
  const char* separator = "\n";
  if (json) console.out() << "{\"format\": \"kinetree-check/1\", \"files\": [";
  for (const std::string& file : arguments.operands) {
    const Checkup checkup = check_file(options, arguments.has("--strict"), file);
    worst = std::max(worst, checkup.code);  // 66 over 65 over 1 over 0
    if (checkup.code == no_input) console.fail(checkup.diagnostics.front().message);
    if (json) {
      console.out() << separator << to_json(checkup);
      separator = ",\n";
    } else if (checkup.code != no_input) {
      write_checkup(console, checkup);
    }
  }
  if (json) console.out() << "\n]}\n";
  return worst;
}

}  // namespace

Verb make_check_verb() {
  return {.name = "check",
          .operands = "MODEL…",
          .purpose = "the model doctor: what is wrong with a robot, where, and what to do",
          .details =
              "Exit code 0: all well; 1: an error or a warning (with --strict also a note);\n"
              "65: the text is neither JSON nor XML; 66: no such file.",
          .options = with_model_options({{"--json", "", "as JSON, kinetree-check/1"}}),
          .examples = {"kinetree check planar3 chain:5", "kinetree check planar3 --json"},
          .run = run_check};
}

}  // namespace kinetree::cli
