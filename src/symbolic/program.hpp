// From formulas to a list of assignments that any language can write: what is used twice has a
// name, what is used once stands where it is used, and what is not used is gone.
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "kinetree/count.hpp"
#include "scalar/graph.hpp"

namespace kinetree {

class Program {
 public:
  Program(const Graph& graph, std::vector<Graph::Id> outputs);

  /// What has a name, operands first: sines and cosines, then the rest.
  const std::vector<Graph::Id>& waves() const { return waves_; }
  const std::vector<Graph::Id>& steps() const { return steps_; }
  const std::vector<Graph::Id>& outputs() const { return outputs_; }
  /// Symbols that occur.
  bool uses(Graph::Id symbol) const { return seen_[static_cast<std::size_t>(symbol)] != 0; }
  bool uses_any(const std::vector<Graph::Id>& symbols) const {
    return std::any_of(symbols.begin(), symbols.end(), [&](Graph::Id id) { return uses(id); });
  }
  /// Additions include subtractions; a sine and a cosine of the same angle are one `sines`.
  Operations cost() const;

  /// How a language writes what has a name, symbols among it, and what numbers look like.
  struct Writer {
    std::function<std::string(Graph::Id)> name;
    std::function<std::string(const Number&)> number;
    std::string root = "sqrt";  ///< the function
  };
  /// The right-hand side of a step.
  std::string text(Graph::Id step, const Writer& writer) const;
  /// What a sine or cosine is of.
  std::string angle(Graph::Id wave, const Writer& writer) const;
  /// A value: a name, a number, or what is used only here.
  std::string use(Graph::Id id, const Writer& writer) const;

 private:
  struct Written;
  int used(Graph::Id id) const { return uses_[static_cast<std::size_t>(id)]; }
  bool named(Graph::Id id) const { return named_[static_cast<std::size_t>(id)] != 0; }
  void visit(Graph::Id output);
  void finish(Graph::Id id);
  enum class How { use, definition, angle };  ///< angles are written out, names or not
  Written write(Graph::Id id, const Writer& writer, How how) const;

  const Graph& graph_;
  std::vector<Graph::Id> outputs_, waves_, steps_, order_;
  std::vector<int> uses_, weight_;  // how often; operations written in place
  std::vector<char> named_, seen_;
};

/// Values of all nodes, from those of the symbols.
std::vector<double> evaluate(const Graph& graph, const std::function<double(Graph::Id)>& symbol);

}  // namespace kinetree
