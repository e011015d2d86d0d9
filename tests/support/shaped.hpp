// Random robots of a given shape.
#pragma once
#include <utility>
#include <vector>

#include "support/random_tree.hpp"

namespace kinetree::testing {

struct ShapedLink {
  int parent = -1;
  JointType type = JointType::revolute;
};

/// Inertias, placements and axes by chance, parents and joints as told.
inline Model shaped(std::uint64_t seed, const std::vector<ShapedLink>& links) {
  const Model numbers = random_tree(
      seed, {.links = static_cast<int>(links.size()), .branching = 0, .multi_dof = false});
  Model model;
  model.name = "shaped";
  model.set_gravity(numbers.gravity());
  for (std::size_t i = 0; i < links.size(); ++i) {
    Link link = numbers.link(static_cast<LinkId>(i));
    link.joint.type = links[i].type;
    const int parent = links[i].parent;
    model.add(std::move(link),
              parent < 0 ? std::nullopt : std::optional(static_cast<LinkId>(parent)));
  }
  return model;
}

/// Joints in a row, some of them slides.
inline std::vector<ShapedLink> chain_of(int count, int slide_every = 0) {
  std::vector<ShapedLink> links;
  for (int i = 0; i < count; ++i) {
    const bool slides = slide_every > 0 && i % slide_every == 0;
    links.push_back({i - 1, slides ? JointType::prismatic : JointType::revolute});
  }
  return links;
}

/// Limbs of those lengths on a base and, after the first two, on the last of so many links on it.
inline std::vector<ShapedLink> limbs_on(JointType base, int torso,
                                        const std::vector<int>& lengths) {
  std::vector<ShapedLink> links{{-1, base}};
  for (int i = 0; i < torso; ++i) links.push_back({i, JointType::revolute});
  for (std::size_t limb = 0; limb < lengths.size(); ++limb) {
    int parent = limb < 2 ? 0 : torso;
    for (int i = 0; i < lengths[limb]; ++i) {
      links.push_back({parent, JointType::revolute});
      parent = static_cast<int>(links.size()) - 1;
    }
  }
  return links;
}

}  // namespace kinetree::testing
