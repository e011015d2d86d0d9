// What "auto" takes, and why.
#include "evaluate/choose.hpp"

#include <gtest/gtest.h>

#include "kinetree/kinetree.hpp"
#include "support/shaped.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

TEST(Choose, PlansByShape) {
  const UseSimd use("baseline");
  const auto taken = [](const Model& model, Quantity quantity) {
    return std::string(Evaluator(model).method(quantity).name);
  };
  const Model arm = shaped(1, chain_of(6)), snake = shaped(1, chain_of(20));
  const Model dog = shaped(1, limbs_on(JointType::floating, 0, {3, 3, 3, 3}));
  const Model bush = random_tree(2, {.links = 12});
  for (const Quantity quantity : quantities()) {
    EXPECT_EQ(taken(arm, quantity), "bodies");
    EXPECT_EQ(taken(dog, quantity), quantity == Quantity::coriolis ? "bodies" : "limbs");
    EXPECT_EQ(taken(bush, quantity), "screws");
  }
  EXPECT_EQ(taken(snake, Quantity::mass_matrix), "bodies");
  EXPECT_EQ(taken(snake, Quantity::forward_dynamics), "screws");
}

TEST(Choose, ArticulatedBodiesWhereARegisterHoldsAColumn) {
  for (const std::string& set : available_simd()) {
    const UseSimd use(set);
    const Evaluator snake(shaped(1, chain_of(9))), arm(shaped(1, chain_of(8)));
    EXPECT_EQ(snake.method(Quantity::forward_dynamics).name, set == "avx512" ? "bodies" : "screws");
    EXPECT_EQ(arm.method(Quantity::forward_dynamics).name, "bodies") << set;
  }
}

TEST(Choose, SaysWhy) {
  const UseSimd use("baseline");
  const auto reason = [](const Model& model, const Options& options = {}) {
    return Evaluator(model, options).reason(Quantity::mass_matrix);
  };
  EXPECT_EQ(reason(shaped(1, chain_of(6))), "a chain of 6: 2 bodies in a register (baseline)");
  EXPECT_EQ(reason(shaped(1, limbs_on(JointType::floating, 2, {3, 3, 3, 3}))),
            "a trunk of 3 with limbs: up to 2 in a register (baseline)");
  EXPECT_EQ(reason(shaped(1, {{-1, JointType::prismatic}, {0}, {0, JointType::prismatic}})),
            "a tree of 3: 2 sines in a register (baseline)");
  EXPECT_EQ(reason(shaped(1, {{-1}, {0, JointType::helical}})),
            "a chain of 2: 2 sines in a register (baseline)");
  Options named;
  named.methods.mass_matrix = "crba";
  EXPECT_EQ(reason(shaped(1, chain_of(6)), named), "asked for");
}

Link tool() {
  Link link;
  link.name = "tool";
  link.joint.type = JointType::fixed;
  link.inertia = {.mass = 2, .com = {0.1, 0, 0}, .inertia = 0.1 * Matrix3::Identity()};
  return link;
}

TEST(Choose, MakesPlansAnewAfterAnEdit) {
  Model model = shaped(1, chain_of(6));
  Evaluator e(model);
  const RandomState x = random_state(model, 1);
  const Matrix before = e.mass_matrix(x.q);
  const LinkId added = model.add(tool(), static_cast<LinkId>(5));
  e.sync(model);
  EXPECT_EQ(e.method(Quantity::mass_matrix).name, "bodies");
  EXPECT_EQ(Matrix(e.mass_matrix(x.q)), Matrix(Evaluator(model).mass_matrix(x.q)));
  EXPECT_NE(Matrix(e.mass_matrix(x.q)), before);
  model.detach(added);
  e.sync(model);
  EXPECT_EQ(Matrix(e.mass_matrix(x.q)), before);
}

TEST(Choose, FollowsEditsThatRoomIsReservedForWithPlainKernels) {
  Model model = shaped(1, chain_of(6));
  model.reserve(2, 2);
  Evaluator e(model);
  EXPECT_EQ(e.method(Quantity::mass_matrix).name, "crba");
  EXPECT_EQ(e.reason(Quantity::mass_matrix),
            "room is reserved for edits, which plain kernels follow without new memory");
  Options named;
  named.methods.mass_matrix = "screws";
  Evaluator by_name(model, named);
  model.add(tool(), static_cast<LinkId>(5));
  e.sync(model);
  by_name.sync(model);
  EXPECT_EQ(by_name.method(Quantity::mass_matrix).name, "screws");
  EXPECT_EQ(by_name.method(Quantity::bias).name, "rnea");
  const RandomState x = random_state(model, 1);
  const Matrix truth = Evaluator(model).mass_matrix(x.q);
  EXPECT_EQ(Matrix(e.mass_matrix(x.q)), truth);
  EXPECT_LT((by_name.mass_matrix(x.q) - truth).norm(), 1e-12 * truth.norm());
}

TEST(Choose, TellsWhatAPlanNeeds) {
  const auto message = [](const Model& model, Quantity quantity, const char* method) {
    Options options;
    options.methods[quantity] = method;
    try {
      Evaluator e(model, options);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const Model ball = shaped(1, limbs_on(JointType::spherical, 0, {3, 3, 3, 3}));
  EXPECT_EQ(message(ball, Quantity::mass_matrix, "bodies"),
            "mass_matrix=bodies: takes joints of one axis each, on a root that may float (screws "
            "takes any robot)");
  EXPECT_EQ(message(shaped(1, chain_of(9)), Quantity::forward_dynamics, "bodies"), "");
  EXPECT_EQ(message(shaped(1, chain_of(9)), Quantity::bias, "limbs"),
            "bias=limbs: takes trees with at least half of their links in limbs, two or more "
            "(screws takes any robot)");
  EXPECT_EQ(message(shaped(1, limbs_on(JointType::floating, 2, {6, 6, 6, 6})), Quantity::coriolis,
                    "limbs"),
            "coriolis=limbs: takes limbs on one floating body (screws takes any robot)");
  EXPECT_NE(
      message(random_tree(2, {.links = 12, .mimics = true}), Quantity::forward_dynamics, "aba")
          .find("does not take mimicking joints"),
      std::string::npos);
  EXPECT_EQ(message(Model{}, Quantity::mass_matrix, "screws"),
            "mass_matrix=screws: plans are made for 1 to 2000 velocities, this robot has 0");
}

}  // namespace
}  // namespace kinetree::testing
