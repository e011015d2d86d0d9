#include "kernel/mass_matrix/explicit.hpp"

#include <gtest/gtest.h>

#include "evaluate/run_frame.hpp"
#include "scalar/op_count.hpp"
#include "support/random_tree.hpp"
#include "support/run_method.hpp"

namespace kinetree::testing {
namespace {

TEST(Explicit, IsTheSumOfAllBodies) { expect_dense(Quantity::mass_matrix, "explicit"); }

TEST(Explicit, AnElementAloneIsTheElementOfTheMatrix) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    RunnableRobot robot(random_tree(seed, {.links = 12, .armature = false}), seed);
    const Matrix M = run_method(robot, Quantity::mass_matrix, "explicit");
    for (int u = 0; u < M.rows(); ++u) {
      for (int k = 0; k < M.cols(); ++k) {
        EXPECT_EQ(kernel::element<double>(robot.w.tree(), robot.w.geometry(), u, k), M(u, k));
      }
    }
  }
}

/// A trunk with two branches: 0 - 1, 0 - 2 - 3.
Model branching() {
  Model model;
  Link link;
  link.joint.type = JointType::revolute;
  link.inertia = {1, {0.1, 0.2, 0.3}, Matrix3::Identity()};
  for (const int parent : {-1, 0, 0, 2}) {
    link.name = "link" + std::to_string(model.size());
    link.joint.name.clear();
    model.add(link, parent < 0 ? std::nullopt : std::optional(static_cast<LinkId>(parent)));
  }
  return model;
}

TEST(Explicit, ZerosOfOtherBranchesTakeNoArithmetic) {
  const Compiled compiled = compile(branching(), true);
  Workspace<OpCount> w(compiled, OpCount::variable);
  place_links_and_inertias(w);
  OpCount::reset();
  for (const auto& [u, k] : {std::pair{1, 2}, {2, 1}, {1, 3}, {3, 1}}) {
    EXPECT_TRUE(kernel::element<OpCount>(w.tree(), w.geometry(), u, k).is(0));
  }
  EXPECT_EQ(OpCount::tally().multiplications + OpCount::tally().additions, 0);
  kernel::element<OpCount>(w.tree(), w.geometry(), 3, 2);
  EXPECT_GT(OpCount::tally().multiplications, 0);
}

TEST(Explicit, RelationSaysWhichJointCarriesWhich) {
  RunnableRobot robot(branching(), 1);
  const Tree<double> tree = robot.w.tree();
  using kernel::Relation;
  EXPECT_EQ(kernel::relation(tree, 3, 0), Relation::k_carries_u);
  EXPECT_EQ(kernel::relation(tree, 0, 3), Relation::u_carries_k);
  EXPECT_EQ(kernel::relation(tree, 2, 2), Relation::u_carries_k);  // a joint is in its subtree
  EXPECT_EQ(kernel::relation(tree, 1, 3), Relation::unrelated);
}

TEST(Explicit, ColumnsOfOneJointCarryEachOtherInTheirOrder) {
  Model model;
  Link link;
  link.name = "base";
  link.joint.type = JointType::floating;
  link.inertia = {1, {0.1, 0.2, 0.3}, Matrix3::Identity()};
  model.add(link);
  RunnableRobot robot(model, 1);
  EXPECT_EQ(kernel::relation(robot.w.tree(), 4, 1), kernel::Relation::k_carries_u);
  EXPECT_EQ(kernel::relation(robot.w.tree(), 1, 4), kernel::Relation::u_carries_k);
}

}  // namespace
}  // namespace kinetree::testing
