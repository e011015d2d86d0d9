// A wrong sign in a method shows: it changes the result by more than verify() allows.
//
// The signs tried here are those of a run, not of a text: tools/mutate.py has the text's, and the
// exit code. What does not show is what cannot: the half of a square that is overwritten, or the
// sign of something that the result does not depend on, such as where the root stands.
#include <gtest/gtest.h>

#include "evaluate/methods.hpp"
#include "support/close.hpp"
#include "support/mutant.hpp"
#include "support/random_tree.hpp"
#include "support/run_scalar.hpp"

namespace kinetree::testing {
namespace {

Vector run(const Registered<Mutant>& row, const Model& model, const RandomState& x, long mistake) {
  Mutant::arm(mistake);
  const auto numbers =
      run_scalar<Mutant>(row, model, x, [](double number) { return Mutant(number); });
  Vector result(static_cast<Eigen::Index>(numbers.size()));
  for (Eigen::Index i = 0; i < result.size(); ++i) {
    result[i] = numbers[static_cast<std::size_t>(i)].value();
  }
  return result;
}

struct Census {
  long noticed = 0, unnoticed = 0, overwritten = 0;
};

/// At most this many signs of a method are tried, evenly spread over its run.
constexpr long most_mutants = 400;

Census try_signs(const Registered<Mutant>& row, const Model& model, const RandomState& x) {
  const Vector right = run(row, model, x, 0);
  const long signs = Mutant::signs(), step = 1 + signs / most_mutants;
  Census census;
  for (long at = 1; at <= signs; at += step) {
    const Vector wrong = run(row, model, x, at);
    if (!Mutant::made_a_difference()) continue;
    if (wrong == right) {
      ++census.overwritten;
    } else if (close(wrong, right, 1e-13 + 50 * model.nv() * eps)) {
      ++census.unnoticed;
    } else {
      ++census.noticed;
    }
  }
  return census;
}

class WrongSigns : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Registry, WrongSigns,
                         ::testing::Range(std::size_t{0}, method_table<Mutant>.size()),
                         [](const auto& each) {
                           const Method& method = method_table<Mutant>[each.param].method;
                           return std::string(to_string(method.quantity)) + "_" +
                                  std::string(method.name);
                         });

TEST_P(WrongSigns, AreNoticed) {
  const Registered<Mutant>& row = method_table<Mutant>[GetParam()];
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 5});
    const Census census = try_signs(row, model, random_state(model, seed));
    const long tried = census.noticed + census.unnoticed + census.overwritten;
    EXPECT_GT(census.noticed, 20);
    EXPECT_LE(census.unnoticed, tried / 10);
    EXPECT_LE(census.overwritten, 3 * tried / 4);  // of a 4×4 product, a trace uses four
  }
}

}  // namespace
}  // namespace kinetree::testing
