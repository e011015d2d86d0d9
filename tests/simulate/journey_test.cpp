// Runs whose events edit the robot.
#include "simulate/journey.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kinetree/io.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

Model weight(double mass, JointType joint = JointType::fixed, const std::string& name = "load") {
  Model model;
  model.name = name;
  model.add(make_link(name, joint, Vector3::UnitY(),
                      {mass, Vector3(0.05, 0.02, -0.2), 0.01 * mass * Matrix3::Identity()}));
  return model;
}

Event take(double t, const std::string& to, const Model& branch,
           Attach::Before before = Attach::rest) {
  Attach attach;
  attach.as = branch.name;
  attach.to = to;
  attach.branch = branch;
  attach.placement.p = Vector3(0, 0, -0.3);
  attach.before = before;
  return with_edit(at_time("take", t), attach);
}

Event put(double t, const std::string& what) { return with_edit(at_time("put", t), Detach{what}); }

SimulationOptions with_events(std::vector<Event> events, double duration = 2) {
  SimulationOptions options;
  options.duration = duration;
  options.events = std::move(events);
  for (const double t : {0.5, 1.0, 1.5}) options.breakpoints.push_back(t);
  options.integrator.rtol = options.integrator.atol = 1e-11;
  return options;
}

State swinging() { return {0, Eigen::Vector2d(0.7, -0.4), Eigen::Vector2d(1, 2)}; }

TEST(Journey, BooksBalanceAcrossEvents) {
  const Model model = double_pendulum();
  const auto run =
      simulate(model, swinging(), no_torque(),
               with_events({take(0.5, "lower", weight(2, JointType::revolute)), put(1.5, "load")}));
  EXPECT_EQ(run.stop, Stop::reached_end);
  ASSERT_EQ(run.happenings.size(), 2U);
  EXPECT_EQ(run.happenings[0].action, "attach");
  EXPECT_EQ(run.happenings[1].action, "detach");
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-8);
  const RobotChange &came = *run.happenings[0].robot, &went = *run.happenings[1].robot;
  EXPECT_GT(came.lost, 0);
  EXPECT_EQ(came.kinetic, 0);
  EXPECT_LT(went.kinetic, 0);
  EXPECT_NEAR(run.audit.event_work, came.potential - came.lost + went.kinetic + went.potential,
              1e-10);
  ASSERT_TRUE(run.audit.robot_changes);
  EXPECT_EQ(run.audit.robot_changes->number, 2);
  EXPECT_LT(run.audit.robot_changes->residual.value, 1e-12);
  ASSERT_EQ(run.robots.size(), 3U);
  EXPECT_EQ(run.robots[1]->from, 0.5);
  EXPECT_EQ(run.robots[1]->v_names, (std::vector<std::string>{"bob", "lower", "load"}));
  EXPECT_EQ(run.audit.work_names, run.robots[1]->v_names);
  for (const Sample& sample : run.samples) {
    EXPECT_EQ(sample.q.size(), static_cast<Eigen::Index>(sample.robot->q_names.size()));
    EXPECT_EQ(sample.a.size(), sample.tau.size());
  }
}

TEST(Journey, RecordsBothSidesOfAChange) {
  const auto run = simulate(double_pendulum(), swinging(), no_torque(),
                            with_events({take(0.5, "lower", weight(2))}));
  std::vector<const Sample*> at;
  for (const Sample& sample : run.samples) {
    if (std::abs(sample.t - 0.5) < 1e-9) at.push_back(&sample);
  }
  ASSERT_EQ(at.size(), 2U);
  EXPECT_EQ(at[0]->robot->number, 0);
  EXPECT_EQ(at[1]->robot->number, 1);
  EXPECT_TRUE(close(at[0]->q, at[1]->q, 1e-14, 1));
  EXPECT_NE(at[0]->v, at[1]->v);
  EXPECT_EQ(run.samples.size(), 202U);
}

// What weighs nothing changes nothing.
TEST(Journey, AMasslessPayloadIsNotFelt) {
  const Model model = double_pendulum();
  const auto plain = simulate(model, swinging(), no_torque(), with_events({}));
  const auto run = simulate(model, swinging(), no_torque(),
                            with_events({take(0.5, "lower", weight(0)), put(1.5, "load")}));
  EXPECT_TRUE(close(run.samples.back().q, plain.samples.back().q, 1e-8, 1));
  EXPECT_TRUE(close(run.samples.back().v, plain.samples.back().v, 1e-8, 1));
}

TEST(Journey, TakenAtTheStartItIsTheExtendedRobot) {
  const Model model = double_pendulum();
  Model whole = model;
  whole.attach(whole.at("lower"), weight(2, JointType::revolute),
               {Matrix3::Identity(), {0, 0, -0.3}});
  for (const IntegratorInfo& info : integrators()) {
    SimulationOptions options =
        with_events({take(1e-9, "lower", weight(2, JointType::revolute), Attach::carried)}, 0.5);
    options.integrator.method = info.name;
    options.integrator.step = 1e-3;
    if (info.name == "rosenbrock23") options.integrator.rtol = 1e-8;
    options.breakpoints = {1e-9};
    const auto run = simulate(model, swinging(), no_torque(), options);
    options.events.clear();
    const auto same =
        simulate(whole, {0, Vector3(0.7, -0.4, 0), Vector3(1, 2, 0)}, no_torque(), options);
    const double bound = info.name == "semi_implicit_euler" ? 1e-5
                         : info.name == "rosenbrock23"      ? 1e-5
                                                            : 1e-6;
    EXPECT_TRUE(close(run.samples.back().q, same.samples.back().q, bound, 1)) << info.name;
    EXPECT_TRUE(close(run.samples.back().v, same.samples.back().v, bound, 10)) << info.name;
  }
}

TEST(Journey, EveryIntegratorKeepsTheBooks) {
  for (const IntegratorInfo& info : integrators()) {
    SimulationOptions options =
        with_events({take(0.5, "lower", weight(2, JointType::revolute)), put(1.5, "load")});
    options.integrator.method = info.name;
    if (info.name == "rosenbrock23") options.integrator.rtol = 1e-7;
    const auto run = simulate(double_pendulum(), swinging(), no_torque(), options);
    EXPECT_EQ(run.stop, Stop::reached_end) << info.name;
    EXPECT_EQ(run.robots.size(), 3U) << info.name;
    const double bound = info.name == "semi_implicit_euler" ? 0.5
                         : info.name == "rosenbrock23"      ? 1e-3
                                                            : 1e-6;
    EXPECT_LT(std::abs(run.audit.largest_balance.value), bound) << info.name;
    EXPECT_LT(run.audit.robot_changes->residual.value, 1e-11) << info.name;
  }
}

TEST(Journey, MomentumOfAFloatingRobotGoesOn) {
  const Model model = satellite();
  State start{0, model.neutral(), Vector::LinSpaced(model.nv(), -0.6, 0.9)};
  Event event = take(0.5, "panel", weight(3, JointType::spherical));
  Attach attach = std::get<Attach>(*event.edit);
  attach.before = Attach::moving;
  attach.linear = Vector3(0.4, -1, 0.3);
  attach.angular = Vector3(2, 0.1, -0.4);
  const auto run = simulate(model, start, no_torque(),
                            with_events({with_edit(event, attach), put(1.5, "load")}));
  EXPECT_EQ(run.stop, Stop::reached_end);
  ASSERT_TRUE(run.audit.linear_drift);
  EXPECT_LT(run.audit.linear_drift->value, 1e-8);
  EXPECT_LT(run.audit.angular_drift->value, 1e-8);
  EXPECT_LT(run.audit.robot_changes->linear_residual.value, 1e-11);
  EXPECT_LT(run.audit.robot_changes->angular_residual.value, 1e-11);
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-8);
  EXPECT_GT(run.audit.robot_changes->lost, 0);
}

TEST(Journey, TheSameInputGivesTheSameBits) {
  const auto options =
      with_events({take(0.5, "lower", weight(2, JointType::revolute)), put(1.5, "load")});
  const auto a = simulate(double_pendulum(), swinging(), no_torque(), options);
  const auto b = simulate(double_pendulum(), swinging(), no_torque(), options);
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    EXPECT_EQ(a.samples[i].q, b.samples[i].q);
    EXPECT_EQ(a.samples[i].a, b.samples[i].a);
    EXPECT_EQ(a.samples[i].balance, b.samples[i].balance);
  }
}

TEST(Journey, AThingComesAndGoesSeveralTimes) {
  const Model load = weight(1, JointType::revolute), other = weight(0.5, JointType::fixed, "other");
  auto options = with_events({take(0.2, "lower", load), take(0.4, "load", other), put(0.6, "load"),
                              take(0.8, "bob", load), put(1.2, "load"), put(1.4, "other")});
  options.breakpoints = {0.2, 0.4, 0.6, 0.8, 1.2, 1.4};
  const auto run = simulate(double_pendulum(), swinging(), no_torque(), options);
  EXPECT_EQ(run.robots.size(), 6U);
  EXPECT_EQ(run.happenings.back().action, "ignored");  // went with what carried it
  EXPECT_NE(run.happenings.back().reason.find("nothing called 'other'"), std::string::npos);
  EXPECT_LT(std::abs(run.audit.final_balance), 1e-8);
}

TEST(Journey, FunctionsSeeTheRobotOfTheStart) {
  const Model model = double_pendulum();
  int largest = 0;
  const Controller controller = [&](const State& x, Eigen::Ref<Vector> tau) {
    largest = std::max(largest, static_cast<int>(std::max(x.q.size(), tau.size())));
    tau = -x.v;
  };
  auto options = with_events({take(0.5, "bob", weight(2, JointType::spherical))});
  options.events.push_back({"level", [](const State& x) { return x.q[1]; }});
  options.events.push_back(with_edit(at_time("lock", 1), Lock{"bob"}));
  options.desired = hold(Eigen::Vector2d(0, 0));
  options.forces = {{model.at("lower"), Vector3::Zero(), Vector3(0.1, 0, 0)}};
  const auto run = simulate(model, swinging(), controller, options);
  EXPECT_EQ(run.stop, Stop::reached_end);
  EXPECT_EQ(largest, 2);
  EXPECT_EQ(run.samples.back().q.size(), 5);  // lower, and a quaternion
  EXPECT_EQ(run.samples.back().tau.tail(3).norm(), 0);
  EXPECT_TRUE(std::isnan(run.samples.back().q_desired[4]));
  EXPECT_EQ(run.samples.back().q_desired[0], 0);
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-7);
}

TEST(Journey, ControllersCanFollowTheRobot) {
  std::vector<int> sizes;
  auto options = with_events({take(0.5, "lower", weight(2, JointType::revolute)), put(1, "load")});
  options.controller_for = [&](const Model& robot) {
    sizes.push_back(robot.nv());
    return no_torque();
  };
  simulate(double_pendulum(), swinging(), {}, options);
  EXPECT_EQ(sizes, (std::vector<int>{2, 3, 2}));
}

TEST(Journey, EventsCanBindToWhatCame) {
  auto options = with_events({take(0.5, "lower", weight(2, JointType::revolute))});
  Event speed;
  speed.name = "turns";
  speed.bind = [](const Model& robot) -> std::function<double(const State&)> {
    const auto link = robot.find("load");
    if (!link) return {};
    return [](const State& x) { return x.q[2] - 0.1; };
  };
  Event drop = with_edit(speed, Detach{"load"});
  options.events.push_back(drop);
  const auto run = simulate(double_pendulum(), swinging(), no_torque(), options);
  ASSERT_EQ(run.happenings.size(), 2U);
  EXPECT_EQ(run.happenings[1].action, "detach");
  EXPECT_GT(run.happenings[1].t, 0.5);
  for (const Sample& s : run.samples) {
    if (s.robot->number != 1 || s.t != run.happenings[1].t) continue;
    EXPECT_NEAR(s.q[2], 0.1, 1e-9);
  }
}

TEST(Journey, PrescribedJointsKeepTheirVelocity) {
  const Model model = double_pendulum();
  auto options =
      with_events({take(0.5, "lower", weight(2, JointType::revolute)), put(1.5, "load")});
  options.prescribed.velocities = {true, false};
  options.prescribed.motion = [](double t, Reference& x) { x.a[0] = -std::sin(t); };
  const auto run =
      simulate(model, {0, Eigen::Vector2d(0, 0.3), Eigen::Vector2d(1, 0)}, no_torque(), options);
  EXPECT_NEAR(run.samples.back().v[0], std::cos(2), 1e-8);
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-8);
  EXPECT_NE(run.audit.robot_changes->drive_work, 0);
  EXPECT_GT(run.happenings[0].robot->lost, 0);
}

TEST(Journey, ALimitThatHoldsGoesOnHolding) {
  Model stopped = pendulum();
  Link link = stopped.link(LinkId{});
  link.joint.limits.lower = 0.2;
  stopped = Model();
  stopped.add(link);
  auto options = with_events({take(1, "bob", weight(2))});
  options.limits.rule = LimitOptions::bounce;
  const auto run = simulate(stopped, at_rest(stopped, one(0.5)), no_torque(), options);
  EXPECT_EQ(run.stop, Stop::reached_end);
  ASSERT_EQ(run.happenings.size(), 2U);  // held once, and not again for the heavier robot
  EXPECT_EQ(run.happenings[0].action, "hold");
  EXPECT_EQ(run.happenings[1].action, "attach");
  EXPECT_EQ(run.samples.back().q[0], 0.2);
  EXPECT_LT(std::abs(run.audit.largest_balance.value), 1e-7);
}

TEST(Journey, RefusesWhatNoRobotTakes) {
  const Model model = double_pendulum();
  const auto refused = [&](const Event& event, SimulationOptions options = {}) {
    options.events.push_back(event);
    const std::string usage =
        message_of<Error>([&] { simulate(model, swinging(), no_torque(), options); });
    EXPECT_FALSE(usage.empty());
    return usage;
  };
  EXPECT_TRUE(contains(refused(take(0.5, "nobody", weight(1))), "there is no link 'nobody'"));
  EXPECT_TRUE(contains(refused(put(0.5, "load")), "which nothing attaches"));
  EXPECT_TRUE(contains(refused(take(0.5, "bob", weight(1, JointType::fixed, "lower"))), "already"));
  EXPECT_TRUE(contains(refused(take(0.5, "bob", weight(0, JointType::revolute))), "inertia"));
  EXPECT_TRUE(contains(refused(take(0.5, "bob", weight(std::numeric_limits<double>::quiet_NaN()))),
                       "finite"));
  EXPECT_TRUE(contains(refused(with_edit(at_time("x", 1), Lock{"hip"})), "no joint 'hip'"));
  SimulationOptions options;
  options.plant = [](const State&, const Vector&, Eigen::Ref<Vector> a) { a.setZero(); };
  EXPECT_TRUE(contains(refused(take(0.5, "bob", weight(1)), options), "another plant"));
}

}  // namespace
}  // namespace kinetree::testing
