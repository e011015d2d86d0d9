#include "kinetree/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "model/compile.hpp"
#include "model/links.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

std::string failures(const Verification& result) {
  std::string text;
  for (const Check& check : result.checks) {
    if (!check.passed()) {
      text += check.name + ": " + std::to_string(check.worst) + " > " +
              std::to_string(check.bound) + "\n";
    }
  }
  return text;
}

const Check* find(const Verification& result, const std::string& part) {
  const auto found = std::find_if(result.checks.begin(), result.checks.end(),
                                  [&](const Check& check) { return contains(check.name, part); });
  return found == result.checks.end() ? nullptr : &*found;
}

TEST(Verify, PassesOnRandomTreesOfEveryJointType) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Verification result = verify(random_tree(seed, {.links = 8}), 4, seed);
    EXPECT_TRUE(result.passed()) << failures(result);
    for (const Check& check : result.checks) EXPECT_EQ(check.skipped, "") << check.name;
  }
}

TEST(Verify, PassesOnAFloatingRobot) {
  Model model = random_tree(3, {.links = 6, .multi_dof = false});
  model.set_base(Base::floating);
  const Verification result = verify(model, 4, 1);
  EXPECT_TRUE(result.passed()) << failures(result);
}

TEST(Verify, PassesOnMimicsAndSaysWhatItSkips) {
  const Model model = random_tree(5, {.links = 12, .mimics = true});
  ASSERT_TRUE(compile(model, true).coupled());
  const Verification result = verify(model, 4, 1);
  EXPECT_TRUE(result.passed()) << failures(result);
  const Check* ltdl = find(result, "forward_dynamics: ltdl");
  ASSERT_NE(ltdl, nullptr);
  EXPECT_EQ(ltdl->skipped, "does not take mimicking joints");
  EXPECT_EQ(find(result, "forward ∘ inverse")->skipped, "");
}

TEST(Verify, ComparesEveryMethodThatHasARival) {
  const Verification result = verify(random_tree(1, {.links = 4}), 1, 1);
  for (const Method& method : methods()) {
    const bool first =
        &method == &*std::find_if(methods().begin(), methods().end(),
                                  [&](const Method& m) { return m.quantity == method.quantity; });
    if (first) continue;
    const std::string name =
        std::string(to_string(method.quantity)) + ": " + std::string(method.name) + " = ";
    EXPECT_NE(find(result, name), nullptr) << name;
  }
}

TEST(Verify, IsTheSameForTheSameSeed) {
  const Model model = random_tree(2, {.links = 5});
  const Verification a = verify(model, 3, 9), b = verify(model, 3, 9), c = verify(model, 3, 10);
  ASSERT_EQ(a.checks.size(), b.checks.size());
  EXPECT_EQ(a.states, 3);
  EXPECT_EQ(a.seed, 9U);
  bool differs = false;
  for (std::size_t i = 0; i < a.checks.size(); ++i) {
    EXPECT_EQ(a.checks[i].worst, b.checks[i].worst) << a.checks[i].name;
    differs = differs || a.checks[i].worst != c.checks[i].worst;
  }
  EXPECT_TRUE(differs);
}

TEST(Verify, SkipsForwardDynamicsOfASingularRobotAndNamesTheJoint) {
  Model model;
  model.add(make_link("arm", JointType::revolute));
  model.add(make_link("ghost", JointType::revolute, Vector3::UnitX(), {}), LinkId{0});
  const Verification result = verify(model, 3, 1);
  EXPECT_TRUE(result.passed()) << failures(result);
  for (const std::string name : {"forward ∘ inverse", "M M⁻¹", "forward_dynamics: cholesky"}) {
    const Check* check = find(result, name);
    ASSERT_NE(check, nullptr) << name;
    EXPECT_EQ(check->skipped, "M is singular: nothing gives joint 'ghost' inertia");
  }
  EXPECT_EQ(find(result, "kinetic energy")->skipped, "");
}

TEST(Verify, ComparesSteepMethodsOfALargeRobotInOneStateOnly) {
  Model model = random_tree(1, {.links = 210, .branching = 1, .multi_dof = false});
  ASSERT_GT(model.nv(), 200);
  const Verification result = verify(model, 2, 1);
  EXPECT_TRUE(result.passed()) << failures(result);
  EXPECT_EQ(find(result, "mass_matrix: explicit")->state, 0);
  EXPECT_GT(find(result, "mass_matrix: explicit")->worst, 0);
}

// A body that no mass distribution has: its inertia is negative, so a law must fail and be seen.
TEST(Verify, FailsWhereALawIsBroken) {
  Model model;
  model.add(make_link("impossible", JointType::revolute, Vector3::UnitZ(),
                      {1, Vector3::Zero(), -Matrix3::Identity()}));
  model.set_armature(LinkId{0}, 0.5);
  const Verification result = verify(model, 3, 1);
  EXPECT_FALSE(result.passed());
  const Check* eigenvalue = find(result, "negative eigenvalue");
  ASSERT_NE(eigenvalue, nullptr);
  EXPECT_FALSE(eigenvalue->passed());
  EXPECT_GT(eigenvalue->worst, 0.5);
}

TEST(Verify, OneFailingRowFailsTheWhole) {
  Verification result = verify(random_tree(1, {.links = 3}), 1, 1);
  ASSERT_TRUE(result.passed());
  for (const double wrong :
       {1e-3, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    result.checks.push_back({"a wrong number", wrong, 1e-12, 0, ""});
    EXPECT_FALSE(result.checks.back().passed()) << wrong;
    EXPECT_FALSE(result.passed()) << wrong;
    result.checks.back().skipped = "not applicable";
    EXPECT_TRUE(result.passed()) << "a skipped row does not fail";
    result.checks.pop_back();
  }
}

TEST(Verify, TheBoundItselfStillPasses) {
  EXPECT_TRUE((Check{"exact", 1e-12, 1e-12, 0, ""}).passed());
  EXPECT_FALSE((Check{"above", 1.1e-12, 1e-12, 0, ""}).passed());
}

TEST(Verify, RefusesWhatCannotBeVerified) {
  EXPECT_THROW(verify(random_tree(1), 0), UsageError);
  Model rigid;
  rigid.add(make_link("rock", JointType::fixed));
  EXPECT_THROW(verify(rigid), ModelError);
}

}  // namespace
}  // namespace kinetree::testing
