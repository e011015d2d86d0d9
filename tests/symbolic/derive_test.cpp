#include "kinetree/derive.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

TEST(Derive, GivesTheNumbersOfTheEvaluator) {
  const Model scara = load_model("scara");
  const Equations e = derive(scara, {"M", "h", "J:link4"});
  const RandomState x = random_state(scara, 11);
  Evaluator evaluator(scara);
  const Matrix M = evaluator.mass_matrix(x.q);
  const Vector h = evaluator.bias(x.q, x.v);
  const Matrix J = evaluator.jacobian(x.q, scara.at("link4"));
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(e.evaluate(1, i, 0, x.q, x.v), h[i], 1e-12);
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(e.evaluate(0, i, j, x.q, x.v), M(i, j), 1e-13);
  }
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(e.evaluate(2, i, j, x.q, x.v), J(i, j), 1e-14);
  }
}

TEST(Derive, TakesOtherParameters) {
  const Model arm = load_model("planar3");
  Model heavy = arm;
  MassProperties body = arm.link(LinkId{2}).inertia;
  body.mass = 7;
  heavy.set_inertia(LinkId{2}, body);
  const RandomState x = random_state(arm, 2);
  const Equations e = derive(arm, {"M"});
  EXPECT_NEAR(e.evaluate(0, 0, 0, x.q, x.v, {{"m3", 7}}), Evaluator(heavy).mass_matrix(x.q)(0, 0),
              1e-14);
  EXPECT_THROW(e.evaluate(0, 0, 0, x.q, x.v, {{"m4", 7}}), UsageError);
  EXPECT_THROW(e.evaluate(0, 0, 0, Vector::Zero(2), x.v), UsageError);
}

TEST(Derive, OneElementIsThatOfTheWhole) {
  const Model puma = load_model("puma6");
  const Equations whole = derive(puma, {"C"});
  DeriveOptions one;
  one.element = std::pair(1, 3);
  const Equations alone = derive(puma, {"C"}, one);
  EXPECT_EQ(alone.text(0, 1, 3), whole.text(0, 1, 3));
  EXPECT_EQ(alone.element(), std::pair(1, 3));
  one.element = std::pair(1, 1);
  EXPECT_THROW(derive(puma, {"g"}, one), UsageError);
  one.element = std::pair(6, 0);
  EXPECT_THROW(derive(puma, {"M"}, one), UsageError);
}

TEST(Derive, LeavesRotorsOutWhereAsked) {
  Model arm = load_model("planar3");
  arm.set_armature(LinkId{0}, 0.25);
  EXPECT_EQ(derive(arm, {"M"}).text(0, 0, 0).substr(0, 3), "I1z");
  EXPECT_NE(derive(arm, {"M"}).text(0, 0, 0).find("Ia1"), std::string::npos);
  DeriveOptions without;
  without.include.armature = false;
  EXPECT_EQ(derive(arm, {"M"}, without).text(0, 0, 0).find("Ia1"), std::string::npos);
}

TEST(Derive, CountsWhatIsFixedToTheWorldInU) {
  Model model;
  Link post;
  post.name = "post", post.joint.name = "bolt", post.inertia.mass = 2;
  post.inertia.com = {0, 0, 0.5};
  const LinkId base = model.add(post);
  Link rod = post;
  rod.name = "rod", rod.joint.name = "hinge", rod.joint.type = JointType::revolute;
  rod.joint.axis = Vector3::UnitY();
  model.add(rod, base);
  EXPECT_EQ(derive(model, {"U"}).text(0, 0, 0), "g·(m0·l0I + m1·l1I·cos(q1))");
}

TEST(Derive, RefusesWhatWouldNotFit) {
  for (const char* quantity : {"C", "M", "T"}) {
    try {
      derive(load_model("chain:100"), {quantity});
      FAIL() << quantity;
    } catch (const UsageError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("terms"), std::string::npos) << text;
      EXPECT_NE(text.find("--element"), std::string::npos) << text;
    }
  }
  DeriveOptions tip;
  tip.element = std::pair(98, 99);
  EXPECT_GT(derive(load_model("chain:100"), {"M"}, tip).terms(0, 98, 99), 0);
  EXPECT_THROW(derive(load_model("chain:1000"), {"M"}, tip), UsageError);
  EXPECT_THROW(derive(Model(), {"M"}), ModelError);
  EXPECT_THROW(derive(load_model("planar3"), {"X"}), UsageError);
  EXPECT_THROW(derive(load_model("planar3"), {"J:nobody"}), ModelError);
}

TEST(Derive, GivesTheSameTextEveryTime) {
  const Model model = random_tree(5, {.links = 4});
  const Equations a = derive(model, {"M", "C"}), b = derive(model, {"M", "C"});
  EXPECT_EQ(emit(a, EquationFormat::json), emit(b, EquationFormat::json));
}

}  // namespace
}  // namespace kinetree::testing
