#include "symbolic/code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <kinetree/version.hpp>
#include <map>

namespace kinetree {
namespace {

constexpr std::size_t code_width = 100;
constexpr std::size_t reserved = 11;  // for " noexcept {" behind a declaration

/// Breaks a line before an operator where it gets too long.
std::string wrapped(std::string line, std::size_t indent) {
  std::string text;
  while (line.size() > code_width) {
    std::size_t cut = line.rfind(' ', code_width);
    while (cut > indent && cut != std::string::npos &&
           std::string_view("+-*/").find(line[cut + 1]) == std::string_view::npos) {
      cut = line.rfind(' ', cut - 1);
    }
    if (cut == std::string::npos || cut <= indent) break;
    text += line.substr(0, cut) + '\n';
    line = std::string(indent, ' ') + line.substr(cut + 1);
  }
  return text + line + '\n';
}

/// Names of everything a routine mentions.
class Names {
 public:
  Names(const Emission& e, const Program& program, const Syntax& syntax)
      : graph_(e.robot.graph), root_(syntax.root) {
    const auto inputs = [&](const std::vector<Graph::Id>& symbols, std::string_view array) {
      for (std::size_t k = 0; k < symbols.size(); ++k) {
        names_[symbols[k]] = syntax.element(array, static_cast<int>(k));
      }
    };
    inputs(e.robot.q, "q");
    inputs(e.robot.v, "v");
    inputs(e.robot.a, "a");
    inputs(e.robot.tau, "tau");
    inputs(e.robot.payload, "payload");
    // Sines of coordinate k are s_k and c_k; those of other angles go on from there.
    std::map<Graph::Id, std::size_t> angles;
    for (const Graph::Id q : e.robot.q) angles.emplace(q, angles.size() + 1);
    for (const Graph::Id id : program.waves()) {
      const GraphNode node = graph_[id];
      const std::size_t k = angles.try_emplace(node.a, angles.size() + 1).first->second;
      names_[id] = fmt::format("{}{}{}", node.op == Op::sin ? 's' : 'c', k, syntax.wave);
    }
    int count = 0;
    for (const Graph::Id id : program.steps()) names_[id] = fmt::format("t{}", ++count);
  }
  Program::Writer writer() const {
    return {[this](Graph::Id id) { return names_.at(id); },
            [](const Number& number) { return number_text(number.value()); }, root_};
  }

 private:
  const Graph& graph_;
  std::string root_;
  std::map<Graph::Id, std::string> names_;
};

std::string assignments(const Program& program, const std::vector<Graph::Id>& list,
                        const Names& names, const Syntax& syntax) {
  const Program::Writer writer = names.writer();
  std::string text;
  for (const Graph::Id id : list) {
    text += wrapped(fmt::format("{}{}{} = {}{}", syntax.indent, syntax.declare, writer.name(id),
                                program.text(id, writer), syntax.end),
                    syntax.indent.size() + 4);
  }
  return text;
}

}  // namespace

std::vector<Input> inputs(const Emission& e, const Routine& routine) {
  constexpr int body = 10;
  std::vector<Input> all{{"q", e.nq(), &e.robot.q, &TestVector::q}};
  if (routine.v) all.push_back({"v", e.nv(), &e.robot.v, &TestVector::v});
  if (routine.a) all.push_back({"a", e.nv(), &e.robot.a, &TestVector::a});
  if (routine.tau) all.push_back({"tau", e.nv(), &e.robot.tau, &TestVector::tau});
  if (e.payload()) all.push_back({"payload", body, &e.robot.payload, &TestVector::payload});
  return all;
}

std::vector<Input> all_inputs(const Emission& e) {
  Routine any;
  for (const Routine& r : e.robot.routines) {
    any.v |= r.v;
    any.a |= r.a;
    any.tau |= r.tau;
  }
  return inputs(e, any);
}

std::string input_list(const Emission& e, const Routine& routine) {
  std::string list;
  for (const Input& input : inputs(e, routine)) list += (list.empty() ? "" : ", ") + input.name;
  return list;
}

Syntax one_state() {
  return {
      "  ",
      "const double ",
      ";",
      [](std::string_view array, int i) { return fmt::format("{}[{}]", array, i); },
      [](std::string_view array, int i, int j) { return fmt::format("{}[{}][{}]", array, i, j); },
      ""};
}

std::string write_waves(const Emission& e, const Routine& routine, const Syntax& syntax) {
  const Program program(e.robot.graph, routine.outputs);
  const Names names(e, program, syntax);
  return assignments(program, program.waves(), names, syntax);
}

std::string write_steps(const Emission& e, const Routine& routine, const Syntax& syntax) {
  const Program program(e.robot.graph, routine.outputs);
  const Names names(e, program, syntax);
  std::string text = assignments(program, program.steps(), names, syntax);
  const Program::Writer writer = names.writer();
  for (std::size_t k = 0; k < routine.outputs.size(); ++k) {
    const int at = static_cast<int>(k), n = e.nv();
    const std::string to = routine.matrix ? syntax.entry(routine.result, at / n, at % n)
                                          : syntax.element(routine.result, at);
    const bool number = e.robot.graph[routine.outputs[k]].op == Op::number;
    text += wrapped(
        fmt::format("{}{} = {}{}{}", syntax.indent, to, program.use(routine.outputs[k], writer),
                    number ? syntax.constant : "", syntax.end),
        syntax.indent.size() + 4);
  }
  return text;
}

std::vector<std::string> wave_names(const Emission& e, const Routine& routine) {
  const auto none = [](std::string_view, int) { return std::string(); };
  const Program program(e.robot.graph, routine.outputs);
  const Names names(e, program, {"", "", "", none, {}, ""});
  std::vector<std::string> all;
  for (const Graph::Id id : program.waves()) all.push_back(names.writer().name(id));
  return all;
}

std::vector<Turn> turns(const Emission& e, const Routine& routine, const Syntax& syntax) {
  const Program program(e.robot.graph, routine.outputs);
  const Names names(e, program, syntax);
  const Program::Writer writer = names.writer();
  std::map<Graph::Id, std::size_t> places;
  std::vector<Turn> all;
  for (const Graph::Id id : program.waves()) {
    const GraphNode node = e.robot.graph[id];
    const auto [place, is_new] = places.emplace(node.a, all.size());
    if (is_new) all.push_back({program.angle(id, writer), "", ""});
    Turn& turn = all[place->second];
    (node.op == Op::sin ? turn.sine : turn.cosine) = writer.name(id);
  }
  return all;
}

std::string declaration(const std::string& name, const std::vector<std::string>& parameters) {
  std::string text, line = name + '(';
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const std::string next = parameters[k] + (k + 1 < parameters.size() ? "," : ")");
    if (line.size() + 1 + next.size() + reserved > code_width) {
      text += line + '\n';
      line = "    ";
    } else if (k > 0) {
      line += ' ';
    }
    line += next;
  }
  return text + line;
}

std::string cost_text(const Operations& cost) {
  std::string text =
      fmt::format("{} multiplications, {} additions", cost.multiplications, cost.additions);
  if (cost.divisions > 0) text += fmt::format(", {} divisions", cost.divisions);
  if (cost.square_roots > 0) text += fmt::format(", {} square roots", cost.square_roots);
  return text + fmt::format(", {} sine{}", cost.sines,
                            cost.sines == 1 ? " with its cosine" : "s with cosines");
}

std::string routine_text(const Emission& e, const Routine& routine) {
  std::string made =
      fmt::format("{}({}) by {}", routine.result, input_list(e, routine), routine.method);
  if (routine.method == "ltdl" && routine.name == "factor") {
    return made + ": M = L' D L, D on the diagonal, L with ones there below it";
  }
  if (routine.name == "factor") return made + ": M = L L'";
  return made;
}

std::vector<std::string> head_lines(const Emission& e) {
  std::vector<std::string> joints;
  for (const JointSlot& slot : e.model.joints())
    joints.push_back(e.model.link(slot.link).joint.name);
  std::vector<std::string> lines{
      fmt::format("Dynamics of {}, generated by kinetree {}: do not edit, generate it again.",
                  e.model.name, KINETREE_VERSION),
      "", fmt::format("q has {} numbers, v, a and tau have {}. Joints:", e.nq(), e.nv())};
  for (const std::string& name : joints) {
    if (lines.size() < 4 || lines.back().size() + name.size() > 90) lines.emplace_back(" ");
    lines.back() += ' ' + name;
  }
  for (std::string line :
       {fmt::format("tau = M(q) a + C(q, v) v + g(q), gravity ({}, {}, {}); SI units, radians.",
                    number_text(e.model.gravity().x()), number_text(e.model.gravity().y()),
                    number_text(e.model.gravity().z())),
        std::string(e.options.armature ? "Rotor inertias (armature) are part of M"
                                       : "Rotor inertias (armature) are not included") +
            "; friction is not included."}) {
    lines.push_back(std::move(line));
  }
  if (e.payload()) {
    lines.push_back(
        fmt::format("payload: a body on link {}, in its frame: mass, centre of mass x y z,",
                    e.options.payload));
    lines.emplace_back("inertia about that centre xx xy xz yy yz zz.");
  }
  for (const std::string& note : e.robot.notes) lines.push_back(note);
  lines.emplace_back("");
  for (const Routine& r : e.robot.routines) {
    lines.push_back(fmt::format("{:<17} {}", r.name, cost_text(r.cost)));
  }
  return lines;
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value == 0 ? 0.0 : value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string list_text(const std::vector<double>& values, std::string_view indent) {
  std::string text, line(indent);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string number = number_text(values[k]) + (k + 1 < values.size() ? "," : "");
    if (line.size() > indent.size() && line.size() + 1 + number.size() > code_width) {
      text += line + '\n';
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + number;
  }
  return text + line;
}

}  // namespace kinetree
