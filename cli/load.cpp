#include "load.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/verify.hpp"
#include "numbers.hpp"

namespace kinetree::cli {
namespace {

/// A word as it can be pasted into a shell.
std::string pasteable(const std::string& word) {
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "_-./:+,@%") == std::string::npos) {
    return word;
  }
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

/// The command that lists what is wrong with the model as it was loaded.
std::string check_command(const Arguments& arguments, const std::string& file) {
  std::string command = "kinetree check " + pasteable(file);
  for (const char* option : {"--base", "--gravity", "--mimic"}) {
    const auto value = arguments.value(option);
    if (value) command += fmt::format(" {} {}", option, pasteable(*value));
  }
  return command;
}

void tell(const Diagnostics& complaints, const Arguments& arguments, const Console& console,
          const std::string& file) {
  if (arguments.has("--strict") && !complaints.empty()) {
    throw ModelError(fmt::format("--strict: {} complaint{} about {}, the first: {}",
                                 complaints.size(), complaints.size() == 1 ? "" : "s", file,
                                 to_string(complaints.front())));
  }
  const auto serious = std::count_if(complaints.begin(), complaints.end(),
                                     [](const auto& c) { return c.level != Diagnostic::note; });
  if (serious > 0) {
    console.warn(fmt::format("{} complaint{} about {}; `{}` lists {}", serious,
                             serious == 1 ? "" : "s", file, check_command(arguments, file),
                             serious == 1 ? "it" : "them"));
  }
}

}  // namespace

std::vector<Option> with_model_options(std::vector<Option> own) {
  std::vector<Option> options{
      {"--base", "fixed|floating", "how the root stands on the world (as the file says)"},
      {"--gravity", "X,Y,Z", "acceleration of free fall, m/s² (as the file says)"},
      {"--mimic", "on|off", "off: mimicking joints move on their own (on)"},
      {"--strict", "", "any complaint about the model is an error"}};
  options.insert(options.begin(), own.begin(), own.end());
  return options;
}

ModelOptions::ModelOptions(const Arguments& arguments)
    : mimics(arguments.choice("--mimic", {"on", "off"}) == "on") {
  if (arguments.has("--base")) {
    const bool floats = arguments.choice("--base", {"fixed", "floating"}) == "floating";
    base = floats ? Base::floating : Base::fixed;
  }
  if (const auto given = arguments.value("--gravity")) {
    gravity = read_vector("--gravity", *given, {"x", "y", "z"}, Vector3::Zero());
  }
}

void ModelOptions::apply(Model& model) const {
  if (!mimics) model.release_mimics();
  model.set_base(base);
  if (gravity) model.set_gravity(*gravity);
}

Model load_model(const Arguments& arguments, const Console& console, const std::string& file) {
  const ModelOptions options(arguments);
  Diagnostics complaints;
  Model model = kinetree::load_model(file, &complaints);
  options.apply(model);
  for (Diagnostic& complaint : validate(model)) complaints.push_back(std::move(complaint));
  tell(complaints, arguments, console, file);
  return model;
}

}  // namespace kinetree::cli
