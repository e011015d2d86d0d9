// kinetree derive: closed forms of M, C, g and their kin, proved before they are printed.
#include "kinetree/derive.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "element.hpp"
#include "load.hpp"
#include "numbers.hpp"
#include "output.hpp"

namespace kinetree::cli {
namespace {

EquationFormat read_format(const Arguments& arguments) {
  const std::string name =
      arguments.choice("--format", {"text", "latex", "c", "cpp", "python", "matlab", "json"});
  if (arguments.has("--ascii")) {
    if (name != "text") throw UsageError("--ascii goes with --format text");
    return EquationFormat::ascii;
  }
  if (name == "latex") return EquationFormat::latex;
  if (name == "c") return EquationFormat::c;
  if (name == "cpp") return EquationFormat::cpp;
  if (name == "python") return EquationFormat::python;
  if (name == "matlab") return EquationFormat::matlab;
  return name == "json" ? EquationFormat::json : EquationFormat::text;
}

std::vector<std::string> list_of(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.value(option);
  return text ? split_list(*text) : std::vector<std::string>();
}

std::vector<std::pair<std::string, std::string>> read_names(const Arguments& arguments) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const std::string& word : list_of(arguments, "--name")) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("--name takes OLD=NEW, not '{}'", word));
    }
    names.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return names;
}

/// What is asked for; an element names its quantity by itself.
std::vector<std::string> read_quantities(const Arguments& arguments, const Model& model,
                                         DeriveOptions& options) {
  std::vector<std::string> quantities = list_of(arguments, "--quantity");
  const auto element = arguments.value("--element");
  if (!element) return quantities.empty() ? std::vector<std::string>{"M"} : quantities;
  const ElementPlace place = read_element(*element, model);
  if (quantities.size() > 1 || (quantities.size() == 1 && quantities.front() != place.symbol)) {
    throw UsageError(fmt::format("--element '{}' is of {}, and --quantity asks for {}", *element,
                                 place.symbol, *arguments.value("--quantity")));
  }
  options.element = std::pair(place.row, place.column);
  return {place.symbol};
}

int run(const Arguments& arguments, Console& console) {
  const EquationFormat format = read_format(arguments);
  const Model model = load_model(arguments, console, arguments.operands[0]);
  DeriveOptions options;
  options.symbolic = list_of(arguments, "--symbolic");
  options.numeric = list_of(arguments, "--numeric");
  options.names = read_names(arguments);
  options.include.armature = arguments.choice("--armature", {"on", "off"}) == "on";
  const std::vector<std::string> quantities = read_quantities(arguments, model, options);
  const Progress progress(console, "deriving");
  const Equations equations = derive(model, quantities, options);
  const std::string text = emit(equations, format);
  if (const auto file = arguments.value("--output")) {
    Output out(*file);
    out << text;
    out.finish();
    const DerivationProof& proof = equations.proof();
    console.tell(fmt::format("{}: proved in {} random states, worst disagreement {:.1e}", *file,
                             proof.states, proof.worst));
  } else {
    console.out() << text;
  }
  return ok;
}

}  // namespace

Verb make_derive_verb() {
  return {
      .name = "derive",
      .operands = "MODEL",
      .purpose = "closed-form equations with named parameters, proved before they are printed",
      .details =
          "Quantities are M, C, g, h, Mdot, T, U and J:BODY, with commas between them.\n"
          "Parameters are letters unless --symbolic says which are, or --numeric which are not:\n"
          "groups all, masses, lengths (with coms), coms, inertias, gravity, armature, pitch, or\n"
          "names such as m2. Link i has mass m{i}, centre of mass l{i}I, inertia I{i}xx to I{i}zz\n"
          "about it, and l{i} to the next joint; docs/equations.md has them all.\n"
          "Each formula is compared with the evaluator in random states; the result says how well\n"
          "they agree, and what does not agree is not printed.",
      .options = with_model_options(
          {{"--quantity", "LIST", "what to derive (M)"},
           {"--element", "ELEMENT", "one element, such as 'M[2,3]' or 'g[1]', counted from 1"},
           {"--symbolic", "LIST", "parameters that are letters (all)"},
           {"--numeric", "LIST", "parameters that are numbers (none)"},
           {"--name", "OLD=NEW,…", "other letters, such as those of a paper"},
           {"--format", "text|latex|c|cpp|python|matlab|json", "how it is written (text)"},
           {"--ascii", "", "text without · and ²"},
           {"--armature", "on|off", "rotor inertias (on)"},
           {"--output", "FILE", "write there instead of to stdout", "-o"}}),
      .examples = {"kinetree derive planar3 --quantity M,C,g",
                   "kinetree derive puma6 --element 'M[2,3]' --format latex",
                   "kinetree derive scara --quantity C --numeric all --format c"},
      .run = run};
}

}  // namespace kinetree::cli
