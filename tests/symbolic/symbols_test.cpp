#include "symbolic/symbols.hpp"

#include <gtest/gtest.h>

#include "kinetree/io.hpp"

namespace kinetree::testing {
namespace {

using symbolic::SymbolicModel;

std::vector<std::string> parameters(const Model& model, const DeriveOptions& options = {}) {
  std::vector<std::string> names;
  for (const DerivedSymbol& symbol : SymbolicModel(model, options).table) {
    if (symbol.kind < DerivedSymbol::coordinate) names.push_back(symbol.name);
  }
  return names;
}

double value(const Model& model, const std::string& name) {
  const DeriveOptions options;
  for (const DerivedSymbol& symbol : SymbolicModel(model, options).table) {
    if (symbol.name == name) return symbol.value;
  }
  ADD_FAILURE() << "no " << name;
  return 0;
}

TEST(Symbols, HaveTheNamesOfTheManual) {
  const std::vector<std::string> expected{"m1",  "l1I",  "I1yy", "I1zz", "m2",
                                          "l2I", "I2yy", "I2zz", "l1",   "m3",
                                          "l3I", "I3yy", "I3zz", "l2",   "g"};
  EXPECT_EQ(parameters(load_model("planar3")), expected);
}

// The compiled tree has every axis along z; the letters are those of the model's own frames.
TEST(Symbols, AreOfTheLinksOwnFrames) {
  const Model rocker = load_model("rocker5");
  EXPECT_EQ(value(rocker, "l1I"), 0.05);
  EXPECT_EQ(value(rocker, "l1_2x"), 0.1);
  EXPECT_EQ(value(rocker, "l1_4y"), 0.05);
  EXPECT_EQ(value(rocker, "l2z"), -0.08);
  EXPECT_EQ(value(rocker, "I3xx"), 0.003);
  EXPECT_EQ(value(rocker, "g"), 9.81);
}

TEST(Symbols, AreNumbersWhereAskedFor) {
  const Model arm = load_model("planar3");
  EXPECT_EQ(parameters(arm, {.symbolic = {"masses"}, .numeric = {}}),
            (std::vector<std::string>{"m1", "m2", "m3"}));
  EXPECT_EQ(parameters(arm, {.symbolic = {"masses"}, .numeric = {"m2"}}),
            (std::vector<std::string>{"m1", "m3"}));
  EXPECT_EQ(parameters(arm, {.symbolic = {"coms"}, .numeric = {"lengths"}}),
            (std::vector<std::string>{"l1I", "l2I", "l3I"}));
  EXPECT_EQ(parameters(arm, {.symbolic = {"l2I"}, .numeric = {"all"}}),
            (std::vector<std::string>{"l2I"}));
  EXPECT_TRUE(parameters(arm, {.symbolic = {}, .numeric = {"all"}}).empty());
}

TEST(Symbols, RefuseUnknownWordsWithTheNearest) {
  const Model arm = load_model("planar3");
  try {
    parameters(arm, {.symbolic = {"lenghts"}, .numeric = {}});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'lengths'"), std::string::npos);
  }
  EXPECT_THROW(parameters(arm, {.symbolic = {}, .numeric = {"m4"}}), UsageError);
}

TEST(Symbols, CanBeRenamed) {
  const Model arm = load_model("planar3");
  DeriveOptions options;
  options.names = {{"l1", "a"}, {"l1I", "l1"}, {"q2", "theta2"}};
  const SymbolicModel letters(arm, options);
  std::vector<std::string> names;
  for (const DerivedSymbol& symbol : letters.table) names.push_back(symbol.name);
  for (const char* name : {"a", "l1", "theta2", "theta2d"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
  for (const auto& wrong : {std::pair("m9", "x"), {"m1", "m2"}, {"m1", "2m"}, {"m1", ""}}) {
    DeriveOptions bad;
    bad.names = {{wrong.first, wrong.second}};
    EXPECT_THROW(SymbolicModel(arm, bad), UsageError) << wrong.first << "=" << wrong.second;
  }
}

TEST(Symbols, NameGravityByComponentsWhereItIsInclined) {
  Model arm = load_model("planar3");
  arm.set_gravity({1, -9, 0});
  EXPECT_EQ(value(arm, "gx"), 1);
  EXPECT_EQ(value(arm, "gy"), -9);
}

}  // namespace
}  // namespace kinetree::testing
