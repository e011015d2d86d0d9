// Plans for one state: every way to run one, on every instruction set of this machine, against the
// plain kernels.
#include "plan/state_plan.hpp"

#include <gtest/gtest.h>

#include "evaluate/choose.hpp"
#include "kinetree/kinetree.hpp"
#include "support/close.hpp"
#include "support/shaped.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

struct Shape {
  const char* name;
  std::vector<ShapedLink> links;
  bool bodies = false, limbs = false, one_body = false;
};

const std::vector<Shape>& shapes() {
  using enum JointType;
  static const std::vector<Shape> all{
      {"one hinge", chain_of(1), true},
      {"one slide", chain_of(1, 1), true},
      {"two", chain_of(2), true},
      {"three, one slides", chain_of(3, 2), true},
      {"leading slides", {{-1, prismatic}, {0, prismatic}, {1, revolute}, {2, prismatic}}, true},
      {"arm", chain_of(7), true},
      {"eight", chain_of(8, 3), true},
      {"nine", chain_of(9), true},
      {"long chain", chain_of(37, 5), true},
      {"arm with two fingers",
       {{-1}, {0}, {1}, {2}, {3}, {4}, {5}, {6, prismatic}, {6, prismatic}},
       true},
      {"short arm with five fingers", {{-1}, {0}, {1}, {1, prismatic}, {1}, {1}, {1}}, true, true},
      {"a branch in the middle", {{-1}, {0}, {1}, {2}, {3}, {1}, {5}, {0, prismatic}}, true, true},
      {"level by level", {{-1}, {0}, {0}, {1}, {2}, {3}, {4}, {5}, {6}}, true, true},
      {"floating chain", {{-1, floating}, {0}, {1, prismatic}, {2}, {3}, {4}}, true},
      {"a body that floats", {{-1, floating}}, true},
      {"quadruped", limbs_on(floating, 0, {3, 3, 3, 3}), true, true, true},
      {"unequal limbs", limbs_on(floating, 0, {2, 5, 4, 3}), true, true, true},
      {"a long tail", limbs_on(floating, 0, {20, 3}), true, true, true},
      {"humanoid", limbs_on(floating, 2, {6, 6, 7, 7, 2}), true, true},
      {"six legs", limbs_on(floating, 0, {3, 3, 3, 3, 3, 2}), true, true, true},
      {"eight arms", limbs_on(floating, 2, {4, 4, 4, 4, 4, 4, 4, 3}), true, true},
      {"two arms on a hinge", limbs_on(revolute, 1, {1, 1, 4, 4}), true, true},
      {"a ball that carries", limbs_on(spherical, 1, {3, 3, 3, 3}), false, true},
      {"arms on the world",
       {{-1, revolute}, {0, revolute}, {-1, revolute}, {2, revolute}},
       true,
       true},
      {"slides within", {{-1, revolute}, {0, prismatic}, {1, helical}, {0, revolute}}},
  };
  return all;
}

Options plain_options(const Model& model) {
  Options options;
  options.methods = plain_methods(model);
  return options;
}

/// Of accelerations, the forces that they take: conditioning of M stays out of it.
Matrix comparable(Evaluator& plain, Quantity quantity, const RandomState& x, const Matrix& result) {
  if (quantity != Quantity::forward_dynamics) return result;
  return plain.inverse_dynamics(x.q, x.v, Vector(result));
}

/// How large numbers get on the way: what cancels in the result has been rounded before.
double size_of(Evaluator& plain, Quantity quantity, const RandomState& x) {
  const double M = largest(plain.mass_matrix(x.q)), v = largest(x.v);
  if (quantity == Quantity::mass_matrix) return M;
  if (quantity == Quantity::coriolis) return largest(plain.coriolis(x.q, x.v)) + M * v;
  return largest(plain.bias(x.q, x.v)) + largest(plain.gravity(x.q)) +
         M * (v * v + largest(x.a) + largest(plain.forward_dynamics(x.q, x.v, x.tau)));
}

bool expected(const Shape& shape, const Method& method) {
  if (method.name == "bodies") return shape.bodies;
  if (method.name == "limbs") {
    return shape.limbs && (method.quantity != Quantity::coriolis || shape.one_body);
  }
  return true;
}

class EveryShape : public ::testing::TestWithParam<Shape> {};

/// By the method, in three states.
void expect_as_plain(const Model& model, const Method& method, Evaluator& plain, Evaluator& e) {
  EXPECT_EQ(e.method(method.quantity).name, method.name);
  for (std::uint64_t state = 1; state <= 3; ++state) {
    const RandomState x = random_state(model, state);
    const Matrix result = evaluate(e, method.quantity, x);
    const Matrix truth = evaluate(plain, method.quantity, x);
    if (method.quantity == Quantity::mass_matrix) {
      EXPECT_EQ(result, result.transpose());
    }
    EXPECT_TRUE(close(comparable(plain, method.quantity, x, result),
                      comparable(plain, method.quantity, x, truth), rounding(model.nv()),
                      size_of(plain, method.quantity, x)));
  }
}

TEST_P(EveryShape, IsEvaluatedAsByPlainKernels) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Model model = shaped(seed, GetParam().links);
    Evaluator plain(model, plain_options(model));
    for (const std::string& set : available_simd()) {
      const UseSimd use(set);
      for (const Method& method : simd_methods()) {
        SCOPED_TRACE(std::string(to_string(method.quantity)) + "=" + std::string(method.name) +
                     ", " + set + ", seed " + std::to_string(seed));
        Options options = plain_options(model);
        options.methods[method.quantity] = method.name;
        if (!expected(GetParam(), method)) {
          EXPECT_THROW(Evaluator(model, options), UsageError);
          continue;
        }
        Evaluator e(model, options);
        expect_as_plain(model, method, plain, e);
      }
    }
  }
}

void expect_derivatives(const Model& model, const Include& include) {
  Options options = plain_options(model);
  options.include = include;
  Evaluator plain(model, options);
  options.methods = {};
  for (const std::string& set : available_simd()) {
    const UseSimd use(set);
    Evaluator e(model, options);
    const RandomState x = random_state(model, 2);
    const auto a = e.inverse_dynamics_derivatives(x.q, x.v, x.a);
    const auto b = plain.inverse_dynamics_derivatives(x.q, x.v, x.a);
    const double tolerance = rounding(model.nv());
    const double size = size_of(plain, Quantity::inverse_dynamics, x);
    EXPECT_TRUE(close(a.dq, b.dq, tolerance, size)) << set;
    EXPECT_TRUE(close(a.dv, b.dv, tolerance, size)) << set;
    EXPECT_TRUE(close(a.da, b.da, tolerance)) << set;
    // The same products, but not fused alike where M alone stays in registers.
    EXPECT_TRUE(close(a.da, e.mass_matrix(x.q), tolerance)) << set;
    EXPECT_EQ(a.da, a.da.transpose()) << set;
    const auto c = e.forward_dynamics_derivatives(x.q, x.v, x.tau);
    const auto d = plain.forward_dynamics_derivatives(x.q, x.v, x.tau);
    const Matrix M = plain.mass_matrix(x.q);
    EXPECT_TRUE(close(M * c.dq, M * d.dq, 10 * tolerance, size)) << set;
    EXPECT_TRUE(close(M * c.dv, M * d.dv, 10 * tolerance, size)) << set;
    const Matrix one = M * c.dtau;
    EXPECT_TRUE(close(one, Matrix::Identity(model.nv(), model.nv()),
                      tolerance * (1 + largest(M) * largest(d.dtau))))
        << set;
  }
}

TEST_P(EveryShape, HasTheDerivativesOfPlainKernels) {
  const Model model = shaped(5, GetParam().links);
  for (const bool friction : {false, true}) expect_derivatives(model, {.friction = friction});
}

INSTANTIATE_TEST_SUITE_P(StatePlan, EveryShape, ::testing::ValuesIn(shapes()),
                         [](const auto& shape) {
                           std::string name = shape.param.name;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

/// An arm with two fingers, one of which does what the other does.
Model gripper() {
  using enum JointType;
  const Model free =
      shaped(4, {{-1}, {0}, {1}, {2}, {3}, {4}, {5}, {6, prismatic}, {6, prismatic}});
  Model model;
  for (int i = 0; i < 9; ++i) {
    Link link = free.link(static_cast<LinkId>(i));
    if (i == 8) link.joint.mimic = Mimic{free.link(static_cast<LinkId>(7)).joint.name, -1.5, 0.1};
    const int parent = i == 8 ? 6 : i - 1;
    model.add(std::move(link),
              parent < 0 ? std::nullopt : std::optional(static_cast<LinkId>(parent)));
  }
  return model;
}

TEST(StatePlan, TakesJointsThatMimicOthers) {
  for (const Model& model : {gripper(), random_tree(2, {.links = 12, .mimics = true}),
                             random_tree(7, {.links = 9, .mimics = true})}) {
    ASSERT_TRUE(model.has_mimics());
    Evaluator plain(model, plain_options(model));
    int evaluated = 0;
    for (const std::string& set : available_simd()) {
      const UseSimd use(set);
      for (const Method& method : simd_methods()) {
        Options options = plain_options(model);
        options.methods[method.quantity] = method.name;
        try {
          Evaluator e(model, options);
          expect_as_plain(model, method, plain, e);
          ++evaluated;
        } catch (const UsageError& error) {  // of another shape
          EXPECT_NE(method.name, "screws") << error.what();
        }
      }
    }
    EXPECT_GE(evaluated, 6);
    expect_derivatives(model, {});
    expect_derivatives(model, {.friction = true});
  }
}

TEST(StatePlan, SinesOfLargeAnglesAreRight) {
  for (const auto& links : {chain_of(6), limbs_on(JointType::floating, 0, {3, 3, 3, 3})}) {
    const Model model = shaped(2, links);
    RandomState x = random_state(model, 1);
    x.q.tail(5) << 1e5, -3e6, 1e9, 1e-300, 4e15;
    Evaluator e(model), plain(model, plain_options(model));
    EXPECT_TRUE(close(e.mass_matrix(x.q), plain.mass_matrix(x.q), rounding(model.nv())));
  }
}

TEST(StatePlan, GivesTheSameBitsAgain) {
  const Model model = shaped(3, limbs_on(JointType::floating, 2, {6, 6, 7, 7, 2}));
  Evaluator e(model), other(model);
  const RandomState x = random_state(model, 1), y = random_state(model, 2);
  const Vector first = e.forward_dynamics(x.q, x.v, x.tau);
  e.forward_dynamics(y.q, y.v, y.tau);
  EXPECT_EQ(Vector(e.forward_dynamics(x.q, x.v, x.tau)), first);
  EXPECT_EQ(Vector(other.forward_dynamics(x.q, x.v, x.tau)), first);
}

/// Zeros of M by limbs are written once: an edit may put other numbers there.
TEST(StatePlan, KeepsTheZerosOfMAndForgetsThemAfterAnEdit) {
  for (const std::string& set : available_simd()) {
    const UseSimd use(set);
    Model model = shaped(3, limbs_on(JointType::floating, 1, {3, 4, 3, 3}));
    Evaluator e(model), plain(model, plain_options(model));
    const Link foot = model.link(static_cast<LinkId>(4));
    for (int edit = 0; edit < 3; ++edit) {
      for (const std::uint64_t seed : {1U, 2U}) {
        const Vector q = random_state(model, seed).q;
        const Matrix M = e.mass_matrix(q), expected = plain.mass_matrix(q);
        EXPECT_TRUE(close(M, expected, rounding(model.nv()))) << set << ", edit " << edit;
        EXPECT_TRUE(((M.array() == 0) == (expected.array() == 0)).all()) << set;
      }
      Link next = foot;
      next.name = "toe " + std::to_string(edit);
      next.joint.name = next.name;
      model.add(std::move(next), static_cast<LinkId>(edit == 0 ? 4 : 9));
      e.sync(model);
      plain.sync(model);
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
