// kinetree methods: the registry, and which of its methods a model would be evaluated with.
#include <fmt/format.h>

#include <optional>

#include "kinetree/report.hpp"
#include "load.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

std::string method_json(const Method& method, std::optional<bool> picked) {
  return fmt::format(
      "  {{\"quantity\": {}, \"method\": {}, \"cost\": {}, \"reference\": {}, \"summary\": {}{}}}",
      json_quote(to_string(method.quantity)), json_quote(method.name), json_quote(method.cost),
      json_quote(method.reference), json_quote(method.summary),
      picked ? fmt::format(", \"auto\": {}", *picked) : "");
}

std::vector<std::string> text_row(const Method& method, std::optional<bool> picked) {
  std::vector<std::string> row{std::string(to_string(method.quantity)), std::string(method.name),
                               std::string(method.cost), std::string(method.reference),
                               std::string(method.summary)};
  if (picked) row.insert(row.begin() + 2, *picked ? "auto" : "");
  return row;
}

int run_methods(const Arguments& arguments, Console& console) {
  std::optional<Model> model;
  std::optional<Evaluator> evaluator;
  if (!arguments.operands.empty()) {
    model = load_model(arguments, console, arguments.operands.front());
    evaluator.emplace(*model);
  }
  std::string json;
  Table table;
  std::vector<std::string> head{"quantity", "method", "cost", "reference", "summary"};
  if (evaluator) head.insert(head.begin() + 2, "pick");
  table.add(head);
  std::vector<Method> all(methods().begin(), methods().end());
  all.insert(all.end(), generated_methods().begin(), generated_methods().end());
  for (const Method& method : all) {
    std::optional<bool> picked;
    if (evaluator) picked = evaluator->method(method.quantity).name == method.name;
    table.add(text_row(method, picked));
    json += (json.empty() ? "\n" : ",\n") + method_json(method, picked);
  }
  if (arguments.has("--json")) {
    console.out() << "{\"format\": \"kinetree-methods/1\", \"methods\": [" << json << "\n]}\n";
  } else {
    console.out() << table.text();
  }
  return ok;
}

}  // namespace

Verb make_methods_verb() {
  return {.name = "methods",
          .operands = "[MODEL]",
          .purpose = "list the methods: what they compute, at what cost, from which paper",
          .details =
              "With a MODEL, the column `pick` says which method auto takes for it. "
              "The methods called generated are code made for one robot, compiled when they "
              "are first asked for.",
          .options = with_model_options({{"--json", "", "as JSON, kinetree-methods/1"}}),
          .examples = {"kinetree methods", "kinetree methods puma6 --json"},
          .run = run_methods};
}

}  // namespace kinetree::cli
