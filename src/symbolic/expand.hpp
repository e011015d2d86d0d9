// From a graph of operations to canonical polynomials.
#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "scalar/graph.hpp"
#include "symbolic/poly.hpp"

namespace kinetree::symbolic {

/// What each symbol of the graph is in the ring: node of the graph to symbol of the ring.
using SymbolMap = std::unordered_map<Graph::Id, int>;

/// The polynomials of some nodes. Every node they need is expanded once and forgotten after its
/// last use, so that memory holds what is still to be used. Throws TooLarge, and std::logic_error
/// where something is divided by what is no number.
std::vector<Poly> expand(const Graph& graph, const SymbolMap& symbols, Ring& ring,
                         std::span<const Graph::Id> nodes);

}  // namespace kinetree::symbolic
