#include "evaluate/gate.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "support/close.hpp"

namespace kinetree::testing::gate_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Model arm() {
  Model model;
  model.name = "arm";
  model.add(make_link("upper", JointType::revolute, {0, 1, 0}));
  model.add(placed(make_link("fore", JointType::revolute, {0, 1, 0}), {0.4, 0, 0}), LinkId{0});
  return model;
}

class Gate : public ::testing::Test {
 protected:
  Model model = arm();
  Evaluator evaluator{model};
  Vector two = Eigen::Vector2d(0.1, 0.2), three = Vector::Zero(3);

  using Call = std::function<void(const Vector& x)>;
  /// Every way in for a vector called `name`; the others are right.
  std::vector<Call> calls(char name) {
    Evaluator& e = evaluator;
    const Vector& ok = two;
    if (name == 'q') {
      return {[&](const Vector& x) { e.mass_matrix(x); },
              [&](const Vector& x) { e.mass_matrix_inverse(x); },
              [&](const Vector& x) { e.gravity(x); },
              [&](const Vector& x) { e.bias(x, ok); },
              [&](const Vector& x) { e.inverse_dynamics(x, ok, ok); },
              [&](const Vector& x) { e.forward_dynamics(x, ok, ok); },
              [&](const Vector& x) { e.kinetic_energy(x, ok); },
              [&](const Vector& x) { e.potential_energy(x); },
              [&](const Vector& x) { e.momentum(x, ok); },
              [&](const Vector& x) { e.centroidal_momentum(x, ok); },
              [&](const Vector& x) { e.center_of_mass(x); },
              [&](const Vector& x) { e.poses(x); },
              [&](const Vector& x) { e.jacobian(x, LinkId{1}); },
              [&](const Vector& x) { e.jacobian_dot_v(x, ok, LinkId{1}); },
              [&](const Vector& x) { e.singular_joints(x); }};
    }
    if (name == 'v') {
      return {[&](const Vector& x) { e.bias(ok, x); },
              [&](const Vector& x) { e.inverse_dynamics(ok, x, ok); },
              [&](const Vector& x) { e.forward_dynamics(ok, x, ok); },
              [&](const Vector& x) { e.kinetic_energy(ok, x); },
              [&](const Vector& x) { e.momentum(ok, x); },
              [&](const Vector& x) { e.centroidal_momentum(ok, x); },
              [&](const Vector& x) { e.jacobian_dot_v(ok, x, LinkId{1}); }};
    }
    if (name == 'a') return {[&](const Vector& x) { e.inverse_dynamics(ok, ok, x); }};
    return {[&](const Vector& x) { e.forward_dynamics(ok, ok, x); }};
  }
  static std::string spelled(char name) { return name == 't' ? "tau" : std::string(1, name); }
};

TEST_F(Gate, LetsTheRightVectorsPass) {
  for (const char name : {'q', 'v', 'a', 't'}) {
    for (const Call& call : calls(name)) EXPECT_NO_THROW(call(two)) << name;
  }
}

TEST_F(Gate, RefusesVectorsOfTheWrongSizeByName) {
  for (const char name : {'q', 'v', 'a', 't'}) {
    for (const Call& call : calls(name)) {
      EXPECT_EQ(message_of<UsageError>([&] { call(three); }),
                spelled(name) + " has 3 numbers, but the model 'arm' needs 2");
      EXPECT_THROW(call(Vector(0)), UsageError) << name;
    }
  }
}

TEST_F(Gate, RefusesNumbersThatAreNotFinite) {
  for (const double bad : {nan, inf, -inf}) {
    for (const char name : {'q', 'v', 'a', 't'}) {
      for (const Call& call : calls(name)) {
        const std::string text = message_of<UsageError>([&] { call(Eigen::Vector2d(0.1, bad)); });
        EXPECT_TRUE(contains(text, spelled(name) + " contains ")) << text;
        EXPECT_TRUE(contains(text, "not a finite number")) << text;
      }
    }
  }
}

TEST_F(Gate, RefusesLinksThatAreNotThere) {
  const auto wrong = static_cast<LinkId>(2);
  EXPECT_EQ(message_of<UsageError>([&] { evaluator.jacobian(two, wrong); }),
            "no link number 2 in model 'arm'");
  EXPECT_THROW(evaluator.jacobian_dot_v(two, two, wrong), UsageError);
}

TEST_F(Gate, RefusesMethodsThatAreNotThereAndListsTheOthers) {
  Options options;
  options.methods.forward_dynamics = "magic";
  EXPECT_EQ(message_of<UsageError>([&] { Evaluator(model, options); }),
            "no method 'magic' for forward_dynamics (there are: aba, cholesky, ltdl, denoc, "
            "screws, bodies, limbs)");
  options = {};
  options.methods.mass_matrix = "aba";
  EXPECT_TRUE(contains(message_of<UsageError>([&] { Evaluator(model, options); }),
                       "no method 'aba' for mass_matrix (did you mean 'crba'? there are: crba"));
}

TEST_F(Gate, RefusesMethodsThatDoNotTakeMimics) {
  model.add(mimicking(make_link("thumb", JointType::revolute), "fore"), LinkId{0});
  Options options;
  for (const char* method : {"aba", "ltdl", "denoc"}) {
    options.methods.forward_dynamics = method;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { Evaluator(model, options); }),
                         "does not take mimicking joints (use cholesky"))
        << method;
  }
  options.methods.forward_dynamics = "auto";
  const std::string_view taken = Evaluator(model, options).method(Quantity::forward_dynamics).name;
  EXPECT_TRUE(taken == "limbs" || taken == "screws") << taken;  // by what a register holds
}

TEST_F(Gate, NoticesEveryKindOfEditAndIsHealedBySync) {
  const std::pair<const char*, std::function<void()>> edits[] = {
      {"add", [&] { model.add(make_link("new", JointType::fixed)); }},
      {"set_gravity",
       [&] {
         model.set_gravity({0, 0, -1});
       }},
      {"set_inertia", [&] { model.set_inertia(LinkId{0}, ball()); }},
      {"set_armature", [&] { model.set_armature(LinkId{0}, 1); }},
      {"set_base", [&] { model.set_base(Base::fixed); }},
      {"release_mimics", [&] { model.release_mimics(); }},
      {"copy assignment",
       [&] {
         const Model other = arm();
         model = other;
       }},
      {"move assignment", [&] { model = arm(); }},
  };
  for (const auto& [name, edit] : edits) {
    SCOPED_TRACE(name);
    EXPECT_NO_THROW(evaluator.mass_matrix(two));
    edit();
    for (const Call& call : calls('q')) {
      EXPECT_TRUE(contains(message_of<UsageError>([&] { call(two); }), "call sync(model) first"));
    }
    evaluator.sync(model);
    EXPECT_NO_THROW(evaluator.mass_matrix(two));
  }
}

TEST_F(Gate, SyncTakesTheNewSizesAndNumbers) {
  model.add(placed(make_link("hand", JointType::spherical), {0.3, 0, 0}), LinkId{1});
  model.set_gravity({0, 0, -1});
  evaluator.sync(model);
  EXPECT_EQ(evaluator.nq(), 6);
  EXPECT_EQ(evaluator.nv(), 5);
  Evaluator fresh(model);
  const RandomState x = random_state(model, 3);
  EXPECT_EQ(evaluator.inverse_dynamics(x.q, x.v, x.a), fresh.inverse_dynamics(x.q, x.v, x.a));
}

TEST_F(Gate, SyncKeepsTheOptions) {
  Options options;
  options.methods.forward_dynamics = "ltdl";
  options.include.armature = false;
  Evaluator chosen(model, options);
  model.set_armature(LinkId{0}, 100);
  chosen.sync(model);
  EXPECT_EQ(chosen.method(Quantity::forward_dynamics).name, "ltdl");
  EXPECT_LT(largest(chosen.mass_matrix(two)), 100);
}

TEST_F(Gate, ACopyOfTheModelCanBeEditedFreely) {
  Model copy = model;
  copy.set_gravity({0, 0, 0});
  EXPECT_NO_THROW(evaluator.mass_matrix(two));
}

TEST_F(Gate, FollowsAModelThatIsMoved) {
  Model elsewhere = std::move(model);
  EXPECT_NO_THROW(evaluator.mass_matrix(two));
  elsewhere.set_gravity({0, 0, 0});
  EXPECT_THROW(evaluator.mass_matrix(two), UsageError);
}

TEST(GateLifetime, TheEvaluatorOutlivesItsModel) {
  auto model = std::make_unique<Model>(arm());
  Evaluator evaluator(*model);
  model.reset();
  EXPECT_NO_THROW(evaluator.mass_matrix(Eigen::Vector2d(0.1, 0.2)));
}

TEST_F(Gate, AMovedEvaluatorWorks) {
  const Matrix M = evaluator.mass_matrix(two);
  Evaluator taken = std::move(evaluator);
  EXPECT_EQ(taken.mass_matrix(two), M);
  const Model other = [] {
    Model one;
    one.add(make_link("only", JointType::prismatic));
    return one;
  }();
  Evaluator assigned(other);
  assigned = std::move(taken);
  EXPECT_EQ(assigned.mass_matrix(two), M);
  EXPECT_EQ(assigned.nv(), 2);
}

TEST(GateQuaternion, MustHaveUnitLength) {
  Model model;
  model.add(make_link("body", JointType::floating));
  Link hip = make_link("leg", JointType::spherical);
  hip.joint.name = "hip";
  model.add(hip, LinkId{0});
  Evaluator evaluator(model);
  Vector q = model.neutral();
  EXPECT_NO_THROW(evaluator.mass_matrix(q));
  q[10] = 1.1;
  EXPECT_EQ(message_of<UsageError>([&] { evaluator.mass_matrix(q); }),
            "the quaternion (x y z w) of joint 'hip', q[7] to q[10], has length 1.1: normalise it");
  q = model.neutral();
  q[6] = 0;
  EXPECT_TRUE(contains(message_of<UsageError>([&] { evaluator.mass_matrix(q); }),
                       "joint 'floating_base', q[3] to q[6], has length 0"));
  q[6] = -1 - 1e-7;
  EXPECT_NO_THROW(evaluator.mass_matrix(q)) << "printed with seven digits";
}

TEST(GateSize, RefusesMatricesThatDoNotFit) {
  Model model;
  for (int i = 0; i <= 20000; ++i) {
    model.add(make_link("l" + std::to_string(i), JointType::prismatic));
  }
  EXPECT_TRUE(contains(message_of<ModelError>([&] { Evaluator evaluator(model); }),
                       "20001 degrees of freedom"));
}

/// Results are memory of the evaluator, and plans read inputs where they are.
TEST(GateModel, TakesItsOwnResultsAsInputs) {
  for (const char* robot : {"planar3", "chain:10", "quadruped"}) {
    const Model model = load_model(robot);
    Evaluator e(model), other(model);
    const Eigen::Index n = model.nv();
    const Vector q = model.neutral(), v = Vector::LinSpaced(n, 0.3, 0.7);
    other.forward_dynamics(q, v, v);  // nothing is massless: from then on inputs are lent
    e.forward_dynamics(q, v, v);
    const auto same = [&](const Vector& own, const Vector& copied) {
      EXPECT_EQ(own, copied) << robot;
    };
    const VectorMap g = e.gravity(q), tau = e.inverse_dynamics(q, v, g),
                    a = e.forward_dynamics(q, g, tau);
    const Vector g_copy = g, tau_copy = tau, a_copy = a;
    same(e.inverse_dynamics(q, tau, tau), other.inverse_dynamics(q, tau_copy, tau_copy));
    same(e.forward_dynamics(q, a, a), other.forward_dynamics(q, a_copy, a_copy));
    same(e.bias(q, g), other.bias(q, g_copy));
    const MatrixMap C = e.coriolis(q, v);
    const Vector column = C.col(n - 1);
    same(Vector(e.coriolis(q, C.col(n - 1)).reshaped()),
         Vector(other.coriolis(q, column).reshaped()));
    const ForwardDynamicsDerivatives d = e.forward_dynamics_derivatives(q, v, v);
    const Vector first = d.dq.col(0), last = d.dtau.col(n - 1);
    const ForwardDynamicsDerivatives own =
        e.forward_dynamics_derivatives(q, d.dq.col(0), d.dtau.col(n - 1));
    const ForwardDynamicsDerivatives copied = other.forward_dynamics_derivatives(q, first, last);
    same(Vector(own.dq.reshaped()), Vector(copied.dq.reshaped()));
    same(Vector(own.dv.reshaped()), Vector(copied.dv.reshaped()));
  }
}

TEST(GateModel, RefusesWhatCannotBeCompiled) {
  Model model;
  model.add(make_link("a", JointType::revolute, Vector3::Zero()));
  EXPECT_THROW(Evaluator evaluator(model), ModelError);
}

}  // namespace
}  // namespace kinetree::testing::gate_test
