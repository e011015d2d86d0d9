// Reading the command line.
//
// An option that takes a value takes the next word whatever it looks like, so `--q -1,2` needs no
// quoting. That, exit code 2 and a suggestion for every misspelling are why this is not a library.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/error.hpp"
#include "nearest.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

const Option& find_option(const Verb& verb, const std::string& name) {
  std::vector<std::string> names{"--help", "--quiet"};
  for (const Option& option : verb.options) {
    if (name == option.name || name == option.letter) return option;
    names.emplace_back(option.name);
  }
  throw UsageError(fmt::format("unknown option '{}' of {}{}; `kinetree {} -h` lists them", name,
                               verb.name, did_you_mean(name, names), verb.name));
}

void check_operands(const Verb& verb, const Arguments& arguments) {
  if (arguments.operands.size() < verb.least_operands()) {
    throw UsageError(fmt::format("{} needs {}: kinetree {} {}; `kinetree {} -h` has an example",
                                 verb.name, verb.operands, verb.name, verb.operands, verb.name));
  }
  if (arguments.operands.size() > verb.most_operands()) {
    throw UsageError(fmt::format("'{}' is one argument too many for {}",
                                 arguments.operands[verb.most_operands()], verb.name));
  }
}

/// How many operands "MODEL [ELEMENT]" names.
std::size_t words(std::string_view operands) {
  return 1 + static_cast<std::size_t>(std::count(operands.begin(), operands.end(), ' '));
}

}  // namespace

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto found = options.find(option);
  if (found == options.end()) return std::nullopt;
  return found->second;
}

std::string Arguments::choice(std::string_view option,
                              std::initializer_list<const char*> choices) const {
  const auto given = value(option);
  if (!given) return *choices.begin();
  std::string list;
  for (const char* name : choices) {
    if (*given == name) return name;
    if (!list.empty()) list += '|';
    list += name;
  }
  throw UsageError(fmt::format("{} is '{}', but can only be {}", option, *given, list));
}

std::size_t Verb::least_operands() const noexcept {
  if (operands.empty()) return 0;
  const auto optional = std::count(operands.begin(), operands.end(), '[');
  return words(operands) - static_cast<std::size_t>(optional);
}

std::size_t Verb::most_operands() const noexcept {
  if (operands.empty()) return 0;
  return operands.ends_with("…") ? static_cast<std::size_t>(-1) : words(operands);
}

Arguments parse_arguments(const Verb& verb, const std::vector<std::string>& words) {
  Arguments arguments;
  bool only_operands = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_operands || word.size() < 2 || word.front() != '-') {
      arguments.operands.push_back(word);
      continue;
    }
    if (word == "--") {
      only_operands = true;
      continue;
    }
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const Option& option = find_option(verb, word.substr(0, equals));
    std::string value;
    if (option.value.empty()) {
      if (equals != std::string::npos) {
        throw UsageError(fmt::format("{} takes no value", option.name));
      }
    } else if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (++i < words.size()) {
      value = words[i];
    } else {
      throw UsageError(fmt::format("{} needs a value: {} {}", word, word, option.value));
    }
    if (!arguments.options.emplace(option.name, value).second) {
      throw UsageError(fmt::format("{} is given twice", option.name));
    }
  }
  check_operands(verb, arguments);
  return arguments;
}

}  // namespace kinetree::cli
