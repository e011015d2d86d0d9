// C++20: one header, and a program that checks it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "symbolic/code.hpp"

namespace kinetree {
namespace {

Syntax cpp_lanes(std::string declare) {
  return {"    ",
          std::move(declare),
          ";",
          [](std::string_view array, int i) { return fmt::format("{}[{}][w]", array, i); },
          [](std::string_view array, int i, int j) {
            return fmt::format("{}[{}][{}][w]", array, i, j);
          },
          "[w]"};
}

std::vector<std::string> cpp_parameters(const Emission& e, const Routine& r,
                                        std::string_view suffix) {
  const Program program(e.robot.graph, r.outputs);
  std::vector<std::string> all;
  for (const Input& input : inputs(e, r)) {
    const char* type = input.name == "q"         ? "Position"
                       : input.name == "payload" ? "Payload"
                                                 : "Vector";
    all.push_back(fmt::format("{}const {}{}& {}",
                              program.uses_any(*input.symbols) ? "" : "[[maybe_unused]] ", type,
                              suffix, input.name));
  }
  all.push_back(fmt::format("{}{}& {}", r.matrix ? "Matrix" : "Vector", suffix, r.result));
  return all;
}

std::string define_cpp(const Emission& e, const Routine& r) {
  return fmt::format("/// {}: {}.\n{} noexcept {{\n{}{}}}\n\n", routine_text(e, r),
                     cost_text(r.cost),
                     declaration("inline void " + r.name, cpp_parameters(e, r, "")),
                     write_waves(e, r, one_state()), write_steps(e, r, one_state()));
}

std::string define_cpp_batch(const Emission& e, const Routine& r) {
  const std::string loop = "  for (std::size_t w = 0; w < lanes; ++w) {\n";
  std::string text =
      declaration("inline void " + r.name, cpp_parameters(e, r, "Lanes")) + " noexcept {\n";
  const std::vector<std::string> waves = wave_names(e, r);
  for (const std::string& name : waves)
    text += fmt::format("  std::array<double, lanes> {};\n", name);
  if (!waves.empty()) text += loop + write_waves(e, r, cpp_lanes("")) + "  }\n";
  return text + loop + write_steps(e, r, cpp_lanes("const double ")) + "  }\n}\n\n";
}

GeneratedFile cpp_header(const Emission& e) {
  std::string text;
  for (const std::string& line : head_lines(e)) text += line.empty() ? "//\n" : "// " + line + '\n';
  text += "#pragma once\n#include <array>\n#include <cmath>\n#include <cstddef>\n\n";
  text += fmt::format("namespace {} {{\n\nusing std::cos;\nusing std::sin;\nusing std::sqrt;\n\n",
                      e.prefix);
  text += fmt::format("inline constexpr std::size_t nq = {}, nv = {};\n", e.nq(), e.nv());
  text +=
      "using Position = std::array<double, nq>;\nusing Vector = std::array<double, nv>;\n"
      "using Matrix = std::array<std::array<double, nv>, nv>;  ///< rows\n";
  if (e.payload()) text += "using Payload = std::array<double, 10>;\n";
  text += '\n';
  for (const Routine& r : e.robot.routines) text += define_cpp(e, r);
  if (e.options.lanes > 0) {
    text += fmt::format(
        "// The same for several states at once.\n"
        "inline constexpr std::size_t lanes = {};\nusing Lanes = std::array<double, lanes>;\n"
        "using PositionLanes = std::array<Lanes, nq>;\nusing VectorLanes = std::array<Lanes, nv>;\n"
        "using MatrixLanes = std::array<std::array<Lanes, nv>, nv>;\n",
        e.options.lanes);
    if (e.payload()) text += "using PayloadLanes = std::array<Lanes, 10>;\n";
    text += '\n';
    for (const Routine& r : e.robot.routines) text += define_cpp_batch(e, r);
  }
  return {e.prefix + ".hpp", text + fmt::format("}}  // namespace {}\n", e.prefix)};
}

std::string cpp_array(std::string_view type, std::string_view name,
                      const std::vector<double>& values) {
  return fmt::format("    const {}::{} {}{{\n{}}};\n", type.substr(0, type.find(':')),
                     type.substr(type.find(':') + 1), name, list_text(values, "        "));
}

/// One state: its numbers, the calls, the comparisons.
std::string check_state(const Emission& e, const TestVector& t, std::size_t state) {
  const auto typed = [&](std::string_view type) { return fmt::format("{}:{}", e.prefix, type); };
  std::string text = "  {\n" + cpp_array(typed("Position"), "q", t.q) +
                     cpp_array(typed("Vector"), "v", t.v) + cpp_array(typed("Vector"), "a", t.a) +
                     cpp_array(typed("Vector"), "tau", t.tau);
  if (e.payload()) text += cpp_array(typed("Payload"), "payload", t.payload);
  for (std::size_t i = 0; i < e.robot.routines.size(); ++i) {
    const Routine& r = e.robot.routines[i];
    text += fmt::format(
        "    {{\n      {0}::{1} is{{}};\n      {0}::{2}({3}, is);\n"
        "      const std::vector<double> right{{\n{4}}};\n"
        "      wrong += compare(\"{2}\", {5}, {6}, right, {7});\n    }}\n",
        e.prefix, r.matrix ? "Matrix" : "Vector", r.name, input_list(e, r),
        list_text(t.expected[i], "          "), state, r.matrix ? "is[0].data()" : "is.data()",
        number_text(t.tolerance[i]));
  }
  return text + "    static_cast<void>(v), static_cast<void>(a), static_cast<void>(tau);\n  }\n";
}

GeneratedFile cpp_test(const Emission& e) {
  std::string text = fmt::format(
      "// Generated by kinetree: {0}.hpp against numbers from kinetree's own evaluator. Exits with "
      "1\n"
      "// where they disagree.\n#include \"{0}.hpp\"\n\n#include <cstdio>\n#include <vector>\n\n",
      e.prefix);
  text += R"(static int compare(const char* name, int state, const double* is,
                   const std::vector<double>& right, double tolerance) {
  int wrong = 0;
  for (std::size_t k = 0; k < right.size(); ++k) {
    if (std::fabs(is[k] - right[k]) <= tolerance) continue;
    std::printf("%s, state %d, number %zu: %.17g instead of %.17g\n", name, state, k, is[k],
                right[k]);
    wrong = 1;
  }
  return wrong;
}

int main() {
  int wrong = 0;
)";
  for (std::size_t k = 0; k < e.vectors.size(); ++k) text += check_state(e, e.vectors[k], k);
  text += fmt::format(
      "  std::printf(\"%s: {} functions in {} states\\n\", wrong != 0 ? \"WRONG\" : \"ok\");\n"
      "  return wrong != 0 ? 1 : 0;\n}}\n",
      e.robot.routines.size(), e.vectors.size());
  return {e.prefix + "_test.cpp", text};
}

}  // namespace

std::vector<GeneratedFile> emit_cpp(const Emission& e) { return {cpp_header(e), cpp_test(e)}; }

}  // namespace kinetree
