#include "evaluate/element.hpp"

#include <gtest/gtest.h>

#include "kinetree/evaluator.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

Options explicit_matrix() {
  Options options;
  options.methods.mass_matrix = "explicit";
  return options;
}

void expect_elements_of_the_matrix(const Model& model, std::uint64_t seed) {
  const RandomState x = random_state(model, seed);
  Evaluator whole(model, explicit_matrix()), alone(model);
  const Matrix M = whole.mass_matrix(x.q);
  for (int u = 0; u < model.nv(); ++u) {
    for (int k = 0; k < model.nv(); ++k) EXPECT_EQ(alone.element(x.q, u, k), M(u, k));
  }
}

TEST(Element, IsThatOfTheExplicitMatrixToTheLastBit) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_elements_of_the_matrix(random_tree(seed, {.links = 12}), seed);
    expect_elements_of_the_matrix(random_tree(seed, {.links = 12, .mimics = true}), seed);
  }
}

// Joint types and the tree may change between calls: nothing is prepared for either.
TEST(Element, FollowsEditsOfTheModel) {
  Model model;
  const LinkId arm = model.add(make_link("arm", JointType::revolute));
  Evaluator e(model);
  const double bare = e.element(Vector::Zero(1), 0, 0);
  for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::helical}) {
    Model longer = model;
    longer.add(placed(make_link("tool", type), {0.3, 0.1, 0}), arm);
    e.sync(longer);
    expect_elements_of_the_matrix(longer, 1);
    EXPECT_GT(e.element(Vector::Zero(2), 0, 0), bare);
  }
}

TEST(Element, OutsideOfMIsRefused) {
  Model model;
  model.add(make_link("arm", JointType::revolute));
  Evaluator e(model);
  const Vector q = Vector::Zero(1);
  for (const auto& [u, k] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
    EXPECT_THROW(e.element(q, u, k), UsageError);
  }
  EXPECT_THROW(e.element(Vector::Zero(2), 0, 0), UsageError);
}

}  // namespace
}  // namespace kinetree::testing
