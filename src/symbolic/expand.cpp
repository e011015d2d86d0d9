#include "symbolic/expand.hpp"

#include <algorithm>
#include <stdexcept>

namespace kinetree::symbolic {
namespace {

bool is_leaf(Op op) { return op == Op::number || op == Op::symbol; }
bool is_binary(Op op) {
  return op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide;
}

class Expansion {
 public:
  Expansion(const Graph& graph, const SymbolMap& symbols, Ring& ring)
      : graph_(graph), symbols_(symbols), ring_(ring) {}

  std::vector<Poly> run(std::span<const Graph::Id> nodes) {
    uses_.assign(static_cast<std::size_t>(graph_.size()), 0);
    polys_.resize(uses_.size());
    for (const Graph::Id id : nodes) use(id);
    count_uses();
    // Operands stand before what is made of them.
    for (Graph::Id id = 0; id < graph_.size(); ++id) {
      if (uses(id) > 0) poly(id) = make(id);
    }
    std::vector<Poly> result;
    for (const Graph::Id id : nodes) result.push_back(poly(id));
    return result;
  }

 private:
  int& uses(Graph::Id id) { return uses_[static_cast<std::size_t>(id)]; }
  Poly& poly(Graph::Id id) { return polys_[static_cast<std::size_t>(id)]; }
  void use(Graph::Id id) { ++uses(id); }

  void count_uses() {
    for (Graph::Id id = graph_.size() - 1; id >= 0; --id) {
      const GraphNode& node = graph_[id];
      if (uses(id) == 0 || is_leaf(node.op)) continue;
      use(node.a);
      if (is_binary(node.op)) use(node.b);
    }
  }
  void release(Graph::Id id) {
    if (--uses(id) == 0) Poly().swap(poly(id));
  }

  Poly make(Graph::Id id) {
    const GraphNode& node = graph_[id];
    if (node.op == Op::number) return ring_.constant(graph_.value(id));
    if (node.op == Op::symbol) return ring_.variable(symbols_.at(id));
    Poly result = operate(node);
    release(node.a);
    if (is_binary(node.op)) release(node.b);
    return result;
  }

  Poly operate(const GraphNode& node) {
    const Poly& a = poly(node.a);
    Poly sine, cosine;
    switch (node.op) {
      case Op::add:
        return ring_.add(a, poly(node.b));
      case Op::subtract:
        return ring_.subtract(a, poly(node.b));
      case Op::multiply:
        return ring_.multiply(a, poly(node.b));
      case Op::negate:
        return ring_.scale(a, -1.0);
      case Op::divide:
        return ring_.scale(a, Number(1.0) / number(poly(node.b)));
      case Op::sin:
        ring_.sin_cos(a, sine, cosine);
        return sine;
      case Op::cos:
        ring_.sin_cos(a, sine, cosine);
        return cosine;
      default:
        throw std::logic_error("an operation that polynomials do not have");
    }
  }

  static Number number(const Poly& divisor) {
    if (divisor.size() != 1 || divisor[0].key != 0) {
      throw std::logic_error("division by what is no number");
    }
    return divisor[0].coefficient;
  }

  const Graph& graph_;
  const SymbolMap& symbols_;
  Ring& ring_;
  std::vector<int> uses_;
  std::vector<Poly> polys_;
};

}  // namespace

std::vector<Poly> expand(const Graph& graph, const SymbolMap& symbols, Ring& ring,
                         std::span<const Graph::Id> nodes) {
  return Expansion(graph, symbols, ring).run(nodes);
}

}  // namespace kinetree::symbolic
