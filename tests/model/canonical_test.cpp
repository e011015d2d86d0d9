// The same robot in canonical frames: other numbers in the tree, the same M, C and forces.
#include "model/canonical.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "evaluate/registry.hpp"
#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "model/compile.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

/// A method on the canonical tree, in a state of the model.
Matrix run_canonical(const Model& model, const RandomState& x, Quantity quantity,
                     const char* name) {
  Compiled compiled = compile(model, true);
  const CanonicalTree canonical = kinetree::canonical(compiled.tree);
  compiled.tree = canonical.tree;
  Workspace<double> w(compiled, [](double number) { return number; });
  for (int k = 0; k < model.nq(); ++k) {
    w.q()[k] = x.q[k] + canonical.offset[static_cast<std::size_t>(k)];
  }
  const auto fill = [](const Vector& from, View<double> to) {
    for (int k = 0; k < to.size(); ++k) to[k] = from[k];
  };
  fill(x.v, w.v());
  fill(x.a, w.a());
  fill(x.tau, w.tau());
  Matrix result(model.nv(), is_matrix(quantity) ? model.nv() : 1);
  w.write_matrix_to(result.data());
  registered<double>(quantity, name).run(w);
  if (!is_matrix(quantity))
    fill(Vector(Eigen::Map<Vector>(w.out().data(), model.nv())), {result.data(), model.nv()});
  return result;
}

void expect_same(const Model& model, std::uint64_t seed) {
  const RandomState x = random_state(model, seed);
  Evaluator e(model);
  EXPECT_TRUE(close(run_canonical(model, x, Quantity::mass_matrix, "crba"),
                    Matrix(e.mass_matrix(x.q)), 1e-12));
  EXPECT_TRUE(close(run_canonical(model, x, Quantity::coriolis, "link_frames"),
                    Matrix(e.coriolis(x.q, x.v)), 1e-12));
  EXPECT_TRUE(
      close(run_canonical(model, x, Quantity::gravity, "rnea"), Matrix(e.gravity(x.q)), 1e-12));
  EXPECT_TRUE(close(run_canonical(model, x, Quantity::inverse_dynamics, "rnea"),
                    Matrix(e.inverse_dynamics(x.q, x.v, x.a)), 1e-12));
  EXPECT_TRUE(close(run_canonical(model, x, Quantity::forward_dynamics, "aba"),
                    Matrix(e.forward_dynamics(x.q, x.v, x.tau)), 1e-8));
}

TEST(Canonical, GivesTheSameDynamics) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_same(random_tree(seed, {.links = 9}), seed);
  }
}

TEST(Canonical, GivesTheSameDynamicsOfRealArms) {
  for (const char* name : {"puma6", "planar3", "rocker5", "three_link", "chain:8", "tree:9"}) {
    SCOPED_TRACE(name);
    expect_same(load_model(name), 3);
  }
}

TEST(Canonical, TwistsOfQuarterTurnsAreExact) {
  const CanonicalTree c = canonical(compile(load_model("puma6"), true).tree);
  for (std::size_t i = 1; i < c.tree.placement.size(); ++i) {
    const auto& R = c.tree.placement[i].R;
    for (const auto* v : {&R.x, &R.y, &R.z}) {
      for (const double entry : {v->x, v->y, v->z}) {
        EXPECT_TRUE(entry == 0 || entry == 1 || entry == -1) << entry;
      }
    }
  }
}

TEST(Canonical, ParentsTakeWhatAJointDoesNotFeel) {
  const CanonicalTree c = canonical(compile(load_model("chain:6"), true).tree);
  for (const auto& link : c.tree.inertia) {
    EXPECT_EQ(link.mass, 0);
    EXPECT_EQ(link.h.z, 0);
    EXPECT_EQ(link.I.yy, 0);
    EXPECT_NE(link.I.zz, 0);
  }
}

/// Axes that are nearly parallel have their common normal a kilometre away: digits would be lost.
TEST(Canonical, NearlyParallelAxesStayWhereTheyAre) {
  Model model;
  Link link;
  link.name = "a", link.joint.name = "ja";
  link.joint.type = JointType::revolute;
  link.joint.axis = Vector3::UnitZ();
  link.inertia = {2, {0.3, 0.1, 0.2}, Vector3(0.1, 0.2, 0.25).asDiagonal()};
  model.add(link);
  link.name = "b", link.joint.name = "jb";
  link.joint.placement.p = {0.4, 0.3, 0.1};
  link.joint.axis = Vector3(1e-4, 0, 1).normalized();
  model.add(link, model.at("a"));
  const CanonicalTree c = canonical(compile(model, true).tree);
  for (const auto& X : c.tree.placement) EXPECT_LT(std::abs(X.p.z), 1);
  expect_same(model, 1);
}

}  // namespace
}  // namespace kinetree::testing
