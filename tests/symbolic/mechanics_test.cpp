#include "symbolic/mechanics.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

// derive() refuses what the evaluator does not confirm: not to throw is to be right.
void expect_proved(const Model& model, const DeriveOptions& options) {
  const Equations e = derive(model, {"M", "C", "g", "h", "Mdot", "T", "U"}, options);
  EXPECT_LE(e.proof().worst, 1e-12);
  EXPECT_EQ(e.proof().states, 4);
}

TEST(Mechanics, AgreesWithTheEvaluatorOnEveryJoint) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_proved(random_tree(seed, {.links = 3, .branching = 0.7}),
                  {.symbolic = {}, .numeric = {"all"}});
  }
}

TEST(Mechanics, AgreesWithTheEvaluatorWithLetters) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_proved(random_tree(seed, {.links = 3, .branching = 1}), {});
  }
  for (const char* robot : {"planar3", "rocker5", "puma6", "scara", "three_link", "cart_pole"}) {
    SCOPED_TRACE(robot);
    expect_proved(load_model(robot), {});
  }
}

TEST(Mechanics, AgreesWithTheEvaluatorOnMimics) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_proved(random_tree(seed, {.links = 4, .multi_dof = false, .mimics = true}),
                  {.symbolic = {"masses"}, .numeric = {}});
  }
}

TEST(Mechanics, GuessesTheSizeOfWhatItCannotFinish) {
  const DeriveOptions options;
  const Model chain = load_model("chain:12");
  symbolic::SymbolicModel letters(chain, options);
  symbolic::Mechanics mechanics(letters);
  const double guess = mechanics.log_size(100000);
  EXPECT_GT(guess, 6);
  EXPECT_LT(guess, 14);
  const Model arm = load_model("planar3");
  symbolic::SymbolicModel small(arm, options);
  EXPECT_NEAR(symbolic::Mechanics(small).log_size(100000), std::log10(13.0), 1e-12);
}

}  // namespace
}  // namespace kinetree::testing
