#include "scalar/graph.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace kinetree {

thread_local Graph* Graph::current_ = nullptr;

std::size_t Graph::Hash::operator()(const GraphNode& node) const noexcept {
  std::uint64_t h = static_cast<std::uint64_t>(static_cast<std::uint32_t>(node.a)) << 32 |
                    static_cast<std::uint32_t>(node.b);
  h = (h ^ static_cast<std::uint64_t>(node.op) << 59) * 0x9E3779B97F4A7C15U;
  return h ^ h >> 29;
}

Graph::Graph() {
  number(0.0);
  number(1.0);
}

Graph::Id Graph::number(const Number& value) {
  const auto [first, last] = known_numbers_.equal_range(value.value());
  for (auto it = first; it != last; ++it) {
    if (this->value(it->second) == value) return it->second;
  }
  const auto id = static_cast<Id>(nodes_.size());
  nodes_.push_back({Op::number, static_cast<Id>(numbers_.size()), 0});
  numbers_.push_back(value);
  known_numbers_.emplace(value.value(), id);
  return id;
}

Graph::Id Graph::symbol(const std::string& name) {
  const auto [it, added] = symbols_.try_emplace(name, static_cast<Id>(nodes_.size()));
  if (added) {
    nodes_.push_back({Op::symbol, static_cast<Id>(names_.size()), 0});
    names_.push_back(name);
  }
  return it->second;
}

Graph::Id Graph::make(Op op, Id a, Id b) {
  if (size() >= limit_) {
    full_ = true;
    return zero;
  }
  const GraphNode node{op, a, b};
  const auto [it, added] = known_.try_emplace(node, static_cast<Id>(nodes_.size()));
  if (added) nodes_.push_back(node);
  return it->second;
}

bool Graph::is_square_of(Id product, Op function, Id& angle) const {
  const GraphNode& node = (*this)[product];
  if (node.op != Op::multiply || node.a != node.b || (*this)[node.a].op != function) return false;
  angle = (*this)[node.a].a;
  return true;
}

Graph::Id Graph::factor(Id id, Number& number) const {
  const GraphNode& node = (*this)[id];
  if (node.op == Op::negate) {
    const Id inner = factor(node.a, number);
    number = -number;
    return inner;
  }
  if (node.op == Op::multiply && is_number(node.a)) {
    number = value(node.a);
    return node.b;
  }
  number = 1.0;
  return id;
}

/// n + x, with one number in every sum.
Graph::Id Graph::add_number(Number n, Id x) {
  const GraphNode sum = (*this)[x];
  bool minus = false;  // n - rest
  if (sum.op == Op::add || sum.op == Op::subtract) {
    const bool first = is_number(sum.a);
    if (first || is_number(sum.b)) {
      const Number own = value(first ? sum.a : sum.b);
      n = sum.op == Op::subtract && !first ? n - own : n + own;
      x = first ? sum.b : sum.a;
      minus = sum.op == Op::subtract && first;
    }
  }
  if (n.is(0)) return minus ? negate(x) : x;
  const Id c = number(minus || !n.negative() ? n : -n);
  if (minus || n.negative()) {
    const Id a = minus ? c : x, b = minus ? x : c;
    return a < b ? make(Op::subtract, a, b) : negate(make(Op::subtract, b, a));
  }
  return c < x ? make(Op::add, c, x) : make(Op::add, x, c);
}

Graph::Id Graph::add(Id a, Id b) {
  if (a == zero) return b;
  if (b == zero) return a;
  if (is_number(a) && is_number(b)) return number(value(a) + value(b));
  const GraphNode left = (*this)[a], right = (*this)[b];
  if (right.op == Op::negate) return subtract(a, right.a);
  if (left.op == Op::negate) return subtract(b, left.a);
  Number p, q;
  const Id x = factor(a, p), y = factor(b, q);
  if (x == y && !is_number(x)) return multiply(number(p + q), x);
  Id alpha = 0, beta = 0;
  if ((is_square_of(a, Op::sin, alpha) && is_square_of(b, Op::cos, beta) && alpha == beta) ||
      (is_square_of(a, Op::cos, alpha) && is_square_of(b, Op::sin, beta) && alpha == beta)) {
    return one;
  }
  if (is_number(a)) return add_number(value(a), b);
  if (is_number(b)) return add_number(value(b), a);
  return a < b ? make(Op::add, a, b) : make(Op::add, b, a);
}

Graph::Id Graph::subtract(Id a, Id b) {
  if (b == zero) return a;
  if (a == zero) return negate(b);
  if (a == b) return zero;
  if (is_number(a) && is_number(b)) return number(value(a) - value(b));
  const GraphNode left = (*this)[a], right = (*this)[b];
  if (right.op == Op::negate) return add(a, right.a);
  if (left.op == Op::negate) return negate(add(left.a, b));
  Number p, q;
  const Id x = factor(a, p), y = factor(b, q);
  if (x == y && !is_number(x)) return multiply(number(p - q), x);
  if (is_number(b)) return add_number(-value(b), a);
  // The earlier node comes first, so that a - b and b - a are one node and its negative.
  return a < b ? make(Op::subtract, a, b) : negate(make(Op::subtract, b, a));
}

Graph::Id Graph::multiply(Id a, Id b) {
  if (a == zero || b == zero) return zero;
  if (a == one) return b;
  if (b == one) return a;
  const bool left = is_number(a), right = is_number(b);
  if (left && right) return number(value(a) * value(b));
  if (!left && right) std::swap(a, b);
  if (left || right) {
    if (value(a).negative()) return negate(multiply(number(-value(a)), b));
    const GraphNode node = (*this)[b];
    if (node.op == Op::negate) return negate(multiply(a, node.a));
    if (node.op == Op::multiply && is_number(node.a)) {
      return multiply(number(value(a) * value(node.a)), node.b);
    }
    return make(Op::multiply, a, b);
  }
  const GraphNode x = (*this)[a], y = (*this)[b];
  if (x.op == Op::negate) return negate(multiply(x.a, b));
  if (y.op == Op::negate) return negate(multiply(a, y.a));
  return a < b ? make(Op::multiply, a, b) : make(Op::multiply, b, a);
}

Graph::Id Graph::divide(Id a, Id b) {
  if (a == zero) return zero;
  if (b == one) return a;
  if (a == b) return one;
  if (is_number(b)) return multiply(number(Number(1.0) / value(b)), a);
  const GraphNode x = (*this)[a], y = (*this)[b];
  if (x.op == Op::negate) return negate(divide(x.a, b));
  if (y.op == Op::negate) return negate(divide(a, y.a));
  // One reciprocal serves all that is divided by b.
  return a == one ? make(Op::divide, one, b) : multiply(a, make(Op::divide, one, b));
}

Graph::Id Graph::negate(Id a) {
  const GraphNode node = (*this)[a];
  if (node.op == Op::number) return number(-value(a));
  if (node.op == Op::negate) return node.a;
  return make(Op::negate, a);
}

Graph::Id Graph::sqrt(Id a) {
  if (is_number(a)) {
    const auto root = exact_sqrt(value(a));
    return number(root ? *root : Number(std::sqrt(value(a).value())));
  }
  return make(Op::sqrt, a);
}

/// Takes multiples of a quarter turn out of an angle x + number; other angles stay as they are.
Graph::Quarters Graph::quarters(Id angle) const {
  const GraphNode node = (*this)[angle];
  if (node.op == Op::negate) {
    const Quarters inner = quarters(node.a);
    return {inner.rest, !inner.negative, (4 - inner.count) % 4};
  }
  if (node.op != Op::add && node.op != Op::subtract) return {angle, false, 0};
  const bool first = is_number(node.a);
  if (!first && !is_number(node.b)) return {angle, false, 0};
  const double number = value(first ? node.a : node.b).value();
  constexpr double quarter = std::numbers::pi / 2;
  const double turns = std::round(number / quarter);
  if (std::abs(number - turns * quarter) > 4e-16 * std::abs(number)) return {angle, false, 0};
  const bool minus = node.op == Op::subtract;  // x - number, or number - x
  const int count = static_cast<int>(std::remainder(minus && !first ? -turns : turns, 4.0));
  return {first ? node.b : node.a, minus && first, (count + 4) % 4};
}

/// sin(±x + count π/2)
Graph::Id Graph::sin(Id a) {
  if (is_number(a)) return number(std::sin(value(a).value()));
  const auto [rest, negative, count] = quarters(a);
  const Id wave = make(count % 2 == 0 ? Op::sin : Op::cos, rest);
  return (count >= 2) != (negative && count % 2 == 0) ? negate(wave) : wave;
}

Graph::Id Graph::cos(Id a) {
  if (is_number(a)) return number(std::cos(value(a).value()));
  const auto [rest, negative, count] = quarters(a);
  const Id wave = make(count % 2 == 0 ? Op::cos : Op::sin, rest);
  const bool flipped = count == 1 || count == 2;
  return flipped != (negative && count % 2 == 1) ? negate(wave) : wave;
}

}  // namespace kinetree
