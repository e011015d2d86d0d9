// What formulas are made of: operations on numbers and symbols, each kept once (hash consing).
//
// An operation that was there before gives the same node again, so equal formulas are one node and
// what is shared stays shared. Nodes are numbered in the order in which they come to be: operands
// stand before what is made of them.
//
// Simplified on the way, so that no formula exists in two forms:
//   numbers are folded, also in sums; 0·x, 1·x, x + 0, x - x, x / 1, x + x = 2x; a number times a
//   number times x signs travel outwards: (-a)·b = -(a·b), a + (-b) = a - b, b - a = -(a - b)
//   operands of + and · are in the order of their numbers; sin² + cos² = 1
//   sin(-x), and angles that are a multiple of π/2 (as double) away from another
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "scalar/number.hpp"

namespace kinetree {

enum class Op : std::uint8_t {
  number,
  symbol,
  add,
  subtract,
  multiply,
  divide,
  negate,
  sqrt,
  sin,
  cos
};

struct GraphNode {
  Op op = Op::number;
  std::int32_t a = 0, b = 0;  ///< operands; of a number or a symbol: which one

  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

class Graph {
 public:
  using Id = std::int32_t;
  static constexpr Id zero = 0, one = 1;

  Graph();
  Id number(const Number& value);
  Id symbol(const std::string& name);  ///< the same name gives the same node
  Id add(Id a, Id b);
  Id subtract(Id a, Id b);
  Id multiply(Id a, Id b);
  Id divide(Id a, Id b);
  Id negate(Id a);
  Id sqrt(Id a);
  Id sin(Id a);
  Id cos(Id a);

  const GraphNode& operator[](Id id) const { return nodes_[static_cast<std::size_t>(id)]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  const Number& value(Id number) const {
    return numbers_[static_cast<std::size_t>((*this)[number].a)];
  }
  const std::string& name(Id symbol) const {
    return names_[static_cast<std::size_t>((*this)[symbol].a)];
  }
  bool is_number(Id id) const { return (*this)[id].op == Op::number; }

  /// Beyond so many nodes every operation yields 0, and full() tells: kernels cannot throw.
  void limit(int nodes) { limit_ = nodes; }
  bool full() const { return full_; }

  /// Where the scalars of this thread are, while a Use of it lives.
  class Use {
   public:
    explicit Use(Graph& graph) : before_(current_) { current_ = &graph; }
    ~Use() { current_ = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Graph* before_;
  };
  static Graph& current() { return *current_; }

 private:
  struct Hash {
    std::size_t operator()(const GraphNode& node) const noexcept;
  };
  struct Quarters {
    Id rest;
    bool negative;
    int count;  ///< of quarter turns, 0 to 3
  };
  Quarters quarters(Id angle) const;
  Id make(Op op, Id a, Id b = 0);
  Id add_number(Number n, Id x);
  bool is_square_of(Id product, Op function, Id& angle) const;
  /// The number in front of a product, and what stands behind it.
  Id factor(Id id, Number& number) const;

  std::vector<GraphNode> nodes_;
  std::vector<Number> numbers_;
  std::vector<std::string> names_;
  std::unordered_map<GraphNode, Id, Hash> known_;
  std::unordered_map<std::string, Id> symbols_;
  std::unordered_multimap<double, Id> known_numbers_;
  int limit_ = 50'000'000;
  bool full_ = false;
  static thread_local Graph* current_;
};

}  // namespace kinetree
