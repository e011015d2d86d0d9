// kinetree convert: the same robot in another format.
#include <fmt/format.h>

#include "load.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

/// --to, or what the name of the output file ends in.
std::string target_format(const Arguments& arguments) {
  const auto file = arguments.value("--output");
  if (arguments.has("--to")) return arguments.choice("--to", {"json", "urdf"});
  if (!file) throw UsageError("say where to: -o FILE.json, -o FILE.urdf or --to json|urdf");
  if (file->ends_with(".json")) return "json";
  if (file->ends_with(".urdf")) return "urdf";
  throw UsageError(fmt::format("'{}' ends in neither .json nor .urdf; add --to json|urdf", *file));
}

int run_convert(const Arguments& arguments, Console& console) {
  const std::string format = target_format(arguments);
  const Model model = load_model(arguments, console, arguments.operands.front());
  const std::string text = format == "json" ? to_json(model) : to_urdf(model);
  if (const auto file = arguments.value("--output"); file && *file != "-") {
    Output out(*file);
    out << text;
    out.finish();
  } else {
    console.out() << text;
  }
  return ok;
}

}  // namespace

Verb make_convert_verb() {
  return {.name = "convert",
          .operands = "MODEL",
          .purpose = "write the robot as kinetree-model/1 or URDF",
          .details = "JSON keeps every bit; URDF cannot say spherical and helical joints.",
          .options = with_model_options({{"--output", "FILE", "where to (standard output)", "-o"},
                                         {"--to", "json|urdf", "the format (what FILE ends in)"}}),
          .examples = {"kinetree convert planar3 --to urdf",
                       "kinetree convert puma6 --to json | kinetree info -"},
          .run = run_convert};
}

}  // namespace kinetree::cli
