// Every registered method run on OpCount: the same numbers as on double, and what they cost.
#include <gtest/gtest.h>

#include <vector>

#include "evaluate/registry.hpp"
#include "evaluate/run_coriolis.hpp"
#include "kinetree/verify.hpp"
#include "scalar/op_count.hpp"
#include "support/random_tree.hpp"
#include "support/run_scalar.hpp"

namespace kinetree::testing::kernel_cost_test {
namespace {

struct Counted {
  std::vector<double> result;
  OpCount::Tally cost;
};

Counted count(std::size_t method, const Model& model, const RandomState& x) {
  OpCount::reset();
  const auto numbers =
      run_scalar<OpCount>(registry<OpCount>()[method], model, x, OpCount::variable);
  Counted counted{{}, OpCount::tally()};
  counted.cost.sincos += OpCount::given_tally().sincos;
  for (const OpCount& number : numbers) counted.result.push_back(number.value());
  return counted;
}

std::vector<double> compute(std::size_t method, const Model& model, const RandomState& x) {
  return run_scalar<double>(registry<double>()[method], model, x,
                            [](double number) { return number; });
}

/// Revolute joints about skew axes: nothing is zero, so nothing folds.
Model chain(int links) {
  Model model;
  for (int i = 0; i < links; ++i) {
    Link link;
    link.name = "link" + std::to_string(i);
    link.joint.type = JointType::revolute;
    link.joint.axis = {0.3, -0.5, 0.8};
    link.joint.placement.p = {0.1, 0.2, 0.3};
    link.joint.armature = 0.01;
    link.inertia = {1.5, {0.1, -0.2, 0.3}, Matrix3::Identity()};
    model.add(link, i > 0 ? std::optional(static_cast<LinkId>(i - 1)) : std::nullopt);
  }
  return model;
}

std::size_t method_of(Quantity quantity, std::string_view name) {
  for (std::size_t i = 0; i < registry<OpCount>().size(); ++i) {
    const Method& method = registry<OpCount>()[i].method;
    if (method.quantity == quantity && method.name == name) return i;
  }
  ADD_FAILURE() << "no method " << name;
  return 0;
}

OpCount::Tally cost_of_chain(Quantity quantity, std::string_view name, int links) {
  const Model model = chain(links);
  return count(method_of(quantity, name), model, random_state(model, 1)).cost;
}

bool operator==(const OpCount::Tally& a, const OpCount::Tally& b) {
  return a.multiplications == b.multiplications && a.additions == b.additions &&
         a.divisions == b.divisions && a.square_roots == b.square_roots && a.sincos == b.sincos;
}

class EveryMethod : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod,
                         ::testing::Range(std::size_t{0}, registry<double>().size()));

TEST_P(EveryMethod, GivesTheSameNumbersOnOpCountAsOnDouble) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 12});
    const RandomState x = random_state(model, seed);
    EXPECT_EQ(count(GetParam(), model, x).result, compute(GetParam(), model, x));
  }
}

TEST_P(EveryMethod, GivesTheSameNumbersWithMimickingJointsOrRefusesThem) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model model = random_tree(seed, {.links = 12, .mimics = true});
  ASSERT_TRUE(compile(model, true).coupled());
  const Method& method = registry<double>()[GetParam()].method;
  if (!method.mimic) {
    Options options;
    options.methods[method.quantity] = method.name;
    EXPECT_THROW(Evaluator(model, options), UsageError);
    return;
  }
  const RandomState x = random_state(model, seed);
  EXPECT_EQ(count(GetParam(), model, x).result, compute(GetParam(), model, x));
}

TEST_P(EveryMethod, CostsTheSameInEveryState) {
  const Model model = chain(5);
  const OpCount::Tally first = count(GetParam(), model, random_state(model, 1)).cost;
  const OpCount::Tally second = count(GetParam(), model, random_state(model, 2)).cost;
  EXPECT_GT(first.multiplications, 0);
  EXPECT_TRUE(first == second);
}

class LinearMethod : public ::testing::TestWithParam<std::pair<Quantity, std::string_view>> {};
INSTANTIATE_TEST_SUITE_P(
    Registry, LinearMethod,
    ::testing::Values(std::pair<Quantity, std::string_view>{Quantity::gravity, "rnea"},
                      std::pair<Quantity, std::string_view>{Quantity::bias, "rnea"},
                      std::pair<Quantity, std::string_view>{Quantity::inverse_dynamics, "rnea"},
                      std::pair<Quantity, std::string_view>{Quantity::bias, "denoc"},
                      std::pair<Quantity, std::string_view>{Quantity::inverse_dynamics, "denoc"},
                      std::pair<Quantity, std::string_view>{Quantity::forward_dynamics, "aba"},
                      std::pair<Quantity, std::string_view>{Quantity::forward_dynamics, "denoc"}));

TEST_P(LinearMethod, EveryFurtherLinkCostsTheSame) {
  const auto [quantity, name] = GetParam();
  const OpCount::Tally a = cost_of_chain(quantity, name, 4), b = cost_of_chain(quantity, name, 5),
                       c = cost_of_chain(quantity, name, 9);
  EXPECT_GT(b.multiplications, a.multiplications);
  EXPECT_EQ(c.multiplications - b.multiplications, 4 * (b.multiplications - a.multiplications));
  EXPECT_EQ(c.additions - b.additions, 4 * (b.additions - a.additions));
  EXPECT_EQ(c.sincos, 9);
}

TEST(MassMatrixCost, GrowsWithLinksTimesDepth) {
  const auto cost = [](int n) {
    return cost_of_chain(Quantity::mass_matrix, "crba", n).multiplications;
  };
  // A quadratic in n: second differences are one force shift, with X * F at 24 multiplications.
  EXPECT_EQ(cost(5) - 2 * cost(4) + cost(3), cost(9) - 2 * cost(8) + cost(7));
  EXPECT_EQ(cost(5) - 2 * cost(4) + cost(3), 24);
}

// Both start from the same positions and inertias, so what is counted can be compared.
TEST(CoriolisCost, RecursiveBeatsKroneckerFromThreeJointsOn) {
  for (int n = 3; n <= 40; ++n) {
    const OpCount::Tally fast = cost_of_chain(Quantity::coriolis, "recursive", n);
    const OpCount::Tally slow = cost_of_chain(Quantity::coriolis, "kronecker", n);
    EXPECT_LT(fast.multiplications, slow.multiplications) << n;
    EXPECT_LT(fast.additions, slow.additions) << n;
  }
}

/// One column with `limbs` chains of `length` joints on it: n = 1 + limbs · length, depth 1 +
/// length.
Model limbs_on_a_column(int limbs, int length) {
  Model model = chain(1);
  for (int limb = 0; limb < limbs; ++limb) {
    auto parent = LinkId{0};
    for (int i = 0; i < length; ++i) {
      Link link = model.link(LinkId{0});
      link.name = "limb" + std::to_string(limb) + "_" + std::to_string(i);
      link.joint.name = link.name;
      parent = model.add(link, parent);
    }
  }
  return model;
}

// Every pair (joint, joint above it) takes 15 multiplications, and every joint the same beside: so
// twice as many limbs take twice as much, and the matrix of a tree costs n d and not n².
TEST(CoriolisCost, RecursiveGrowsWithJointsTimesDepth) {
  const auto cost = [](int limbs, int length) {
    const Model model = limbs_on_a_column(limbs, length);
    const auto method = method_of(Quantity::coriolis, "recursive");
    return count(method, model, random_state(model, 1)).cost.multiplications;
  };
  EXPECT_EQ(cost(8, 5) - cost(4, 5), cost(4, 5) - cost(0, 5));
  const auto pairs = [](int length) { return length * (length + 1) / 2; };  // with what is above
  for (const int length : {3, 6, 12}) {
    const long limb = cost(5, length) - cost(4, length);
    const long again = cost(5, 2 * length) - cost(4, 2 * length);
    // What grows with the pairs is 15 each; the rest grows with the joints.
    const long per_joint = limb - 15 * pairs(length);
    EXPECT_NEAR(static_cast<double>(again - 15 * pairs(2 * length)),
                2.0 * static_cast<double>(per_joint), 0.05 * static_cast<double>(again))
        << length;
  }
}

/// Multiplications of what has no rival in the registry, links already placed.
template <class Run>
long multiplications(const Model& model, Run run) {
  const Compiled compiled = compile(model, true);
  Workspace<OpCount> w(compiled, OpCount::variable, false);
  w.reserve_tensor();
  std::vector<OpCount> matrix(static_cast<std::size_t>(compiled.nv) *
                              static_cast<std::size_t>(compiled.nv));
  w.write_matrix_to(matrix.data());
  fill_state(w, compiled, random_state(model, 1), OpCount::variable);
  place_links_and_inertias(w);
  OpCount::reset();
  run(w);
  return OpCount::tally().multiplications;
}

void differentiate(Workspace<OpCount>& w) {
  kernel::prepare_tensor<OpCount>(w.tree(), w.geometry(), w.tensor());
}

// One limb more adds the same, however many there are; limbs twice as long add up to eight times as
// much, which is n d².
TEST(DerivativeCost, OfTheMassMatrixGrowsWithJointsTimesDepthSquared) {
  const auto cost = [](int limbs, int length) {
    return static_cast<double>(multiplications(limbs_on_a_column(limbs, length), differentiate));
  };
  EXPECT_EQ(cost(8, 5) - cost(4, 5), cost(4, 5) - cost(0, 5));
  const auto limb = [&](int length) { return cost(2, length) - cost(1, length); };
  EXPECT_LT(limb(40) / limb(20), 8);
  EXPECT_GT(limb(40) / limb(20), 6);
}

TEST(ProductCost, WithCIsTheSameForEveryFurtherLink) {
  const auto times = [](Workspace<OpCount>& w) {
    kernel::coriolis_times<OpCount>(w.tree(), w.geometry(), w.v(), w.a(), w.coriolis(),
                                    w.link_motion(0), w.link_motion(1), w.force(), w.out());
  };
  const auto transposed = [](Workspace<OpCount>& w) {
    kernel::coriolis_transpose_times<OpCount>(w.tree(), w.geometry(), w.v(), w.a(), w.coriolis(),
                                              w.link_motion(0), w.force(), w.moment(), w.out());
  };
  const auto expect_linear = [](auto run) {
    const auto cost = [&](int n) { return multiplications(chain(n), run); };
    EXPECT_GT(cost(5), cost(4));
    EXPECT_EQ(cost(9) - cost(5), 4 * (cost(5) - cost(4)));
  };
  expect_linear(times);
  expect_linear(transposed);
}

// Ṁ and the derivatives of inverse dynamics: second differences on a chain are constant, and one
// limb more adds the same, so they grow with joints times depth.
TEST(DerivativeCost, OfForcesAndOfMotionGrowsWithJointsTimesDepth) {
  const auto rate = [](Workspace<OpCount>& w) {
    kernel::mass_matrix_rate<OpCount>(w.tree(), w.geometry(), w.v(), w.rate(), w.matrix());
  };
  const auto forces = [](Workspace<OpCount>& w) {
    kernel::inverse_dynamics_derivatives<OpCount>(w.tree(), w.geometry(), w.v(), w.a(),
                                                  w.derivatives(), w.matrix(), w.spare());
  };
  const auto expect_quadratic = [](auto run, long per_pair) {
    const auto on_chain = [&](int n) { return multiplications(chain(n), run); };
    const auto limbs = [&](int n) { return multiplications(limbs_on_a_column(n, 5), run); };
    EXPECT_EQ(on_chain(9) - 2 * on_chain(8) + on_chain(7), per_pair);
    EXPECT_EQ(on_chain(15) - 2 * on_chain(14) + on_chain(13), per_pair);
    EXPECT_EQ(limbs(8) - limbs(4), limbs(4) - limbs(0));
  };
  expect_quadratic(rate, 12);
  expect_quadratic(forces, 30);
}

struct Price {
  Quantity quantity;
  std::string_view name;
  OpCount::Tally cost;  // multiplications, additions, divisions, square roots, sincos
};

// Two revolute links in general position, without what papers take as given, but with its sines:
// whoever changes these numbers changed a kernel.
TEST(Cost, OfTwoLinksIsKnownExactly) {
  const Price prices[] = {
      {Quantity::mass_matrix, "crba", {114, 94, 0, 0, 2}},
      {Quantity::mass_matrix, "explicit", {120, 81, 0, 0, 2}},
      {Quantity::mass_matrix, "momentum", {80, 62, 0, 0, 2}},
      {Quantity::mass_matrix, "momentum_dense", {110, 86, 0, 0, 2}},
      {Quantity::mass_matrix, "pseudo_inertia", {536, 421, 0, 0, 2}},
      {Quantity::mass_matrix, "denoc", {99, 109, 0, 0, 2}},
      {Quantity::mass_matrix, "progressive", {132, 93, 0, 0, 2}},
      {Quantity::mass_matrix, "gdahj", {186, 144, 0, 0, 2}},
      {Quantity::mass_matrix, "gdahj_printed", {201, 162, 0, 0, 2}},
      {Quantity::coriolis, "recursive", {254, 221, 0, 0, 2}},
      {Quantity::coriolis, "link_frames", {295, 238, 0, 0, 2}},
      {Quantity::coriolis, "kronecker", {247, 213, 0, 0, 2}},
      {Quantity::coriolis, "christoffel", {247, 214, 0, 0, 2}},
      {Quantity::coriolis, "progressive", {335, 264, 0, 0, 2}},
      {Quantity::gravity, "rnea", {84, 54, 0, 0, 2}},
      {Quantity::gravity, "progressive", {33, 25, 0, 0, 2}},
      {Quantity::bias, "rnea", {139, 95, 0, 0, 2}},
      {Quantity::bias, "explicit", {123, 112, 0, 0, 2}},
      {Quantity::bias, "denoc", {168, 151, 0, 0, 2}},
      {Quantity::inverse_dynamics, "rnea", {154, 110, 0, 0, 2}},
      {Quantity::inverse_dynamics, "denoc", {174, 157, 0, 0, 2}},
      {Quantity::inverse_dynamics, "explicit", {247, 197, 0, 0, 2}},
      {Quantity::inverse_dynamics, "gdahj", {204, 176, 0, 0, 2}},
      {Quantity::forward_dynamics, "aba", {418, 321, 2, 0, 2}},
      {Quantity::forward_dynamics, "cholesky", {235, 182, 6, 2, 2}},
      {Quantity::forward_dynamics, "ltdl", {233, 182, 4, 0, 2}},
      {Quantity::forward_dynamics, "denoc", {306, 276, 4, 0, 2}},
  };
  ASSERT_EQ(std::size(prices), registry<OpCount>().size()) << "a new method needs its price here";
  for (const Price& price : prices) {
    SCOPED_TRACE(std::string(to_string(price.quantity)) + " by " + std::string(price.name));
    const OpCount::Tally cost = cost_of_chain(price.quantity, price.name, 2);
    EXPECT_EQ(cost.multiplications, price.cost.multiplications);
    EXPECT_EQ(cost.additions, price.cost.additions);
    EXPECT_EQ(cost.divisions, price.cost.divisions);
    EXPECT_EQ(cost.square_roots, price.cost.square_roots);
    EXPECT_EQ(cost.sincos, price.cost.sincos);
  }
}

}  // namespace
}  // namespace kinetree::testing::kernel_cost_test
