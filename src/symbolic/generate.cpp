#include "kinetree/generate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "symbolic/code.hpp"

namespace kinetree {
namespace {

constexpr std::array<std::string_view, 4> languages{"c", "cpp", "python", "matlab"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

/// A name that every language takes: letters, digits and underscores, a letter first.
std::string identifier(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (is_word(c)) {
      text += c;
    } else if (!text.empty() && text.back() != '_') {
      text += '_';
    }
  }
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text.empty() || !is_letter(text.front()) ? "robot" + text : text;
}

void refuse(const GenerateOptions& options) {
  constexpr int most = 1024;
  if (options.lanes < 0 || options.lanes > most) {
    throw UsageError(fmt::format("lanes: {} is not between 0 and {}", options.lanes, most));
  }
  if (options.vectors < 1 || options.vectors > most) {
    throw UsageError(fmt::format("vectors: {} is not between 1 and {}", options.vectors, most));
  }
  if (!options.prefix.empty() && identifier(options.prefix) != options.prefix) {
    throw UsageError(fmt::format(
        "prefix: '{}' is no name in C, Python and MATLAB (letters, digits and _, a letter first; "
        "try {})",
        options.prefix, identifier(options.prefix)));
  }
}

}  // namespace

std::string_view to_string(Language language) noexcept {
  return languages[static_cast<std::size_t>(language)];
}

Language find_language(std::string_view name) {
  for (std::size_t k = 0; k < languages.size(); ++k) {
    if (languages[k] == name) return static_cast<Language>(k);
  }
  throw UsageError(
      fmt::format("no language '{}' (there is: {})", name, fmt::join(languages, ", ")));
}

std::string code_prefix(const Model& model, const GenerateOptions& options) {
  return options.prefix.empty() ? identifier(model.name) : options.prefix;
}

GeneratedCode generate(const Model& model, const GenerateOptions& options) {
  refuse(options);
  const auto robot = make_routines(model, options);
  GeneratedCode code;
  code.prefix = code_prefix(model, options);
  code.notes = robot->notes;
  for (const Routine& r : robot->routines) code.functions.push_back({r.name, r.method, r.cost});
  const Emission e{model, *robot, options, code.prefix, make_vectors(model, *robot, options)};
  switch (options.language) {
    case Language::c:
      code.files = emit_c(e);
      break;
    case Language::cpp:
      code.files = emit_cpp(e);
      break;
    case Language::python:
      code.files = emit_python(e);
      break;
    case Language::matlab:
      code.files = emit_matlab(e);
      break;
  }
  return code;
}

}  // namespace kinetree
