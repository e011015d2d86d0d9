// Screws put every joint where its placement and coordinate do.
#include "model/screw_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "model/canonical.hpp"
#include "model/compile.hpp"
#include "model/joint_pose.hpp"
#include "support/close.hpp"
#include "support/dense.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

using Form = spatial::ScrewPose<double>::Form;

/// How many joints have each form, after comparing their poses with those of the canonical tree.
std::array<int, 3> compare(const Model& model, std::uint64_t seed) {
  const Compiled compiled = compile(model, true);
  const CanonicalTree plain = canonical(compiled.tree);
  const ScrewTree screws = screw_tree(compiled.tree);
  const RandomState x = random_state(model, seed);
  std::vector<double> q(x.q.begin(), x.q.end()), plain_q = q;
  for (std::size_t k = 0; k < q.size(); ++k) {
    q[k] += screws.offset[k];
    plain_q[k] += plain.offset[k];
  }
  const auto n = static_cast<int>(q.size());
  std::array<int, 3> forms{};
  for (int i = 0; i < compiled.tree.size(); ++i) {
    auto X = screws.pose[static_cast<std::size_t>(i)];
    const View<const double> coordinates{q.data(), n};
    set_joint_pose<double>(screws.tree.view(), i, coordinates, SinesOf<double>{coordinates}, X);
    const auto expected = joint_pose<double>(plain.tree.view(), i, {plain_q.data(), n});
    const spatial::Pose<double> got = whole(X);
    EXPECT_TRUE(close(dense(got.p), dense(expected.p), 1e-14, 1)) << "joint " << i;
    EXPECT_TRUE(close(dense(got.R.x), dense(expected.R.x), 1e-14, 1)) << "joint " << i;
    EXPECT_TRUE(close(dense(got.R.y), dense(expected.R.y), 1e-14, 1)) << "joint " << i;
    EXPECT_TRUE(close(dense(got.R.z), dense(expected.R.z), 1e-14, 1)) << "joint " << i;
    // Origins by screws as well, not only as they are kept.
    const spatial::Force<double> f{{0.1, 0.2, 0.3}, {-0.3, 0.5, 0.7}};
    EXPECT_TRUE(close(dense(X * f), dense(expected * f), 1e-13, 1)) << "joint " << i;
    ++forms[static_cast<std::size_t>(X.form)];
  }
  return forms;
}

TEST(ScrewTree, PlacesJointsOfRobots) {
  for (const char* name :
       {"puma6", "planar3", "rocker5", "three_link", "chain:8", "tree:9", "scara"}) {
    SCOPED_TRACE(name);
    const std::array<int, 3> forms = compare(load_model(name), 3);
    EXPECT_EQ(forms[static_cast<std::size_t>(Form::matrix)], 0);
  }
}

TEST(ScrewTree, PlacesJointsOfEveryKind) {
  std::array<int, 3> all{};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::array<int, 3> forms = compare(random_tree(seed, {.links = 12}), seed);
    for (std::size_t k = 0; k < 3; ++k) all[k] += forms[k];
  }
  for (const int count : all) EXPECT_GT(count, 10);
}

/// Two axes that are nearly parallel.
Model askew(double angle) {
  Model model;
  Link link;
  link.inertia = {1, Vector3(0.1, 0.2, 0.3), Matrix3::Identity()};
  link.joint.type = JointType::revolute;
  link.name = link.joint.name = "first";
  const LinkId first = model.add(link);
  link.name = link.joint.name = "second";
  link.joint.placement.p = Vector3(0.3, 0.1, 0.2);
  link.joint.axis = Vector3(std::sin(angle), 0, std::cos(angle));
  model.add(link, first);
  return model;
}

TEST(ScrewTree, LeavesNearlyParallelAxesAsTheyAre) {
  EXPECT_EQ(compare(askew(1e-5), 1)[static_cast<std::size_t>(Form::matrix)], 1);
  EXPECT_EQ(compare(askew(0), 1)[static_cast<std::size_t>(Form::matrix)], 0);
  EXPECT_EQ(compare(askew(0.1), 1)[static_cast<std::size_t>(Form::matrix)], 0);
  EXPECT_EQ(compare(askew(std::acos(-1.0)), 1)[static_cast<std::size_t>(Form::matrix)], 0);
}

}  // namespace
}  // namespace kinetree::testing
