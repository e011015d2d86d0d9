#include "kinetree/explain.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

TEST(Explain, TermsAndPartsAddUpToTheElement) {
  for (const bool mimics : {false, true}) {
    const Model model = random_tree(3, {.links = 12, .mimics = mimics});
    const RandomState x = random_state(model, 3);
    Evaluator e(model);
    const double size = largest(e.mass_matrix(x.q));
    for (int u = 0; u < model.nv(); ++u) {
      for (int k = 0; k < model.nv(); ++k) {
        const Element element = explain_element(model, x.q, u, k);
        EXPECT_EQ(element.value, e.element(x.q, u, k));
        double sum = 0;
        for (const ElementTerm& term : element.terms) sum += term.value;
        EXPECT_NEAR(sum, element.value, rounding(model.nv()) * size);
      }
    }
  }
}

/// Slider 0 carries hinge 1, which carries slider 2 and hinge 3; hinge 4 stands apart.
Model mixed() {
  Model model;
  const LinkId slider = model.add(make_link("slider", JointType::prismatic));
  const LinkId hinge =
      model.add(placed(make_link("hinge", JointType::revolute), {1, 0, 0}), slider);
  const LinkId second =
      model.add(placed(make_link("second", JointType::prismatic), {0, 1, 0}), hinge);
  model.add(placed(make_link("last", JointType::revolute), {0, 0, 1}), second);
  model.add(make_link("apart", JointType::revolute));
  return model;
}

TEST(Explain, NamesEachOfTheEightCases) {
  const Model model = mixed();
  const Vector q = Vector::Zero(5);
  const auto only_case = [&](int u, int k) {
    const Element element = explain_element(model, q, u, k);
    EXPECT_EQ(element.terms.size(), 1U);
    EXPECT_EQ(element.terms[0].cases.size(), 1U);
    return element.terms[0].cases[0];
  };
  EXPECT_EQ(only_case(3, 1), 1);
  EXPECT_EQ(only_case(1, 0), 2);
  EXPECT_EQ(only_case(1, 3), 3);
  EXPECT_EQ(only_case(1, 1), 3);  // a joint is in its own subtree
  EXPECT_EQ(only_case(1, 2), 4);
  EXPECT_EQ(only_case(2, 1), 5);
  EXPECT_EQ(only_case(2, 0), 6);
  EXPECT_EQ(only_case(0, 1), 7);
  EXPECT_EQ(only_case(0, 2), 8);
  EXPECT_EQ(only_case(0, 0), 8);
  EXPECT_TRUE(explain_element(model, q, 4, 1).terms[0].cases.empty());
  EXPECT_EQ(explain_element(model, q, 4, 1).value, 0);
}

TEST(Explain, EveryCaseHasAConditionAFormulaAndAnEquation) {
  for (int number = 1; number <= 8; ++number) {
    EXPECT_FALSE(case_condition(number).empty());
    EXPECT_FALSE(case_formula(number).empty());
    EXPECT_EQ(case_equation(number), 29 + number);
  }
}

TEST(Explain, ListsTheLinksBelowTheDeeperJoint) {
  const Element element = explain_element(mixed(), Vector::Zero(5), 0, 2);
  ASSERT_EQ(element.terms[0].parts.size(), 2U);
  EXPECT_EQ(element.terms[0].parts[0].link, LinkId{2});
  EXPECT_EQ(element.terms[0].parts[1].link, LinkId{3});
}

TEST(Explain, FixedLinksAreListedOnTheirOwn) {
  Model model;
  const LinkId arm = model.add(make_link("arm", JointType::revolute));
  model.add(placed(make_link("tool", JointType::fixed), {0, 0.5, 0}), arm);
  const Element element = explain_element(model, Vector::Zero(1), 0, 0);
  ASSERT_EQ(element.terms[0].parts.size(), 2U);
  EXPECT_NEAR(element.terms[0].parts[0].value + element.terms[0].parts[1].value, element.value,
              1e-15);
}

TEST(Explain, HelicesAreFourCasesAtOnce) {
  Model model;
  Link screw = make_link("screw", JointType::helical);
  screw.joint.pitch = 0.1;
  const LinkId first = model.add(screw);
  screw.name = "second";
  screw.joint.name.clear();
  model.add(screw, first);
  const Element element = explain_element(model, Vector::Zero(2), 1, 0);
  EXPECT_EQ(element.terms[0].cases, (std::vector<int>{1, 2, 5, 6}));
  EXPECT_EQ(element.terms[0].u_motion, AxisMotion::turns_and_slides);
}

TEST(Explain, ArmatureIsOnTheDiagonalAndCanBeLeftOut) {
  Model model;
  const LinkId arm = model.add(make_link("arm", JointType::revolute));
  model.set_armature(arm, 0.25);
  const double with = explain_element(model, Vector::Zero(1), 0, 0).value;
  const Element without = explain_element(model, Vector::Zero(1), 0, 0, {.armature = false});
  EXPECT_NEAR(with - without.value, 0.25, 1e-15);
  EXPECT_EQ(without.terms[0].armature, 0);
}

// The zeros that Wang & Ju list for the rocker arm, counted from 1: (2,4), (2,5), (3,4), (3,5).
TEST(Explain, KnowsTheZerosOfTheRockerArm) {
  const Model model = load_model("rocker5");
  for (const auto& [u, k] : {std::pair{2, 4}, {2, 5}, {3, 4}, {3, 5}}) {
    EXPECT_TRUE(explain_element(model, Vector::Zero(5), u - 1, k - 1).terms[0].cases.empty());
  }
  EXPECT_FALSE(explain_element(model, Vector::Zero(5), 1, 0).terms[0].cases.empty());
}

}  // namespace
}  // namespace kinetree::testing
