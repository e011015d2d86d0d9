// MATLAB and Octave: one function file, with a function a quantity and a test inside.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "symbolic/code.hpp"

namespace kinetree {
namespace {

Syntax matlab_syntax() {
  return {"  ",
          "",
          ";",
          [](std::string_view array, int i) { return fmt::format("{}({})", array, i + 1); },
          [](std::string_view array, int i, int j) {
            return fmt::format("{}({}, {})", array, i + 1, j + 1);
          },
          ""};
}

/// Lines go on after three dots.
std::string continued(const std::string& lines) {
  std::string text;
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = lines.find('\n', start);
    text += lines.substr(start, end - start);
    if (lines[end - 1] != ';') text += " ...";
    text += '\n';
    start = end + 1;
  }
  return text;
}

std::string define_matlab(const Emission& e, const Routine& r) {
  return fmt::format(
      "function {} = {}({})\n  % {}: {}.\n  {} = zeros({}, {});\n{}end\n\n", r.result, r.name,
      input_list(e, r), routine_text(e, r), cost_text(r.cost), r.result, e.nv(),
      r.matrix ? e.nv() : 1,
      continued(write_waves(e, r, matlab_syntax()) + write_steps(e, r, matlab_syntax())));
}

std::string matlab_numbers(std::string_view name, const std::vector<double>& values) {
  std::string list = list_text(values, "      ");
  for (std::size_t at = 0; (at = list.find('\n', at)) != std::string::npos; at += 5) {
    list.insert(at, " ...");
  }
  return fmt::format("  {} = [ ...\n{} ];\n", name, list);
}

std::string matlab_test(const Emission& e) {
  std::string text = "function wrong = test()\n  wrong = 0;\n";
  for (std::size_t k = 0; k < e.vectors.size(); ++k) {
    const TestVector& t = e.vectors[k];
    text += matlab_numbers("q", t.q) + matlab_numbers("v", t.v) + matlab_numbers("a", t.a) +
            matlab_numbers("tau", t.tau);
    if (e.payload()) text += matlab_numbers("payload", t.payload);
    for (std::size_t i = 0; i < e.robot.routines.size(); ++i) {
      const Routine& r = e.robot.routines[i];
      text += matlab_numbers("right", t.expected[i]);
      text += fmt::format("  is = {}({}){};\n", r.name, input_list(e, r),
                          r.matrix ? ".'" : "");  // row by row
      text += fmt::format(
          "  if ~(max(abs(is(:) - right(:))) <= {})\n"
          "    fprintf('{}, state {}: wrong by %g\\n', max(abs(is(:) - right(:))));\n"
          "    wrong = 1;\n  end\n",
          number_text(t.tolerance[i]), r.name, k);
    }
  }
  return text + fmt::format(
                    "  if wrong\n    error('{0}: WRONG');\n  end\n"
                    "  fprintf('ok: {1} functions in {2} states\\n');\nend\n",
                    e.prefix, e.robot.routines.size(), e.vectors.size());
}

}  // namespace

std::vector<GeneratedFile> emit_matlab(const Emission& e) {
  std::string text = fmt::format("function result = {}(what, varargin)\n", e.prefix);
  for (const std::string& line : head_lines(e))
    text += line.empty() ? "  %\n" : "  % " + line + '\n';
  text += fmt::format(
      "  %\n  % result = {0}('mass_matrix', q) and so on; {0}('test') compares with numbers from\n"
      "  % kinetree's own evaluator and ends in an error where they disagree.\n  switch what\n",
      e.prefix);
  for (const Routine& r : e.robot.routines) {
    text += fmt::format("    case '{0}'\n      result = {0}(varargin{{:}});\n", r.name);
  }
  text += fmt::format(
      "    case 'test'\n      result = test();\n    otherwise\n"
      "      error('{}: no function %s', what);\n  end\nend\n\n",
      e.prefix);
  for (const Routine& r : e.robot.routines) text += define_matlab(e, r);
  return {{e.prefix + ".m", text + matlab_test(e)}};
}

}  // namespace kinetree
