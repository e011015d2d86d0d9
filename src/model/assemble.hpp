// From what a reader found to a model: order, names and structure, every fault listed.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree {

/// Beyond this nothing is a robot, but a file meant to take all memory or the wrong file.
inline constexpr int most_links = 20000;

/// A robot as a reader found it. Numbers are as written; nothing has been judged yet.
struct ModelDraft {
  static constexpr int world = -1;

  void add(Link link, int parent) {
    links.push_back(std::move(link));
    parents.push_back(parent);
  }

  /// Puts the links into an order given by their present indices, without copying any.
  void reorder(const std::vector<int>& order);

  std::string name = "robot";
  std::string file;
  Vector3 gravity{0, 0, -9.81};
  std::vector<Link> links;
  std::vector<int> parents;  ///< of links: an index among them, or `world`
};

/// Orders links parents first (otherwise as written) and builds the model. Duplicate names, cycles,
/// bad parents, non-finite numbers, negative masses, axes without direction and impossible mimics
/// are errors in `diagnostics`, and then there is no model.
std::optional<Model> assemble(ModelDraft draft, Diagnostics& diagnostics);

}  // namespace kinetree
