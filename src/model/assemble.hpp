// From what a reader found to a model: order, names and structure, every fault listed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree {

/// A link as a reader found it. Numbers are as written; nothing has been judged yet.
struct LinkDraft {
  static constexpr int world = -1;
  Link link;
  int parent = world;  ///< index among the drafts
};

struct ModelDraft {
  std::string name = "robot";
  std::string file;
  Vector3 gravity{0, 0, -9.81};
  std::vector<LinkDraft> links;
};

/// Orders links parents first (otherwise as written) and builds the model. Duplicate names, cycles,
/// bad parents, non-finite numbers, negative masses, axes without direction and impossible mimics
/// are errors in `diagnostics`, and then there is no model.
std::optional<Model> assemble(ModelDraft draft, Diagnostics& diagnostics);

/// The name among `candidates` closest to `name`, for "did you mean"; empty if none is close.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace kinetree
