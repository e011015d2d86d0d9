// The robots on which laws must hold: random trees of every shape and joint type, 1 to 200 links.
#pragma once
#include <gtest/gtest.h>

#include <vector>

#include "kinetree/kinetree.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {

struct Case {
  Model model;
  RandomState state;
  std::string name;  ///< links, shape and seed: enough to replay it
};

inline std::vector<Case> law_cases(bool mimics = true) {
  std::vector<Case> cases;
  const auto add = [&](TreeOptions options, std::uint64_t seed, const char* shape) {
    Model model = random_tree(seed, options);
    if (model.nv() == 0) return;
    RandomState state = random_state(model, seed);
    cases.push_back(
        {std::move(model), std::move(state),
         std::to_string(options.links) + " links, " + shape + ", seed " + std::to_string(seed)});
  };
  for (const int links : {1, 2, 3, 5, 8, 13, 30, 80, 200}) {
    // Sanitizers look for other things than numbers: one robot of each shape, and no large ones.
    if (KINETREE_SANITIZED && links > 50) continue;
    const std::uint64_t seeds = KINETREE_SANITIZED ? 1 : links > 50 ? 2 : 6;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      add({.links = links, .branching = 0, .multi_dof = false}, seed, "chain of one-degree joints");
      add({.links = links, .branching = 0.3}, seed, "bushy, all joints");
      add({.links = links, .branching = 1}, seed, "wide, all joints");
      if (mimics) add({.links = links, .branching = 0.5, .mimics = true}, seed, "with mimics");
    }
  }
  return cases;
}

/// Whether laws try a method on a model: it must take mimics where there are some, and methods that
/// keep n³ numbers are tried on moderate robots, and once on a long chain (laws/coriolis_test.cpp).
inline bool usable(const Model& model, const Method& method) {
  constexpr int largest_tensor = 100;
  if (method.tensor && model.nv() > largest_tensor) return false;
  for (int i = 0; i < model.size(); ++i) {
    if (model.link(static_cast<LinkId>(i)).joint.mimic && !method.mimic) return false;
  }
  return true;
}

/// One evaluator for every registered method that takes the model.
struct Candidate {
  Method method;
  Evaluator evaluator;
};

inline std::vector<Candidate> candidates(const Model& model, Quantity quantity,
                                         const Include& include = {}) {
  std::vector<Candidate> result;
  for (const Method& method : methods()) {
    if (method.quantity != quantity || !usable(model, method)) continue;
    Options options;
    options.include = include;
    options.methods[quantity] = method.name;
    result.push_back({method, Evaluator(model, options)});
  }
  EXPECT_FALSE(result.empty()) << "no method computes " << to_string(quantity);
  return result;
}

}  // namespace kinetree::testing

/// Runs the statements for every law case, saying which one it is.
#define KINETREE_FOR_EACH(item, cases) \
  for (const auto& item : (cases))     \
    if (const ::testing::ScopedTrace trace(__FILE__, __LINE__, (item).name); true)
