// Evaluations: what is wrong is refused, what is right is timed, and translation changes nothing.
#include "bench_evaluations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "bench_edits.hpp"
#include "kinetree/io.hpp"

namespace kinetree::cli {
namespace {

/// A library that is ours in another coat: it evaluates, and may be made to lie in one quantity.
class CoatedRobot : public PeerRobot {
 public:
  static inline double error = 0;
  CoatedRobot(const PeerModel& model, int states)
      : model_(rebuilt(model)), evaluator_(model_), states_(static_cast<std::size_t>(states)) {}
  std::string version() const override { return "1"; }
  int base() const override { return peer_base_xyzw; }
  std::string method(Measured measured) const override {
    return measured == Measured::gravity ? "" : "coat";
  }
  void store(int k, const RandomState& x) override { states_[static_cast<std::size_t>(k)] = x; }
  double* q(int k) override { return states_[static_cast<std::size_t>(k)].q.data(); }
  double run(Measured measured, int k) override {
    out_ = evaluate(evaluator_, *info_of(measured).registry, states_[static_cast<std::size_t>(k)]);
    if (measured == Measured::mass_matrix) out_(0, 0) *= 1 + error;
    return out_(0, 0);
  }
  void result(Measured /*measured*/, double* out) override {
    Eigen::Map<Matrix>(out, out_.rows(), out_.cols()) = out_;
  }

 private:
  /// From what a library is given, and nothing else.
  static Model rebuilt(const PeerModel& from) {
    Model model;
    for (std::size_t i = 0; i < from.links.size(); ++i) {
      const KinetreePeerLink& link = from.links[i];
      Link to;
      to.name = "link" + std::to_string(i);
      to.joint.type = link.joint == peer_floating    ? JointType::floating
                      : link.joint == peer_prismatic ? JointType::prismatic
                                                     : JointType::revolute;
      to.joint.axis = Vector3(link.axis);
      to.joint.placement = {Matrix3(link.R), Vector3(link.p)};
      to.inertia = {link.mass, Vector3(link.com), Matrix3(link.inertia)};
      const bool root = link.parent < 0;
      model.add(to, root ? std::nullopt : std::optional(static_cast<LinkId>(link.parent)));
    }
    model.set_gravity(from.gravity);
    return model;
  }
  Model model_;
  Evaluator evaluator_;
  std::vector<RandomState> states_;
  Matrix out_;
};

Peer coat() {
  return {"coat", "", true, false, true, [](const PeerModel& model, int states) {
            return std::unique_ptr<PeerRobot>(std::make_unique<CoatedRobot>(model, states));
          }};
}

const std::vector<Measured> six{Measured::mass_matrix,
                                Measured::inverse_dynamics,
                                Measured::forward_dynamics,
                                Measured::coriolis,
                                Measured::bias,
                                Measured::gravity};
constexpr Effort glance{.rounds = 1, .windows = 3, .window_ns = 1e3, .cold_calls = 1};

std::vector<std::unique_ptr<Contestant>> only(std::unique_ptr<Contestant> contestant) {
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(std::move(contestant));
  return all;
}

/// Fixed links, limbs in an order that is not depth first, sideways axes, a floating base.
Model awkward_model() {
  Model model = load_model("quadruped");
  model.set_gravity({0.3, -0.2, -9.7});
  Link stone;
  stone.name = stone.joint.name = "stone";
  stone.joint.placement.p = {0.1, 0.2, 0.3};
  stone.inertia = {0.7, {0.01, 0.02, 0.03}, Vector3(0.01, 0.02, 0.025).asDiagonal()};
  const LinkId carrier = model.add(stone, static_cast<LinkId>(2));
  Link slide = stone;
  slide.name = slide.joint.name = "slide";
  slide.joint.type = JointType::prismatic;
  slide.joint.axis = Vector3(1, 2, 2) / 3;
  model.add(slide, carrier);
  return model;
}

TEST(PeerModel, IsTheSameRobotMergedAndReordered) {
  for (const Model& model : {awkward_model(), load_model("scara"), load_model("tree:7"), arm7()}) {
    EvaluationCase robot(model);
    CoatedRobot::error = 0;
    PeerContestant contestant(coat(), robot, six);
    const auto trials = contestant.trials();
    EXPECT_EQ(trials.size(), 5u);  // it has no gravity
    for (const Trial& trial : trials) {
      const BenchCheck check = check_trials({trial}).front();
      EXPECT_LE(check.worst, check.bound) << model.name << ' ' << trial.phases[0].row.quantity;
    }
  }
}

TEST(PeerModel, RefusesWhatItCannotSay) {
  Model model = load_model("chain:3");
  Link ball;
  ball.name = "ball";
  ball.joint.type = JointType::spherical;
  ball.inertia = {1, Vector3::Zero(), Matrix3::Identity()};
  model.add(ball, static_cast<LinkId>(2));
  EXPECT_THROW(make_peer_model(model), UsageError);
}

/// Every convention of a floating base: states there and results back.
TEST(PeerCoordinates, GoThereAndBack) {
  const Model model = awkward_model();
  const PeerModel peer = make_peer_model(model);
  const RandomState x = random_state(model, 5);
  Evaluator evaluator(model);
  const Matrix M = evaluator.mass_matrix(x.q);
  const int n = model.nv();
  for (const int base :
       {peer_base_xyzw, peer_base_wxyz_world, peer_base_w_last_world, peer_base_rotation_first}) {
    const PeerCoordinates coordinates(peer, base);
    const RandomState theirs = coordinates.state(x);
    EXPECT_EQ(theirs.q.size(), base == peer_base_rotation_first ? model.nv() : model.nq());
    const Matrix a = coordinates.result(Measured::forward_dynamics, x, M, theirs.a);
    EXPECT_LT((a - x.a).cwiseAbs().maxCoeff(), 1e-13) << base;
    const Matrix tau = coordinates.result(Measured::inverse_dynamics, x, M, theirs.tau);
    EXPECT_LT((tau - x.tau).cwiseAbs().maxCoeff(), 1e-13) << base;
    // With their accelerations zero, forces are their bias.
    const Vector still = coordinates.result(Measured::forward_dynamics, x, M, Vector::Zero(n));
    const Vector bias = evaluator.inverse_dynamics(x.q, x.v, still);
    const Vector theirs_as_ours =
        coordinates.result(Measured::bias, x, M, coordinates.state({x.q, x.v, x.a, bias}).tau);
    EXPECT_LT((theirs_as_ours - evaluator.bias(x.q, x.v)).cwiseAbs().maxCoeff(), 1e-10) << base;
    // Power is the same for everybody.
    EXPECT_NEAR(theirs.tau.dot(theirs.v), x.tau.dot(x.v), 1e-11) << base;
  }
}

TEST(TimeRobot, DoesNotTimeAPeerThatIsWrong) {
  EvaluationCase robot(arm7());
  CoatedRobot::error = 1e-8;
  BenchReport report;
  std::ostringstream sink;
  Console console(sink);
  const auto all = only(std::make_unique<PeerContestant>(coat(), robot, six));
  EXPECT_FALSE(time_robot(robot, all, glance, console, report));
  CoatedRobot::error = 0;
  EXPECT_EQ(report.checks.size(), 5u);
  ASSERT_EQ(report.rows.size(), 4u);
  for (const BenchRow& row : report.rows) EXPECT_NE(row.quantity, "M");
}

TEST(TimeRobot, GivesRowsWithAllThreeTimes) {
  EvaluationCase robot(load_model("planar3"));
  BenchPlan plan;
  for (const MeasuredInfo& info : measured_infos()) plan.quantities.push_back(info.measured);
  BenchReport report;
  report.peaks = {{"scalar", 10}, {"wide", 40}};
  std::ostringstream sink;
  Console console(sink);
  const auto all = only(make_our_contestant(robot, plan, nullptr, report.notes));
  ASSERT_TRUE(time_robot(robot, all, glance, console, report));
  ASSERT_EQ(report.rows.size(), 8u);
  for (const BenchRow& row : report.rows) {
    EXPECT_GT(row.ns, 0) << row.quantity;
    EXPECT_GT(row.ns_dependent.value_or(0), 0) << row.quantity;
    EXPECT_TRUE(row.ns_cold) << row.quantity;
    EXPECT_EQ(row.mode, "one_state");
    EXPECT_EQ(row.operations.has_value(), row.method != "analytic") << row.quantity;
    if (row.operations) {
      EXPECT_NEAR(*row.peak_share, flop_count(*row.operations) / row.ns / 40, 1e-12);
    }
  }
}

TEST(EvaluationCase, NoticesAMethodOfOursThatIsWrong) {
  Model wrong = arm7();
  MassProperties hand = wrong.link(static_cast<LinkId>(6)).inertia;
  hand.mass *= 1 + 1e-8;
  wrong.set_inertia(static_cast<LinkId>(6), hand);
  EvaluationCase right(arm7()), other(wrong);
  BenchPlan plan;
  plan.quantities = six;
  std::vector<std::string> notes;
  const auto contestant = make_our_contestant(other, plan, nullptr, notes);
  for (Trial& trial : contestant->trials()) {
    Phase& phase = trial.phases.front();
    EXPECT_TRUE(check_trials({trial}).front().passed());
    for (const Measured measured : six) {
      if (info_of(measured).name == phase.row.quantity) phase.expected = &right.expected(measured);
    }
    EXPECT_FALSE(check_trials({trial}).front().passed()) << phase.row.quantity;
  }
}

TEST(EvaluationCase, MovesJointsThatHaveNoRoom) {
  Model model = load_model("planar3");
  Link stuck;
  stuck.name = "stuck";
  stuck.joint.type = JointType::revolute;
  stuck.joint.limits = {.lower = 0, .upper = 0};
  stuck.inertia = {1, Vector3(0.1, 0, 0), Matrix3::Identity()};
  model.add(stuck, static_cast<LinkId>(2));
  const EvaluationCase robot(model);
  EXPECT_NE(robot.states()[0].q[3], robot.states()[1].q[3]);
}

TEST(CheckOracles, CompareTwoMethodsOfEachQuantity) {
  EvaluationCase robot(load_model("puma6"));
  const auto checks = check_oracles(robot, six);
  EXPECT_EQ(checks.size(), six.size());
  for (const BenchCheck& check : checks) EXPECT_TRUE(check.passed()) << check.name;
}

TEST(ReadMeasured, KeepsTheOrderAndKnowsItsNames) {
  EXPECT_EQ(read_measured("a,M"), (std::vector{Measured::mass_matrix, Measured::forward_dynamics}));
  EXPECT_THROW(read_measured("M,x"), UsageError);
  EXPECT_THROW(read_measured(""), UsageError);
}

TEST(Summarise, TakesTheLeastTheMedianAndTheQuartiles) {
  std::vector<double> samples{5, 1, 4, 2, 3};
  const Statistics found = summarise(samples);
  EXPECT_EQ(found.least, 1);
  EXPECT_EQ(found.median, 3);
  EXPECT_NEAR(found.spread, 2.0 / 3, 1e-15);
}

TEST(PeerVerdicts, CompareTheBestOfOursWithTheBestOfTheirs) {
  BenchReport report;
  const auto add = [&](const char* library, const char* mode, double ns) {
    BenchRow row;
    row.library = library;
    row.model = "arm";
    row.quantity = "M";
    row.mode = mode;
    row.ns = ns;
    report.rows.push_back(row);
  };
  add("kinetree", "one_state", 200);
  add("kinetree", "one_state", 150);
  add("kinetree", "generated", 50);
  add("kdl", "one_state", 300);
  add("mujoco", "one_state", 120);
  add_peer_verdicts(report);
  ASSERT_EQ(report.verdicts.size(), 2u);
  EXPECT_NEAR(report.verdicts[0].value, 0.8, 1e-15);
  EXPECT_FALSE(report.verdicts[0].reached());
  EXPECT_NEAR(report.verdicts[1].value, 2.4, 1e-15);
  EXPECT_TRUE(report.verdicts[1].reached());
}

TEST(Crossovers, SayWhoWinsFromWhereOn) {
  const std::vector<CrossoverCurve> curves{{"quick", {2, 4, 8}, {10, 40, 200}},
                                           {"steady", {2, 4, 8, 16}, {30, 39.5, 60, 100}}};
  const auto found = find_crossovers("M", curves);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].method, "quick");  // at 4 the other is ahead by no more than windows scatter
  EXPECT_EQ(found[0].to, 4);
  EXPECT_EQ(found[1].method, "steady");
  EXPECT_EQ(found[1].from, 8);
  EXPECT_EQ(found[1].to, 16);
  EXPECT_TRUE(find_crossovers("M", {}).empty());
}

TEST(FmaPeaks, AreMeasuredOnceForEverySet) {
  std::vector<std::string> sets;
  for (const FmaPeak& peak : measure_fma_peaks()) {
    EXPECT_GT(peak.gflops, 0) << peak.set;
    EXPECT_EQ(std::count(sets.begin(), sets.end(), peak.set), 0);
    sets.push_back(peak.set);
  }
}

}  // namespace
}  // namespace kinetree::cli
