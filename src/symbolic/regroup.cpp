#include "symbolic/regroup.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetree {
namespace {

using Id = Graph::Id;

/// coefficient · factors, which are in ascending order.
struct Term {
  Number coefficient = Number(1.0);
  std::vector<Id> factors;

  /// A factor without anything beside it.
  bool alone() const { return factors.size() == 1 && (coefficient.is(1) || coefficient.is(-1)); }
  bool has(Id factor) const { return std::binary_search(factors.begin(), factors.end(), factor); }
};

class Regrouping {
 public:
  Regrouping(Graph& graph, const std::vector<Id>& outputs)
      : graph_(graph),
        uses_(static_cast<std::size_t>(graph.size())),
        again_(uses_.size(), Graph::zero) {
    count_uses(outputs);
  }

  /// Operands stand before what is made of them, so one pass in the order of the nodes will do.
  std::vector<Id> run(const std::vector<Id>& outputs) {
    const int before = static_cast<int>(uses_.size());
    for (Id id = 0; id < before; ++id) {
      if (uses(id) > 0 && inside_[static_cast<std::size_t>(id)] == 0) again(id) = rebuild(id);
    }
    std::vector<Id> result;
    result.reserve(outputs.size());
    for (const Id id : outputs) result.push_back(again(id));
    return result;
  }

 private:
  int uses(Id id) const { return uses_[static_cast<std::size_t>(id)]; }
  Id& again(Id id) { return again_[static_cast<std::size_t>(id)]; }
  static bool is_sum(Op op) { return op == Op::add || op == Op::subtract || op == Op::negate; }
  static bool is_binary(Op op) { return op >= Op::add && op <= Op::divide; }

  /// How often nodes are used, and which are parts of the sum or product that uses them alone.
  void count_uses(const std::vector<Id>& outputs) {
    for (const Id id : outputs) uses_[static_cast<std::size_t>(id)] += 2;  // stay what they are
    inside_.resize(uses_.size());
    for (Id id = static_cast<Id>(uses_.size()) - 1; id >= 0; --id) {
      const GraphNode node = graph_[id];
      if (uses(id) == 0 || node.op == Op::number || node.op == Op::symbol) continue;
      use(node.a, node.op);
      if (is_binary(node.op)) use(node.b, node.op);
    }
  }
  void use(Id operand, Op user) {
    const auto i = static_cast<std::size_t>(operand);
    const Op op = graph_[operand].op;
    const bool part =
        op == Op::multiply ? user == Op::multiply || is_sum(user) : is_sum(op) && is_sum(user);
    inside_[i] = static_cast<char>(++uses_[i] == 1 && part);
  }
  bool is_inside(Id id) const { return inside_[static_cast<std::size_t>(id)] != 0; }

  Id rebuild(Id id) {
    const GraphNode node = graph_[id];
    switch (node.op) {
      case Op::number:
      case Op::symbol:
        return id;
      case Op::divide:
        return graph_.divide(again(node.a), again(node.b));
      case Op::sqrt:
        return graph_.sqrt(again(node.a));
      case Op::sin:
        return graph_.sin(again(node.a));
      case Op::cos:
        return graph_.cos(again(node.a));
      case Op::multiply:
        return product(product_of(id, true));
      default:
        return sum(terms_of(id));
    }
  }

  /// The factors of a product; `open`: take this node apart, whoever else uses it.
  Term product_of(Id id, bool open) {
    Term term;
    std::vector<std::pair<Id, bool>> stack{{id, open}};
    while (!stack.empty()) {
      const auto [at, apart] = stack.back();
      stack.pop_back();
      const GraphNode node = graph_[at];
      if (node.op == Op::multiply && (apart || is_inside(at))) {
        stack.insert(stack.end(), {{node.a, false}, {node.b, false}});
      } else {
        take(term, again(at));
      }
    }
    std::sort(term.factors.begin(), term.factors.end());
    return term;
  }
  /// A number joins the others, with the sign of what is negative.
  void take(Term& term, Id factor) {
    if (graph_[factor].op == Op::negate) {
      term.coefficient = -term.coefficient;
      factor = graph_[factor].a;
    }
    if (graph_.is_number(factor)) {
      term.coefficient = term.coefficient * graph_.value(factor);
    } else {
      term.factors.push_back(factor);
    }
  }

  std::vector<Term> terms_of(Id id) {
    struct Part {
      Id id;
      bool open, negative;
    };
    std::vector<Term> terms;
    std::vector<Part> stack{{id, true, false}};
    while (!stack.empty()) {
      const auto [at, open, negative] = stack.back();
      stack.pop_back();
      const GraphNode node = graph_[at];
      if (is_sum(node.op) && (open || is_inside(at))) {
        if (node.op != Op::negate)
          stack.push_back({node.b, false, negative != (node.op == Op::subtract)});
        stack.push_back({node.a, false, negative != (node.op == Op::negate)});
        continue;
      }
      terms.push_back(product_of(at, false));
      if (negative) terms.back().coefficient = -terms.back().coefficient;
    }
    return terms;
  }

  /// What most terms have in common beside something else, and how many.
  std::pair<Id, int> common_factor(const std::vector<Term>& terms) const {
    std::map<Id, int> count;
    for (const Term& term : terms) {
      if (term.alone()) continue;
      Id last = -1;
      for (const Id factor : term.factors) {
        if (factor != last) ++count[factor];
        last = factor;
      }
    }
    std::pair<Id, int> best{-1, 1};
    for (const auto& [factor, times] : count) {
      if (times > best.second) best = {factor, times};
    }
    return best;
  }

  Id sum(std::vector<Term> terms) {
    for (;;) {
      const Id factor = common_factor(terms).first;
      if (factor < 0) break;
      std::vector<Term> rest, others;
      for (Term& term : terms) {
        const bool taken = term.has(factor) && !term.alone();
        if (taken) term.factors.erase(std::find(term.factors.begin(), term.factors.end(), factor));
        (taken ? rest : others).push_back(std::move(term));
      }
      Term together;
      take(together, sum(std::move(rest)));
      take(together, factor);
      std::sort(together.factors.begin(), together.factors.end());
      others.push_back(std::move(together));
      terms = std::move(others);
    }
    return add_up(terms);
  }

  /// Terms with the same number before them: 0.3 x + 0.3 y = 0.3 (x + y).
  Id add_up(const std::vector<Term>& terms) {
    std::vector<std::pair<Number, Id>> groups;  // few: searched one by one
    for (const Term& term : terms) {
      const Id x = bare_product(term);
      const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& g) {
        return g.first == term.coefficient || g.first == -term.coefficient;
      });
      if (same == groups.end()) {
        groups.emplace_back(term.coefficient, x);
      } else {
        same->second = same->first == term.coefficient ? graph_.add(same->second, x)
                                                       : graph_.subtract(same->second, x);
      }
    }
    Id result = Graph::zero;
    for (const auto& [number, x] : groups) {
      result = graph_.add(result, graph_.multiply(graph_.number(number), x));
    }
    return result;
  }
  Id bare_product(const Term& term) {
    Id result = Graph::one;
    for (const Id factor : term.factors) result = graph_.multiply(result, factor);
    return result;
  }
  Id product(const Term& term) {
    return graph_.multiply(graph_.number(term.coefficient), bare_product(term));
  }

  Graph& graph_;
  std::vector<int> uses_;
  std::vector<char> inside_;
  std::vector<Id> again_;
};

}  // namespace

std::vector<Graph::Id> regroup(Graph& graph, const std::vector<Graph::Id>& outputs) {
  return Regrouping(graph, outputs).run(outputs);
}

}  // namespace kinetree
