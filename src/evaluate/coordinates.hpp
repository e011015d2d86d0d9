// The user's coordinates spread over those of the tree, outside of evaluations: it allocates.
#pragma once
#include <vector>

#include "model/compile.hpp"

namespace kinetree {

/// One value for each coordinate of the tree; without mimics (no couplings) they are the user's.
inline std::vector<double> tree_coordinates(const std::vector<Coupled>& couplings,
                                            const Vector& user) {
  if (couplings.empty()) return {user.begin(), user.end()};
  std::vector<double> tree;
  tree.reserve(couplings.size());
  for (const Coupled& c : couplings) tree.push_back(c.multiplier * user[c.source] + c.offset);
  return tree;
}

}  // namespace kinetree
