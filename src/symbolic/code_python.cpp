// Python with NumPy: one module that checks itself when it is run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "symbolic/code.hpp"

namespace kinetree {
namespace {

/// Arrays of states: the numbers of one state are the last axis.
Syntax python_syntax() {
  return {"    ",
          "",
          "",
          [](std::string_view array, int i) { return fmt::format("{}[..., {}]", array, i); },
          [](std::string_view array, int i, int j) {
            return fmt::format("{}[..., {}, {}]", array, i, j);
          },
          ""};
}

/// Python breaks lines only between brackets.
std::string bracketed(const std::string& lines) {
  std::string text;
  std::size_t start = 0;
  while (start < lines.size()) {
    // An assignment ends where the next line is indented as little as the first.
    std::size_t end = lines.find('\n', start);
    while (lines.compare(end + 1, 8, "        ") == 0) end = lines.find('\n', end + 1);
    const std::string statement = lines.substr(start, end - start);
    const std::size_t equals = statement.find(" = ");
    text += statement.find('\n') == std::string::npos
                ? statement
                : statement.substr(0, equals + 3) + '(' + statement.substr(equals + 3) + ')';
    text += '\n';
    start = end + 1;
  }
  return text;
}

std::string define_python(const Emission& e, const Routine& r) {
  std::string text = fmt::format("def {}({}):\n    \"\"\"{}: {}.\"\"\"\n", r.name, input_list(e, r),
                                 routine_text(e, r), cost_text(r.cost));
  std::vector<std::string> shapes;
  for (const Input& input : inputs(e, r)) {
    text += fmt::format("    {0} = _numbers({0}, {1}, \"{0}\")\n", input.name, input.size);
    shapes.push_back(input.name + ".shape[:-1]");
  }
  text += fmt::format("    {} = np.empty(np.broadcast_shapes({}) + ({}))\n", r.result,
                      fmt::join(shapes, ", "),
                      r.matrix ? fmt::format("{0}, {0}", e.nv()) : fmt::format("{},", e.nv()));
  return text + bracketed(write_waves(e, r, python_syntax()) + write_steps(e, r, python_syntax())) +
         fmt::format("    return {}\n\n\n", r.result);
}

std::string python_test(const Emission& e) {
  std::string text = "def _test():\n    wrong = 0\n";
  const auto all = [&](auto numbers) {
    std::vector<double> values;
    for (const TestVector& t : e.vectors) {
      const std::vector<double> own = numbers(t);
      values.insert(values.end(), own.begin(), own.end());
    }
    return list_text(values, "        ");
  };
  const std::size_t states = e.vectors.size();
  const auto input = [&](std::string_view name, std::size_t size, auto numbers) {
    text += fmt::format("    {} = np.array([\n{}\n    ]).reshape({}, {})\n", name, all(numbers),
                        states, size);
  };
  input("q", static_cast<std::size_t>(e.nq()), [](const TestVector& t) { return t.q; });
  input("v", static_cast<std::size_t>(e.nv()), [](const TestVector& t) { return t.v; });
  input("a", static_cast<std::size_t>(e.nv()), [](const TestVector& t) { return t.a; });
  input("tau", static_cast<std::size_t>(e.nv()), [](const TestVector& t) { return t.tau; });
  if (e.payload()) input("payload", 10, [](const TestVector& t) { return t.payload; });
  for (std::size_t i = 0; i < e.robot.routines.size(); ++i) {
    const Routine& r = e.robot.routines[i];
    std::vector<double> tolerance;
    for (const TestVector& t : e.vectors) tolerance.push_back(t.tolerance[i]);
    input("right", e.vectors[0].expected[i].size(),
          [i](const TestVector& t) { return t.expected[i]; });
    text += fmt::format(
        "    tolerance = np.array([\n{}\n    ])\n"
        "    error = np.abs({}({}).reshape({}, -1) - right).max(axis=1)\n"
        "    if not np.all(error <= tolerance):\n"
        "        print(f\"{}: wrong by {{error}}\")\n        wrong = 1\n",
        list_text(tolerance, "        "), r.name, input_list(e, r), states, r.name);
  }
  return text + fmt::format(
                    "    print(f\"{{'WRONG' if wrong else 'ok'}}: {} functions in {} states\")\n"
                    "    return wrong\n\n\nif __name__ == \"__main__\":\n    sys.exit(_test())\n",
                    e.robot.routines.size(), states);
}

}  // namespace

std::vector<GeneratedFile> emit_python(const Emission& e) {
  std::string text = "\"\"\"";
  for (const std::string& line : head_lines(e)) text += line + '\n';
  text +=
      "\nEvery argument may be an array of states, with the numbers of a state along its last "
      "axis.\n\"\"\"\nimport sys\n\nimport numpy as np\nfrom numpy import cos, sin, sqrt\n\n";
  text += fmt::format("NQ, NV = {}, {}\n\n\n", e.nq(), e.nv());
  text += R"(def _numbers(x, count, name):
    x = np.asarray(x, dtype=float)
    if x.ndim == 0 or x.shape[-1] != count:
        raise ValueError(f"{name}: its last axis must have {count} numbers, not shape {x.shape}")
    return x


)";
  for (const Routine& r : e.robot.routines) text += define_python(e, r);
  return {{e.prefix + ".py", text + python_test(e)}};
}

}  // namespace kinetree
