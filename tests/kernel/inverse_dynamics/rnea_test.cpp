#include "kernel/inverse_dynamics/rnea.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense_robot.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing::rnea_test {
namespace {

using kernel::Terms;

template <Terms terms>
Vector run(RunnableRobot& robot) {
  auto& w = robot.w;
  kernel::rnea<terms, double>(w.tree(), w.X_parent(), w.v(), w.a(), w.motion(), w.force(),
                              w.tree_out());
  Vector tau = robot.out();
  if (terms == Terms::all) tau += DenseRobot(robot).armature().cwiseProduct(robot.x.a);
  return tau;
}

class Rnea : public ::testing::TestWithParam<int> {
 protected:
  std::uint64_t seed = static_cast<std::uint64_t>(GetParam());
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  RunnableRobot robot{random_tree(seed, {.links = 14}), seed};
  DenseRobot truth{robot};
  double tolerance = rounding(robot.model.nv());
};
INSTANTIATE_TEST_SUITE_P(Seeds, Rnea, ::testing::Range(1, 11));

TEST_P(Rnea, GravityIsTheWeightOfEveryBody) {
  EXPECT_TRUE(close(run<Terms::gravity>(robot), truth.g, tolerance));
}

TEST_P(Rnea, BiasIsTheForceWithoutAcceleration) {
  EXPECT_TRUE(close(run<Terms::bias>(robot), truth.h, tolerance));
}

TEST_P(Rnea, AllIsMassTimesAccelerationAndBias) {
  const Vector Ma = truth.M * robot.x.a;
  EXPECT_TRUE(
      close(run<Terms::all>(robot), Ma + truth.h, tolerance, largest(Ma) + largest(truth.h)));
}

TEST_P(Rnea, BiasAtRestIsGravity) {
  for (int k = 0; k < robot.w.v().size(); ++k) robot.w.v()[k] = 0;
  const Vector bias = run<Terms::bias>(robot);
  EXPECT_TRUE(close(bias, run<Terms::gravity>(robot), tolerance));
}

TEST_P(Rnea, GravityAndBiasDoNotReadWhatTheyDoNotNeed) {
  const Vector g = run<Terms::gravity>(robot), h = run<Terms::bias>(robot);
  for (int k = 0; k < robot.w.a().size(); ++k) robot.w.a()[k] = 1e100;
  EXPECT_EQ(run<Terms::bias>(robot), h);
  for (int k = 0; k < robot.w.v().size(); ++k) robot.w.v()[k] = 1e100;
  EXPECT_EQ(run<Terms::gravity>(robot), g);
}

TEST(RneaGravity, VanishesWithoutGravity) {
  Model model = random_tree(5, {.links = 10});
  model.set_gravity(Vector3::Zero());
  RunnableRobot robot(model, 5);
  EXPECT_EQ(run<Terms::gravity>(robot), Vector(Vector::Zero(model.nv())));
}

}  // namespace
}  // namespace kinetree::testing::rnea_test
