#include "evaluate/registry.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "evaluate/choose.hpp"
#include "kinetree/io.hpp"
#include "model/links.hpp"
#include "scalar/op_count.hpp"

namespace kinetree::testing {
namespace {

TEST(Registry, NamesAreUniquePerQuantity) {
  std::set<std::pair<Quantity, std::string_view>> seen;
  for (const Method& method : methods()) {
    EXPECT_TRUE(seen.emplace(method.quantity, method.name).second) << method.name;
  }
}

TEST(Registry, EveryRowIsDescribed) {
  for (const Method& method : methods()) {
    EXPECT_FALSE(method.name.empty());
    EXPECT_FALSE(method.summary.empty()) << method.name;
    EXPECT_FALSE(method.cost.empty()) << method.name;
    EXPECT_FALSE(method.reference.empty()) << method.name;
    EXPECT_NE(method.name, "auto");
  }
}

TEST(Registry, IsTheSameForEveryScalar) {
  ASSERT_EQ(registry<double>().size(), methods().size());
  ASSERT_EQ(registry<OpCount>().size(), methods().size());
  for (std::size_t i = 0; i < methods().size(); ++i) {
    EXPECT_EQ(registry<double>()[i].method.name, methods()[i].name);
    EXPECT_EQ(registry<OpCount>()[i].method.name, methods()[i].name);
    EXPECT_NE(registry<double>()[i].run, nullptr);
    EXPECT_NE(registry<OpCount>()[i].run, nullptr);
  }
}

TEST(Registry, EveryQuantityHasAMethodThatTakesMimics) {
  for (const Quantity quantity : quantities()) {
    bool found = false;
    for (const Method& method : methods()) {
      found = found || (method.quantity == quantity && method.mimic);
    }
    EXPECT_TRUE(found) << to_string(quantity);
  }
}

TEST(Registry, EveryQuantityHasItsOwnName) {
  std::set<std::string_view> names;
  for (const Quantity quantity : quantities()) names.insert(to_string(quantity));
  EXPECT_EQ(names.size(), quantities().size());
  EXPECT_TRUE(names.contains("mass_matrix"));
  EXPECT_TRUE(names.contains("forward_dynamics"));
}

TEST(Registry, AutoPicksAMethodOfTheQuantity) {
  Model model;
  model.add(make_link("a", JointType::revolute));
  Model coupled = model;
  coupled.add(mimicking(make_link("b", JointType::revolute), "a"));
  for (const Model& robot : {model, coupled}) {
    const Evaluator evaluator(robot);
    for (const Quantity quantity : quantities()) {
      const Method& chosen = evaluator.method(quantity);
      EXPECT_EQ(chosen.quantity, quantity);
      EXPECT_TRUE(chosen.mimic || robot.size() == 1);
    }
  }
}

TEST(Registry, OfPlainKernelsAutoFollowsTheLengthOfThePaths) {
  const auto picked = [](const char* robot, Quantity quantity) {
    const Compiled compiled = compile(load_model(robot), true);
    return automatic(quantity, {compiled, nullptr, nullptr}).method.name;
  };
  EXPECT_EQ(picked("chain:15", Quantity::mass_matrix), "crba");
  EXPECT_EQ(picked("chain:16", Quantity::mass_matrix), "gdahj");
  EXPECT_EQ(picked("tree:63", Quantity::mass_matrix), "crba");
  EXPECT_EQ(picked("chain:12", Quantity::forward_dynamics), "ltdl");
  EXPECT_EQ(picked("chain:13", Quantity::forward_dynamics), "aba");
}

TEST(Registry, EveryMethodCanBeChosenByName) {
  Model model;
  model.add(make_link("a", JointType::revolute));
  for (const Method& method : methods()) {
    Options options;
    options.methods[method.quantity] = method.name;
    EXPECT_EQ(Evaluator(model, options).method(method.quantity).name, method.name);
  }
}

TEST(Methods, AreIndexedByQuantity) {
  Methods chosen;
  chosen[Quantity::mass_matrix] = "1";
  chosen[Quantity::gravity] = "2";
  chosen[Quantity::bias] = "3";
  chosen[Quantity::inverse_dynamics] = "4";
  chosen[Quantity::forward_dynamics] = "5";
  chosen[Quantity::coriolis] = "6";
  EXPECT_EQ(chosen.mass_matrix, "1");
  EXPECT_EQ(chosen.gravity, "2");
  EXPECT_EQ(chosen.bias, "3");
  EXPECT_EQ(chosen.inverse_dynamics, "4");
  EXPECT_EQ(chosen.forward_dynamics, "5");
  EXPECT_EQ(chosen.coriolis, "6");
  const Methods& reading = chosen;
  EXPECT_EQ(&reading[Quantity::bias], &chosen.bias);
}

}  // namespace
}  // namespace kinetree::testing
