// kinetree verify: every method against the others on the user's own robot, and the laws.
#include "kinetree/verify.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generated_code.hpp"
#include "kinetree/report.hpp"
#include "load.hpp"
#include "numbers.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

const char* verdict(const Check& check) {
  if (!check.skipped.empty()) return "skipped";
  return check.passed() ? "ok" : "FAIL";
}

/// The check that comes nearest to its bound, or exceeds it most; none if all were skipped.
const Check* worst_check(const Verification& verification) {
  // A NaN is worse than any number; some bounds are zero, and are then kept exactly or not at all.
  const auto severity = [](const Check& check) {
    if (check.worst == 0) return 0.0;
    return std::isnan(check.worst) ? Limits::none : check.worst / check.bound;
  };
  const Check* worst = nullptr;
  for (const Check& check : verification.checks) {
    if (!check.skipped.empty()) continue;
    if (worst == nullptr || severity(check) > severity(*worst)) worst = &check;
  }
  return worst;
}

void write_table(Console& console, const Verification& verification) {
  Table table;
  table.add({"check", "worst", "bound", "verdict"});
  for (const Check& check : verification.checks) {
    if (check.skipped.empty()) {
      table.add({check.name, fmt::format("{:.1e}", check.worst), fmt::format("{:.1e}", check.bound),
                 console.paint(check.passed() ? Colour::green : Colour::red, verdict(check))});
    } else {
      table.add({check.name, "-", "-", "skipped: " + printable(check.skipped)});
    }
  }
  console.out() << table.text();
  console.out() << "C: " << to_string(worst_of(verification.coriolis)) << '\n';
  if (const Check* worst = worst_check(verification)) {
    console.out() << fmt::format("worst disagreement: {}, {:.1e} of {:.1e} allowed, in state {}\n",
                                 worst->name, worst->worst, worst->bound, worst->state + 1);
  }
  console.out() << fmt::format("{}: {} states, seed {}\n", verification.passed() ? "ok" : "FAIL",
                               verification.states, verification.seed);
}

void write_verification_json(std::ostream& out, const Model& model,
                             const Verification& verification) {
  out << fmt::format(
      "{{\"format\": \"kinetree-verify/1\", \"model\": {}, \"states\": {}, \"seed\": {}, "
      "\"ok\": {}, \"checks\": [",
      json_quote(model.name), verification.states, verification.seed, verification.passed());
  const char* separator = "\n";
  for (const Check& check : verification.checks) {
    out << separator
        << fmt::format(
               "  {{\"name\": {}, \"worst\": {}, \"bound\": {}, \"state\": {}, \"verdict\": \"{}\"",
               json_quote(check.name), json_number(check.worst), json_number(check.bound),
               check.state, verdict(check));
    if (!check.skipped.empty()) out << ", \"skipped\": " << json_quote(check.skipped);
    out << '}';
    separator = ",\n";
  }
  const CoriolisCertificate c = worst_of(verification.coriolis);
  out << fmt::format(
      "\n],\n\"coriolis\": {{\"factorisation\": \"{}\", \"method\": {}, \"max|Mdot-C-C^T|\": {}, "
      "\"|v^T(Mdot-2C)v|\": {}, \"max|Cv-(h-g)|\": {}, \"relative\": {{\"skew\": {}, \"power\": "
      "{}, "
      "\"force\": {}}}}}}}\n",
      c.factorisation, json_quote(c.method), json_number(c.skew), json_number(c.power),
      json_number(c.force), json_number(c.relative_skew()), json_number(c.relative_power()),
      json_number(c.relative_force()));
}

int run_verify(const Arguments& arguments, Console& console) {
  const auto states =
      read_count("--states", arguments.value("--states").value_or("16"), 1, 1'000'000);
  const auto seed = read_count("--seed", arguments.value("--seed").value_or("1"), 0, UINT64_MAX);
  const Model model = load_model(arguments, console, arguments.operands.front());
  std::shared_ptr<const GeneratedFunctions> code;
  if (arguments.has("--generated")) code = compile_code(model, {}, console).functions;
  Verification verification;
  {
    const Progress progress(
        console, fmt::format("verifying {} in {} states", printable(model.name), states));
    verification = verify(model, static_cast<int>(states), seed, code);
  }
  if (arguments.has("--json")) {
    write_verification_json(console.out(), model, verification);
  } else {
    write_table(console, verification);
  }
  return verification.passed() ? ok : differs;
}

}  // namespace

Verb make_verify_verb() {
  return {
      .name = "verify",
      .operands = "MODEL",
      .purpose = "check every method against the others and against the laws of mechanics",
      .details =
          "Disagreements are relative to the size of the quantity. Exit code 1 if one\n"
          "exceeds what rounding allows. On robots of more than 200 velocities, methods of more\n"
          "than n d operations, and derivatives, are compared in the first state only.",
      .options = with_model_options({{"--states", "N", "random states to try (16)"},
                                     {"--seed", "S", "the same seed, the same states (1)"},
                                     {"--generated", "", "also code generated for this robot"},
                                     {"--json", "", "as JSON, kinetree-verify/1"}}),
      .examples = {"kinetree verify puma6", "kinetree verify snake:20 --states 100 --seed 7",
                   "kinetree verify puma6 --generated"},
      .run = run_verify};
}

}  // namespace kinetree::cli
