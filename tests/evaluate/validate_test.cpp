#include <gtest/gtest.h>

#include <algorithm>

#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

bool has(const Diagnostics& found, const std::string& rule) {
  return std::any_of(found.begin(), found.end(),
                     [&](const Diagnostic& d) { return d.rule == rule; });
}

TEST(Validate, IsSilentAboutASoundRobot) {
  Model model;
  model.add(make_link("base", JointType::fixed));
  model.add(make_link("arm", JointType::revolute), LinkId{0});
  model.add(placed(make_link("hand", JointType::spherical), {0.4, 0, 0}), LinkId{1});
  EXPECT_TRUE(validate(model).empty());
}

TEST(Validate, NamesJointsThatNothingGivesInertia) {
  Model model;
  model.file = "gripper.urdf";
  Link finger = make_link("finger", JointType::prismatic, Vector3::UnitX(), {});
  finger.joint.name = "slide";
  finger.joint.where = {17, 5};
  model.add(finger);
  const Diagnostics found = validate(model);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "massless_joint");
  EXPECT_EQ(found[0].level, Diagnostic::warning);
  EXPECT_EQ(found[0].subject, "joint 'slide'");
  EXPECT_EQ(found[0].file, "gripper.urdf");
  EXPECT_EQ(found[0].at.line, 17);
  model.set_armature(LinkId{0}, 0.1);
  EXPECT_TRUE(validate(model).empty());
}

TEST(Validate, ListsFaultsFirstThenDoubts) {
  Model model;
  model.add(make_link("stretched", JointType::revolute, {0, 0, 2}));
  model.add(make_link("broken", JointType::revolute, {0, 0, 0}));
  const Diagnostics found = validate(model);
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0].rule, "zero_axis");
  EXPECT_EQ(found[0].level, Diagnostic::error);
  EXPECT_TRUE(has(found, "unnormalised_axis"));
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                             [](const auto& a, const auto& b) { return a.level > b.level; }));
}

TEST(Validate, NeverThrowsAboutABrokenRobot) {
  Model model;
  Link link = make_link("a", JointType::revolute);
  link.inertia.inertia(1, 1) = std::numeric_limits<double>::quiet_NaN();
  link.joint.mimic = Mimic{"a", 1, 0};
  model.add(link);
  Diagnostics found;
  EXPECT_NO_THROW(found = validate(model));
  EXPECT_TRUE(has(found, "not_finite"));
  EXPECT_TRUE(has(found, "mimic"));
}

TEST(Validate, TakesAnEmptyModel) { EXPECT_TRUE(validate(Model{}).empty()); }

}  // namespace
}  // namespace kinetree::testing
