#include "symbolic/program.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace kinetree {
namespace {

bool is_leaf(const GraphNode& node) { return node.op == Op::number || node.op == Op::symbol; }
bool is_wave(const GraphNode& node) { return node.op == Op::sin || node.op == Op::cos; }
bool is_binary(Op op) {
  return op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide;
}

/// Longer right-hand sides are hard to read.
constexpr int most_operations = 6;

}  // namespace

Program::Program(const Graph& graph, std::vector<Graph::Id> outputs)
    : graph_(graph),
      outputs_(std::move(outputs)),
      uses_(static_cast<std::size_t>(graph.size())),
      weight_(uses_.size()),
      named_(uses_.size()),
      seen_(uses_.size()) {
  for (const Graph::Id id : outputs_) visit(id);
  for (const Graph::Id id : order_) finish(id);
}

/// Counts uses, and puts nodes into an order in which operands come first and soon before use.
void Program::visit(Graph::Id output) {
  struct Step {
    Graph::Id id;
    bool operands_done, angle;
  };
  std::vector<Step> stack{{output, false, false}};
  while (!stack.empty()) {
    const auto [id, operands_done, angle] = stack.back();
    stack.pop_back();
    if (operands_done) {
      order_.push_back(id);
      continue;
    }
    // Angles are written where their sines are, so that all sines can come first.
    const bool seen = seen_[static_cast<std::size_t>(id)] != 0;
    seen_[static_cast<std::size_t>(id)] = 1;
    if (!angle) ++uses_[static_cast<std::size_t>(id)];
    if (seen) continue;
    const GraphNode node = graph_[id];
    if (is_leaf(node)) continue;
    stack.push_back({id, true, angle});
    const bool inside = is_wave(node) || (angle && uses_[static_cast<std::size_t>(id)] == 0);
    if (is_binary(node.op)) stack.push_back({node.b, false, inside});
    stack.push_back({node.a, false, inside});
  }
}

/// Decides whether a node has a name. A sign costs nothing and never has one: who uses the negative
/// uses what it is the negative of.
void Program::finish(Graph::Id id) {
  const GraphNode node = graph_[id];
  const auto give_name = [&](Graph::Id to, std::vector<Graph::Id>& list) {
    named_[static_cast<std::size_t>(to)] = 1;
    list.push_back(to);
  };
  if (node.op == Op::negate) {
    uses_[static_cast<std::size_t>(node.a)] += used(id) - 1;
    if (used(node.a) > 1 && !named(node.a) && !is_leaf(graph_[node.a])) give_name(node.a, steps_);
  }
  const auto weight = [&](Graph::Id operand) {
    return named(operand) ? 0 : weight_[static_cast<std::size_t>(operand)];
  };
  int& own = weight_[static_cast<std::size_t>(id)];
  own = weight(node.a) + (is_binary(node.op) ? weight(node.b) : 0);
  if (node.op == Op::negate) return;
  ++own;
  if (is_wave(node)) {
    give_name(id, waves_);
  } else if (used(id) > 1 || (used(id) == 1 && own > most_operations)) {
    give_name(id, steps_);
  }
}

Operations Program::cost() const {
  Operations sum;
  std::vector<char> angle(uses_.size());
  for (const Graph::Id id : order_) {
    const GraphNode node = graph_[id];
    switch (node.op) {
      case Op::add:
      case Op::subtract:
        ++sum.additions;
        break;
      case Op::multiply:
        ++sum.multiplications;
        break;
      case Op::divide:
        ++sum.divisions;
        break;
      case Op::sqrt:
        ++sum.square_roots;
        break;
      case Op::sin:
      case Op::cos:
        sum.sines += angle[static_cast<std::size_t>(node.a)] == 0 ? 1 : 0;
        angle[static_cast<std::size_t>(node.a)] = 1;
        break;
      default:
        break;
    }
  }
  return sum;
}

/// A text and how tightly it binds: 0 sums, 1 signs and products, 2 anything else.
struct Program::Written {
  std::string text;
  int tightness;

  std::string at_least(int wanted) const { return tightness < wanted ? '(' + text + ')' : text; }
};

Program::Written Program::write(Graph::Id id, const Writer& writer, How how) const {
  const GraphNode node = graph_[id];
  if (node.op == Op::number) {
    return {writer.number(graph_.value(id)), graph_.value(id).negative() ? 0 : 2};
  }
  if (node.op == Op::symbol || (named(id) && how == How::use)) return {writer.name(id), 2};
  const How inside = is_wave(node) || how == How::angle ? How::angle : How::use;
  const auto a = [&] { return write(node.a, writer, inside); };
  const auto b = [&] { return write(node.b, writer, inside); };
  switch (node.op) {
    case Op::add:
      return {fmt::format("{} + {}", a().text, b().text), 0};
    case Op::subtract:
      return {fmt::format("{} - {}", a().text, b().at_least(1)), 0};
    case Op::multiply:
      return {fmt::format("{} * {}", a().at_least(1), b().at_least(1)), 1};
    case Op::divide:
      return {fmt::format("{} / {}", a().at_least(1), b().at_least(2)), 1};
    case Op::negate:
      return {fmt::format("-{}", a().at_least(1)), 0};
    case Op::sqrt:
      return {fmt::format("{}({})", writer.root, a().text), 2};
    case Op::sin:
      return {fmt::format("sin({})", a().text), 2};
    default:
      return {fmt::format("cos({})", a().text), 2};
  }
}

std::string Program::text(Graph::Id step, const Writer& writer) const {
  return write(step, writer, How::definition).text;
}

std::string Program::angle(Graph::Id wave, const Writer& writer) const {
  return write(graph_[wave].a, writer, How::angle).text;
}

std::string Program::use(Graph::Id id, const Writer& writer) const {
  return write(id, writer, How::use).text;
}

std::vector<double> evaluate(const Graph& graph, const std::function<double(Graph::Id)>& symbol) {
  std::vector<double> x(static_cast<std::size_t>(graph.size()));
  for (Graph::Id id = 0; id < graph.size(); ++id) {
    const GraphNode node = graph[id];
    double& to = x[static_cast<std::size_t>(id)];
    if (node.op == Op::number) to = graph.value(id).value();
    if (node.op == Op::symbol) to = symbol(id);
    if (is_leaf(node)) continue;
    const double a = x[static_cast<std::size_t>(node.a)];
    const double b = x[static_cast<std::size_t>(node.b)];
    switch (node.op) {
      case Op::add:
        to = a + b;
        break;
      case Op::subtract:
        to = a - b;
        break;
      case Op::multiply:
        to = a * b;
        break;
      case Op::divide:
        to = a / b;
        break;
      case Op::negate:
        to = -a;
        break;
      case Op::sqrt:
        to = std::sqrt(a);
        break;
      case Op::sin:
        to = std::sin(a);
        break;
      default:
        to = std::cos(a);
    }
  }
  return x;
}

}  // namespace kinetree
