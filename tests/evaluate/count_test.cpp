#include "kinetree/count.hpp"

#include <gtest/gtest.h>

#include "evaluate/rods.hpp"
#include "kinetree/io.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

struct Expected {
  const char *name, *multiplications, *additions;
};

// What an independent implementation of the papers counted, term by term; pseudo_inertia takes 12n
// fewer multiplications than that, in building the pseudo-inertias.
TEST(Count, OfEveryMassMatrixIsKnownAsAPolynomial) {
  const Expected known[] = {
      {"explicit", "3.5n³ + 16.5n² + 13n", "3.5n³ + 10n² + 6.5n"},
      {"momentum_dense", "7n³ + 12n² + 3n", "6n³ + 8n² + 3n"},
      {"momentum", "7/3 n³ + 11n² + 26/3 n", "2n³ + 8n² + 7n"},
      {"pseudo_inertia", "64/3 n³ + 64n² + 164/3 n", "50/3 n³ + 49.5n² + 269/6 n"},
      {"gdahj_printed", "3n² + 102n - 15", "2.5n² + 92.5n - 33"},
      {"gdahj", "3n² + 87n", "2.5n² + 71.5n - 9"},
      {"crba", "12n² + 66n - 66", "9n² + 61n - 64"},
      {"denoc", "6n² + 45n - 15", "5.5n² + 60.5n - 34"},
      {"progressive", "n³ + 21n² + 20n", "n³ + 14.5n² + 13.5n"},
  };
  for (const Expected& expected : known) {
    const auto fitted = fit_chain(find_method(Quantity::mass_matrix, expected.name));
    ASSERT_TRUE(fitted.has_value()) << expected.name;
    EXPECT_EQ(to_string(fitted->counted.multiplications), expected.multiplications);
    EXPECT_EQ(to_string(fitted->counted.additions), expected.additions);
  }
}

TEST(Count, OfEveryMethodIsACubicInN) {
  for (const Method& method : methods()) {
    const auto fitted = fit_chain(method);
    ASSERT_TRUE(fitted.has_value()) << method.name;
    EXPECT_LE(fitted->counted.multiplications.from, 3) << method.name;
  }
}

TEST(Count, OfAChainIsOnItsCurve) {
  const Model chain = load_model("chain:17");
  for (const Method& method : methods()) {
    const MethodCost cost = count_operations(chain, method);
    const FittedCost fitted = *fit_chain(method);
    EXPECT_EQ(fitted.counted.multiplications(17),
              static_cast<double>(cost.counted.multiplications + cost.counted.divisions));
    EXPECT_EQ(fitted.counted.additions(17), static_cast<double>(cost.counted.additions));
    EXPECT_EQ(fitted.given.additions(17), static_cast<double>(cost.given.additions));
    EXPECT_EQ((cost.counted + cost.given).sines, 17) << method.name;
  }
}

TEST(Count, OfRodsIsNoMoreThanOfAnEarlierImplementation) {
  for (int n = 4; n <= 20; ++n) {
    const Operations cost = count_rods(n);
    EXPECT_LE(cost.multiplications + cost.divisions, 181 * n - 216);
    EXPECT_LE(cost.additions, 168 * n - 223);
  }
  EXPECT_EQ(to_string(fit_rods()->multiplications), "179n - 305");
  EXPECT_EQ(to_string(fit_rods()->additions), "168n - 310");
}

// Branches cost nothing: that is what the structure of a tree is for.
TEST(Count, ATreeCostsLessThanAChain) {
  for (const char* name : {"explicit", "momentum", "pseudo_inertia", "denoc", "gdahj", "crba"}) {
    const Method& method = find_method(Quantity::mass_matrix, name);
    const Operations tree = count_operations(load_model("tree:15"), method).counted;
    const Operations chain = count_operations(load_model("chain:15"), method).counted;
    EXPECT_LT(tree.multiplications, chain.multiplications) << name;
  }
}

TEST(Count, EquivalentAdditionsAreThoseOfThePaper) {
  const auto at = [](const char* name) {
    return equivalent_additions(
        count_operations(load_model("chain:6"), find_method(Quantity::mass_matrix, name)).counted);
  };
  EXPECT_NEAR(at("explicit"), 2726, 0.5);
  EXPECT_NEAR(at("momentum_dense"), 3760, 0.5);
  EXPECT_NEAR(at("momentum"), 1809, 0.5);
}

TEST(Count, RefusesWhatAMethodDoesNotTake) {
  const Model model = random_tree(5, {.links = 12, .mimics = true});
  EXPECT_THROW(count_operations(model, find_method(Quantity::forward_dynamics, "aba")), UsageError);
  EXPECT_GT(
      count_operations(model, find_method(Quantity::mass_matrix, "gdahj")).given.multiplications,
      0);
  Method unknown = methods()[0];
  unknown.name = "nonsense";
  EXPECT_THROW(count_operations(model, unknown), UsageError);
}

TEST(CostCurves, HaveOneValueForEveryN) {
  const std::vector<Curve> curves = make_cost_curves(10);
  EXPECT_EQ(curves.size(), 7U);
  for (const Curve& curve : curves) {
    ASSERT_EQ(curve.values.size(), 10U) << curve.label;
    EXPECT_TRUE(std::is_sorted(curve.values.begin(), curve.values.end()));
  }
}

}  // namespace
}  // namespace kinetree::testing
