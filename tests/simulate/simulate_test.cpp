// The gate of a simulation.
#include "kinetree/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulate/robots.hpp"

namespace kinetree::testing {
namespace {

std::string complaint(const std::function<void(SimulationOptions&, State&)>& spoil,
                      const Controller& controller = no_torque()) {
  SimulationOptions options;
  const Model model = pendulum();
  State start = at_rest(model, one(0));
  spoil(options, start);
  return message_of<UsageError>([&] { simulate(model, start, controller, options); });
}

TEST(Simulate, RefusesWhatMakesNoSense) {
  using O = SimulationOptions;
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.duration = -1; }), "the duration is -1"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.duration = HUGE_VAL; }), "the duration"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.integrator.rtol = 0; }), "rtol is 0"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.integrator.rtol = 1e-17; }), "rounding"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.integrator.step = -1; }), "the step"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.record_every = -1; }), "record_every"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.limits.restitution = 2; }), "above 1"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.integrator.method = "euler"; }), "euler"));
  EXPECT_TRUE(contains(complaint([](O&, State& x) { x.q = Vector::Zero(3); }), "q has 3 numbers"));
  EXPECT_TRUE(contains(complaint([](O&, State& x) { x.v[0] = std::nan(""); }), "v contains"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.desired = hold(Vector::Zero(2)); }),
                       "2 coordinates"));
}

TEST(Simulate, AControllerThatGivesNaNIsRefusedBeforeTheFirstStep) {
  const Controller broken = [](const State&, Eigen::Ref<Vector> tau) { tau[0] = std::nan(""); };
  int samples = 0;
  const Model model = pendulum();
  const std::string message = message_of<UsageError>([&] {
    simulate(model, at_rest(model, one(0)), broken, {}, [&](const Sample&) { ++samples; });
  });
  EXPECT_TRUE(contains(message, "torques are not finite")) << message;
  EXPECT_EQ(samples, 0);
  EXPECT_THROW(simulate(model, at_rest(model, one(0)), {}), UsageError);
}

TEST(Simulate, ADesiredMotionNeedsPlainCoordinates) {
  const Model model = satellite();
  SimulationOptions options;
  options.desired = hold(model.neutral());
  EXPECT_THROW(simulate(model, at_rest(model, model.neutral()), no_torque(), options), UsageError);
}

TEST(Simulate, ForcesEventsAndClocksAreChecked) {
  using O = SimulationOptions;
  const auto nan = std::nan("");
  EXPECT_TRUE(contains(complaint([&](O& o, State&) {
                         o.forces = {{LinkId{0}, Vector3::Zero(), {nan, 0, 0}}};
                         o.forces[0].from = 0.5;
                       }),
                       "the force on 'bob'"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.forces = {{LinkId{7}}}; }), "link number 7"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.events = {{"empty", {}}}; }), "'empty'"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) { o.integrator.max_step = 1e-17; }), "max_step"));
  EXPECT_TRUE(contains(complaint([](O& o, State& x) {
                         x.t = 1.7e9;
                         o.duration = 1e-6;
                       }),
                       "the duration"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) {
                         o.prescribed.velocities = {true};
                         o.prescribed.motion = hold(Vector::Zero(2));
                       }),
                       "2 accelerations"));
  EXPECT_TRUE(contains(complaint([](O& o, State&) {
                         o.limits.rule = LimitOptions::bounce;
                         o.plant = [](const State&, const Vector&, Eigen::Ref<Vector>) {};
                       }),
                       "another plant"));
  EXPECT_THROW(growth_rate(pendulum(), {0, Vector::Zero(3), one(0)}, no_torque()), UsageError);
}

TEST(Simulate, StopsHaveNames) {
  EXPECT_EQ(to_string(Stop::reached_end), "reached_end");
  EXPECT_EQ(to_string(Stop::not_finite), "not_finite");
}

// A torque-free body of revolution: ω along its axis stays, the rest turns at (1 - I3/I1) ω3.
TEST(Simulate, ATopPrecessesOnTheSphere) {
  for (const JointType type : {JointType::floating, JointType::spherical}) {
    Model model;
    model.add(make_link("top", type, Vector3::UnitZ(),
                        {1, Vector3::Zero(), Vector3(0.2, 0.2, 0.5).asDiagonal()}));
    model.set_gravity(Vector3::Zero());
    Vector v = Vector::Zero(model.nv());
    v.tail<3>() = Vector3(0.3, 0, 4);
    SimulationOptions options;
    options.duration = 20;
    options.integrator.rtol = options.integrator.atol = 1e-11;
    const auto run = simulate(model, {0, model.neutral(), v}, no_torque(), options);
    const Vector3 omega = run.samples.back().v.tail<3>();
    const double phase = (0.5 - 0.2) / 0.2 * 4 * 20;
    EXPECT_NEAR(omega.x(), 0.3 * std::cos(phase), 1e-7);
    EXPECT_NEAR(omega.y(), 0.3 * std::sin(phase), 1e-7);
    EXPECT_NEAR(omega.z(), 4, 1e-12);
    EXPECT_NEAR(run.samples.back().q.tail<4>().norm(), 1, 1e-15);
    // Its axis runs around the angular momentum, which stays.
    Evaluator evaluator(model);
    const Vector3 L0 = evaluator.centroidal_momentum(model.neutral(), v).angular();
    const Vector3 L1 =
        evaluator.centroidal_momentum(run.samples.back().q, run.samples.back().v).angular();
    EXPECT_LT((L1 - L0).norm(), 1e-7);
  }
}

// The first joint is moved, the second hangs from it: its torque stays zero, and the first one's is
// what inverse dynamics asks for.
TEST(Simulate, PrescribedJointsMoveOthersFollow) {
  const Model model = double_pendulum();
  const Trajectory swing = cosine(one(0.2), one(0.4), one(3));
  SimulationOptions options;
  options.duration = 3;
  options.integrator.rtol = options.integrator.atol = 1e-11;
  options.prescribed.velocities = {true, false};
  options.prescribed.motion = [swing](double t, Reference& x) {
    Reference r;
    swing(t, r);
    x.a[0] = r.a[0];
  };
  const auto run =
      simulate(model, at_rest(model, Eigen::Vector2d(0.2, -0.5)), no_torque(), options);
  Evaluator evaluator(model);
  for (const Sample& s : run.samples) {
    Reference r;
    swing(s.t, r);
    EXPECT_NEAR(s.q[0], r.q[0], 1e-9);
    EXPECT_EQ(s.tau[1], 0);
    const Vector tau = evaluator.inverse_dynamics(s.q, s.v, s.a);
    EXPECT_NEAR(s.tau[0], tau[0], 1e-9);
    EXPECT_NEAR(tau[1], 0, 1e-9);
  }
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-9);
}

}  // namespace
}  // namespace kinetree::testing
