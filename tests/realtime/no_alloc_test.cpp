// Evaluating takes no memory: every malloc of this program is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <new>
#include <optional>

#include "kinetree/kinetree.hpp"
#include "realtime/allocations.hpp"
#include "support/compiled_code.hpp"
#include "support/random_tree.hpp"

namespace {
std::atomic<long> counted{0};
}  // namespace

#if !KINETREE_SANITIZED
// Eigen allocates with malloc, so that is what has to be counted; operator new calls it as well.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++counted;
  return __libc_malloc(size);
}
#endif

namespace kinetree::testing {

long allocations() noexcept { return counted.load(); }

namespace {

class NoAllocation : public ::testing::TestWithParam<bool> {
  void SetUp() override {
    if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  }
};

TEST_P(NoAllocation, InAnyEvaluationOfAnyMethod) {
  const Model model = random_tree(3, {.links = 20, .mimics = GetParam()});
  const RandomState x = random_state(model, 5);
  const auto last = static_cast<LinkId>(model.size() - 1);
  std::vector<bool> prescribed(static_cast<std::size_t>(model.nv()));
  for (std::size_t k = 0; k < prescribed.size(); k += 2) prescribed[k] = true;
  Matrix X = Matrix::Ones(model.nv(), 3);
  for (const Method& method : methods()) {
    if (GetParam() && !method.mimic) continue;
    Options options;
    options.methods[method.quantity] = method.name;
    options.include.friction = true;
    options.regressor = {.friction = true, .armature = true};
    Evaluator e(model, options);
    const long taken = allocated_by([&] {
      e.mass_matrix(x.q);
      e.mass_matrix_inverse(x.q);
      e.solve_mass_matrix(x.q, X);
      if (!GetParam()) {
        e.udut(x.q);
        e.hybrid_dynamics(x.q, x.v, prescribed, x.a, x.tau);
      }
      e.element(x.q, 0, model.nv() - 1);
      e.coriolis(x.q, x.v);
      e.certify_coriolis(x.q, x.v);
      e.mass_matrix_rate(x.q, x.v);
      e.coriolis_times(x.q, x.v, x.a);
      e.coriolis_transpose_times(x.q, x.v, x.a);
      e.mass_matrix_derivative(x.q);
      e.christoffel_symbols(x.q);
      e.inverse_dynamics_derivatives(x.q, x.v, x.a);
      e.forward_dynamics_derivatives(x.q, x.v, x.tau);
      e.regressor(x.q, x.v, x.a);
      e.gravity(x.q);
      e.bias(x.q, x.v);
      e.inverse_dynamics(x.q, x.v, x.a);
      e.forward_dynamics(x.q, x.v, x.tau);
      e.kinetic_energy(x.q, x.v);
      e.potential_energy(x.q);
      e.momentum(x.q, x.v);
      e.centroidal_momentum(x.q, x.v);
      e.center_of_mass(x.q);
      e.poses(x.q);
      e.jacobian(x.q, last);
      e.jacobian_dot_v(x.q, x.v, last);
      e.jacobian_rate(x.q, x.v, last);
      for (const TaskRows rows : {TaskRows::pose, TaskRows::position, TaskRows::orientation}) {
        e.operational_space(x.q, x.v, last, {0.1, 0.2, 0.3}, {rows});
      }
    });
    EXPECT_EQ(taken, 0) << method.name;
  }
}

TEST(NoAllocationEither, InPlans) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  std::map<std::string_view, int> evaluated;
  for (const char* robot : {"puma6", "chain:30", "quadruped", "tree:15"}) {
    const Model model = load_model(robot);
    const RandomState x = random_state(model, 5);
    for (const Method& method : simd_methods()) {
      Options options;
      options.methods[method.quantity] = method.name;
      std::optional<Evaluator> e;
      try {
        e.emplace(model, options);
      } catch (const UsageError&) {
        continue;  // not for this robot
      }
      EXPECT_EQ(allocated_by([&] {
                  e->mass_matrix(x.q);
                  e->coriolis(x.q, x.v);
                  e->gravity(x.q);
                  e->bias(x.q, x.v);
                  e->inverse_dynamics(x.q, x.v, x.a);
                  e->forward_dynamics(x.q, x.v, x.tau);
                  e->inverse_dynamics_derivatives(x.q, x.v, x.a);
                  e->forward_dynamics_derivatives(x.q, x.v, x.tau);
                }),
                0)
          << robot << ", " << method.name;
      ++evaluated[method.name];
    }
  }
  EXPECT_EQ(evaluated["screws"], 4 * 6);
  EXPECT_EQ(evaluated["bodies"], 4 * 6);
  EXPECT_EQ(evaluated["limbs"], 6 + 5);  // C of limbs on a floating body alone
}

TEST(NoAllocationEither, InGeneratedCode) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  const Model model = load_model("quadruped");
  Options options;
  options.generated = compile_generated(model, quick_compiler()).functions;
  for (const Quantity quantity : quantities()) options.methods[quantity] = "generated";
  Evaluator e(model, options);
  const RandomState x = random_state(model, 5);
  EXPECT_EQ(allocated_by([&] {
              e.mass_matrix(x.q);
              e.coriolis(x.q, x.v);
              e.gravity(x.q);
              e.bias(x.q, x.v);
              e.inverse_dynamics(x.q, x.v, x.a);
              e.forward_dynamics(x.q, x.v, x.tau);
            }),
            0);
}

INSTANTIATE_TEST_SUITE_P(Mimics, NoAllocation, ::testing::Bool());

TEST(AllocationCounter, NoticesVectorsAndStrings) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  EXPECT_GT(allocated_by([] {
              const Vector x = Vector::Zero(100);
              (void)x;
            }),
            0);
  EXPECT_GT(allocated_by([] {
              const std::string x(100, 'x');
              (void)x;
            }),
            0);
}

}  // namespace
}  // namespace kinetree::testing
