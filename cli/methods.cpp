// kinetree methods: the registry, and which of its methods a model would be evaluated with.
#include <fmt/format.h>

#include <optional>

#include "kinetree/report.hpp"
#include "load.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

/// What auto takes, and why; for the others only that it does not.
struct Pick {
  bool picked;
  std::string why;
};

std::string method_json(const Method& method, const std::optional<Pick>& pick) {
  return fmt::format(
      "  {{\"quantity\": {}, \"method\": {}, \"cost\": {}, \"reference\": {}, \"summary\": {}{}}}",
      json_quote(to_string(method.quantity)), json_quote(method.name), json_quote(method.cost),
      json_quote(method.reference), json_quote(method.summary),
      pick ? fmt::format(", \"auto\": {}{}", pick->picked,
                         pick->picked ? fmt::format(", \"why\": {}", json_quote(pick->why)) : "")
           : "");
}

std::vector<std::string> text_row(const Method& method, const std::optional<Pick>& pick) {
  std::vector<std::string> row{std::string(to_string(method.quantity)), std::string(method.name),
                               std::string(method.cost), std::string(method.reference),
                               std::string(method.summary)};
  if (pick) row.insert(row.begin() + 2, pick->picked ? "auto" : "");
  if (pick) row.push_back(pick->picked ? pick->why : "");
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
  if (evaluator) head.emplace_back("why");
  table.add(head);
  std::vector<Method> all(methods().begin(), methods().end());
  all.insert(all.end(), simd_methods().begin(), simd_methods().end());
  all.insert(all.end(), generated_methods().begin(), generated_methods().end());
  for (const Method& method : all) {
    std::optional<Pick> pick;
    if (evaluator) {
      pick = {evaluator->method(method.quantity).name == method.name,
              evaluator->reason(method.quantity)};
    }
    table.add(text_row(method, pick));
    json += (json.empty() ? "\n" : ",\n") + method_json(method, pick);
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
              "With a MODEL, the column `pick` says which method auto takes for it, and `why`. "
              "bodies, limbs and screws are plans for one state with several numbers in a "
              "register (`kinetree info --simd`). "
              "The methods called generated are code made for one robot, compiled when they "
              "are first asked for.",
          .options = with_model_options({{"--json", "", "as JSON, kinetree-methods/1"}}),
          .examples = {"kinetree methods", "kinetree methods puma6 --json"},
          .run = run_methods};
}

}  // namespace kinetree::cli
