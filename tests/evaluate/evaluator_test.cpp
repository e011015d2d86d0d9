#include "kinetree/evaluator.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <functional>

#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

class WithAndWithoutMimics : public ::testing::TestWithParam<bool> {
 protected:
  Model make(std::uint64_t seed) const {
    return random_tree(seed, {.links = 10, .mimics = GetParam()});
  }
};
using MassMatrixInverse = WithAndWithoutMimics;
using Friction = WithAndWithoutMimics;
using Results = WithAndWithoutMimics;
INSTANTIATE_TEST_SUITE_P(Mimics, MassMatrixInverse, ::testing::Bool());
INSTANTIATE_TEST_SUITE_P(Mimics, Friction, ::testing::Bool());
INSTANTIATE_TEST_SUITE_P(Mimics, Results, ::testing::Bool());

TEST_P(MassMatrixInverse, IsTheInverseAndExactlySymmetric) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = make(seed);
    Evaluator evaluator(model);
    const Vector q = random_state(model, seed).q;
    const Matrix M = evaluator.mass_matrix(q), inverse = evaluator.mass_matrix_inverse(q);
    EXPECT_EQ(inverse, Matrix(inverse.transpose()));
    const double condition = M.norm() * inverse.norm();
    EXPECT_TRUE(close(M * inverse, Matrix::Identity(model.nv(), model.nv()), 1e-14, condition));
  }
}

TEST(SingularMassMatrix, HasNoInverseAndSaysWhy) {
  Model model;
  Link link = make_link("ghost", JointType::revolute, Vector3::UnitZ(), {});
  link.joint.name = "hinge";
  model.add(link);
  Evaluator evaluator(model);
  const std::string text =
      message_of<ModelError>([&] { evaluator.mass_matrix_inverse(Vector::Zero(1)); });
  EXPECT_TRUE(contains(text, "M⁻¹: nothing gives joint 'hinge' inertia")) << text;
  EXPECT_EQ(evaluator.mass_matrix(Vector::Zero(1)), Matrix(Matrix::Zero(1, 1)));
}

TEST(ForwardDynamics, NamesEveryJointThatHasNoInertia) {
  Model model;
  model.add(make_link("a", JointType::revolute, Vector3::UnitZ(), {}));
  model.add(make_link("b", JointType::prismatic, Vector3::UnitZ(), {}));
  Evaluator evaluator(model);
  const Vector zero = Vector::Zero(2);
  const std::string text =
      message_of<ModelError>([&] { evaluator.forward_dynamics(zero, zero, zero); });
  EXPECT_TRUE(contains(text, "forward dynamics: nothing gives joints 'a', 'b' inertia")) << text;
}

TEST_P(Friction, EntersInverseAndForwardDynamicsAlike) {
  Options options;
  options.include.friction = true;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = make(seed);
    const RandomState x = random_state(model, seed);
    Evaluator rough(model, options), smooth(model);
    const Vector tau = rough.inverse_dynamics(x.q, x.v, x.a);
    EXPECT_GT(largest(tau - smooth.inverse_dynamics(x.q, x.v, x.a)), 0.1);
    const Matrix inverse = smooth.mass_matrix_inverse(x.q);
    const double amplified = largest(inverse) * largest(tau) * model.nv();
    EXPECT_TRUE(close(rough.forward_dynamics(x.q, x.v, tau), x.a, 1e-13, amplified));
    const double power = x.v.dot(tau - smooth.inverse_dynamics(x.q, x.v, x.a));
    EXPECT_GT(power, 0) << "friction takes energy away";
  }
}

TEST(FrictionLoss, IsDampingTimesRateAndDryFrictionAgainstIt) {
  Model model;
  for (const char* name : {"a", "b", "c"}) {
    Link link = make_link(name, JointType::revolute);
    link.joint.damping = 0.5;
    link.joint.friction = 2;
    model.add(link);
  }
  model.set_gravity(Vector3::Zero());
  Options options;
  options.include.friction = true;
  Evaluator evaluator(model, options);
  const Vector v = Vector3(3, -3, 0), zero = Vector::Zero(3);
  EXPECT_EQ(evaluator.inverse_dynamics(zero, v, zero), Vector(Vector3(3.5, -3.5, 0)));
  EXPECT_EQ(evaluator.bias(zero, v), zero) << "friction is no part of the bias";
}

TEST(FrictionLoss, OfAMimickingJointIsFeltByItsLeader) {
  Model model;
  model.add(make_link("leader", JointType::revolute));
  Link follower = mimicking(make_link("follower", JointType::revolute), "leader", -2);
  follower.joint.damping = 0.5;
  follower.joint.friction = 3;
  model.add(follower);
  model.set_gravity(Vector3::Zero());
  Options options;
  options.include.friction = true;
  Evaluator evaluator(model, options);
  const Vector zero = Vector::Zero(1), v = Vector::Ones(1);
  // The follower turns at -2: loss -1 - 3 there, times -2 at the leader.
  EXPECT_EQ(evaluator.inverse_dynamics(zero, v, zero)[0], 8);
}

TEST(Armature, CanBeLeftOut) {
  const std::uint64_t seed = 3;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model model = random_tree(seed, {.links = 8});
  const RandomState x = random_state(model, seed);
  Options options;
  options.include.armature = false;
  Evaluator bare(model, options), full(model);
  Vector armature(model.nv());
  for (const JointSlot& slot : model.joints()) {
    armature.segment(slot.v_first, slot.nv).setConstant(model.link(slot.link).joint.armature);
  }
  const Matrix M = full.mass_matrix(x.q);
  EXPECT_TRUE(
      close(M - bare.mass_matrix(x.q), armature.asDiagonal().toDenseMatrix(), 1e-14, largest(M)));
  const Vector tau = bare.inverse_dynamics(x.q, x.v, x.a);
  EXPECT_TRUE(close(full.inverse_dynamics(x.q, x.v, x.a) - tau, armature.cwiseProduct(x.a), 1e-14,
                    largest(tau)));
  const double amplified = largest(bare.mass_matrix_inverse(x.q)) * largest(tau) * model.nv();
  EXPECT_TRUE(close(bare.forward_dynamics(x.q, x.v, tau), x.a, 1e-13, amplified));
  EXPECT_LT(bare.kinetic_energy(x.q, x.v), full.kinetic_energy(x.q, x.v));
}

using Function = std::function<Eigen::Ref<const Matrix>(Evaluator&, const RandomState&)>;

/// Everything that returns a reference into the evaluator.
std::vector<Function> all_functions() {
  using E = Evaluator;
  using X = RandomState;
  using R = Eigen::Ref<const Matrix>;
  constexpr auto link = LinkId{3};
  return {
      [](E& e, const X& x) -> R { return e.mass_matrix(x.q); },
      [](E& e, const X& x) -> R { return e.mass_matrix_inverse(x.q); },
      [](E& e, const X& x) -> R { return e.coriolis(x.q, x.v); },
      [](E& e, const X& x) -> R { return e.mass_matrix_rate(x.q, x.v); },
      [](E& e, const X& x) -> R { return e.coriolis_times(x.q, x.v, x.a); },
      [](E& e, const X& x) -> R { return e.coriolis_transpose_times(x.q, x.v, x.a); },
      [](E& e, const X& x) -> R { return e.mass_matrix_derivative(x.q); },
      [](E& e, const X& x) -> R { return e.christoffel_symbols(x.q); },
      [](E& e, const X& x) -> R { return e.inverse_dynamics_derivatives(x.q, x.v, x.a).dq; },
      [](E& e, const X& x) -> R { return e.forward_dynamics_derivatives(x.q, x.v, x.tau).dv; },
      [](E& e, const X& x) -> R { return e.regressor(x.q, x.v, x.a); },
      [](E& e, const X& x) -> R { return e.gravity(x.q); },
      [](E& e, const X& x) -> R { return e.bias(x.q, x.v); },
      [](E& e, const X& x) -> R { return e.inverse_dynamics(x.q, x.v, x.a); },
      [](E& e, const X& x) -> R { return e.forward_dynamics(x.q, x.v, x.tau); },
      [](E& e, const X& x) -> R { return e.momentum(x.q, x.v); },
      [](E& e, const X& x) -> R { return e.jacobian(x.q, link); },
      [](E& e, const X& x) -> R { return e.jacobian_rate(x.q, x.v, link); },
      [](E& e, const X& x) -> R { return e.operational_space(x.q, x.v, link).C; },
      [](E& e, const X& x) -> R {  // what returns values disturbs nobody either
        e.certify_coriolis(x.q, x.v);
        e.kinetic_energy(x.q, x.v);
        e.potential_energy(x.q);
        e.centroidal_momentum(x.q, x.v);
        e.jacobian_dot_v(x.q, x.v, link);
        return e.poses(x.q).back().R;
      },
  };
}

// A reference keeps its value until the same function is called again.
TEST_P(Results, AreNotDisturbedByOtherCalls) {
  const std::uint64_t seed = 4;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model model = make(seed);
  const RandomState x = random_state(model, 1), y = random_state(model, 2);
  Evaluator e(model);
  const std::vector<Function> functions = all_functions();
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Eigen::Ref<const Matrix> result = functions[i](e, x);
    const Matrix kept = result;
    for (std::size_t j = 0; j < functions.size(); ++j) {
      if (j == i) continue;
      functions[j](e, y);
      EXPECT_EQ(result, kept) << "function " << i << " after function " << j;
    }
  }
}

TEST_P(Results, DoNotDependOnWhatWasAskedBefore) {
  const std::uint64_t seed = 6;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Model model = make(seed);
  const RandomState x = random_state(model, 1), y = random_state(model, 2);
  Evaluator used(model), fresh(model);
  for (const Function& function : all_functions()) {
    for (const Function& other : all_functions()) other(used, y);
    EXPECT_EQ(Matrix(function(used, x)), Matrix(function(fresh, x)));
  }
}

// Coordinates of mimics are substituted: M = Gᵀ M_free G at q_free = G q + offset.
TEST(Mimics, AreTheFreeRobotWithCoordinatesSubstituted) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_tree(seed, {.links = 9, .multi_dof = false, .mimics = true});
    Model free = model;
    free.release_mimics();
    ASSERT_GT(free.nv(), model.nv());
    Matrix G = Matrix::Zero(free.nv(), model.nv());
    Vector offset = Vector::Zero(free.nv());
    for (const JointSlot& slot : free.joints()) {
      const auto& mimic = model.link(slot.link).joint.mimic;
      const LinkId leader = mimic ? *model.find_joint(mimic->joint) : slot.link;
      for (const JointSlot& own : model.joints()) {
        if (own.link == leader) G(slot.v_first, own.v_first) = mimic ? mimic->multiplier : 1;
      }
      if (mimic) offset[slot.v_first] = mimic->offset;
    }
    const RandomState x = random_state(model, seed);
    const Vector q = G * x.q + offset, v = G * x.v, a = G * x.a;
    Evaluator coupled(model), whole(free);
    const Matrix M = G.transpose() * whole.mass_matrix(q) * G;
    EXPECT_TRUE(close(coupled.mass_matrix(x.q), M, 1e-13));
    const Vector tau = whole.inverse_dynamics(q, v, a);
    EXPECT_TRUE(close(coupled.inverse_dynamics(x.q, x.v, x.a), G.transpose() * tau, 1e-13,
                      model.nv() * largest(tau)));
    const auto last = static_cast<LinkId>(model.size() - 1);
    EXPECT_TRUE(close(coupled.jacobian(x.q, last), whole.jacobian(q, last) * G, 1e-13));
    EXPECT_NEAR(coupled.kinetic_energy(x.q, x.v), whole.kinetic_energy(q, v),
                1e-13 * whole.kinetic_energy(q, v));
  }
}

}  // namespace
}  // namespace kinetree::testing
