// Laws of re-assembly: what is taken back was never there, and the order of steps does not matter.
#include "modules/editor.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "kinetree/evaluator.hpp"
#include "kinetree/io.hpp"
#include "modules/library.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

/// Index in v (and, of these robots, in q) of each joint by name.
std::map<std::string, int> slots(const Model& model) {
  std::map<std::string, int> found;
  for (const JointSlot& slot : model.joints()) {
    found[model.link(slot.link).joint.name] = slot.v_first;
  }
  return found;
}

/// M, g and poses of the two agree, joint by joint and link by link, whatever their order.
void expect_same_dynamics(Evaluator& eval, const Model& model, const Model& expected) {
  const auto ours = slots(model), theirs = slots(expected);
  ASSERT_EQ(ours.size(), theirs.size());
  const int n = model.nv();
  Matrix P = Matrix::Zero(n, n);  // theirs = P ours
  for (const auto& [name, i] : theirs) {
    ASSERT_TRUE(ours.contains(name)) << name;
    P(i, ours.at(name)) = 1;
  }
  const Vector q = Vector::LinSpaced(n, -1.2, 0.9);
  Evaluator reference(expected);
  const Matrix M = eval.mass_matrix(q), M_ref = reference.mass_matrix(P * q);
  EXPECT_TRUE(close(P * M * P.transpose(), M_ref, rounding(n)));
  const Vector g = eval.gravity(q), g_ref = reference.gravity(P * q);
  EXPECT_TRUE(close(P * g, g_ref, rounding(n), 100));
  const auto& poses = eval.poses(q);
  const auto& poses_ref = reference.poses(P * q);
  for (int i = 0; i < expected.size(); ++i) {
    const std::string& name = expected.link(static_cast<LinkId>(i)).name;
    const Pose &X = poses[index(model.at(name))], &Y = poses_ref[static_cast<std::size_t>(i)];
    EXPECT_TRUE(close(X.R, Y.R, 1e-12)) << name;
    EXPECT_TRUE(close(X.p, Y.p, 1e-12, 10)) << name;
  }
}

Assembly started() {
  Assembly robot(library());
  robot.plug("floor", "f", {.on = "world", .by = "foot"});
  robot.plug("floor", "g", {.on = "world", .by = "foot", .at = pose({2, 0, 0}, {0, 0, 1}, 0.3)});
  robot.plug("arm", "a", {.on = "f.top0", .by = "in", .turn = 0.3});
  robot.plug("arm", "b", {.on = "a.out", .by = "in", .turn = -0.4});
  return robot;
}

TEST(Reassembly, PluggingThenUnpluggingIsTheIdentity) {
  Assembly robot = started();
  const auto hash = robot.model().hash();
  for (const char* by : {"in", "out", "flank", "wrist", "slide"}) {
    const std::string name = std::string("c_") + by;
    robot.plug("arm", name, {.on = "b.out", .by = by, .turn = 0.7});
    EXPECT_NE(robot.model().hash(), hash);
    robot.unplug(name);
    EXPECT_EQ(robot.model().hash(), hash) << by;
    robot.discard(name);
  }
}

TEST(Reassembly, EveryEditCanBeUndoneBitForBit) {
  Assembly robot = started();
  const auto hash = robot.model().hash();
  const auto connectors = robot.connectors();
  std::vector<Reassembly> done;
  done.push_back(robot.move("a", {.on = "g.top1", .by = "b.out"}));
  done.push_back(robot.unplug("b"));
  done.push_back(robot.plug("arm", "c", {.on = "b.wrist", .by = "in"}));
  done.push_back(robot.plug("c", {.on = "f.top2", .by = "out"}));
  done.push_back(robot.unplug("c"));
  done.push_back(robot.discard("a"));
  EXPECT_THROW(robot.undo(done.front()), UsageError);
  EXPECT_THROW(robot.undo(Reassembly()), UsageError);
  while (!done.empty()) {
    robot.undo(done.back());
    done.pop_back();
  }
  EXPECT_EQ(robot.model().hash(), hash);
  ASSERT_EQ(robot.connectors().size(), connectors.size());
  for (std::size_t i = 0; i < connectors.size(); ++i) {
    EXPECT_EQ(robot.connectors()[i].name, connectors[i].name);
    EXPECT_EQ(robot.connectors()[i].other, connectors[i].other);
  }
}

TEST(Reassembly, ACopyCanUndoWhatTheOriginalUndid) {
  Assembly robot = started();
  const auto hash = robot.model().hash();
  const Reassembly moved = robot.move("b", {.on = "g.top0", .by = "in"});
  Assembly copy = robot;
  robot.undo(moved);
  copy.undo(moved);
  EXPECT_EQ(robot.model().hash(), hash);
  EXPECT_EQ(copy.model().hash(), hash);
}

TEST(Reassembly, MovingIsUnpluggingAndPlugging) {
  Assembly one = started(), two = started();
  EXPECT_EQ(one.move("a", {.on = "g.top1", .by = "in", .turn = 1}).instances,
            (std::vector<std::string>{"a", "b"}));
  two.unplug("a");
  EXPECT_EQ(two.model().nv(), 0);
  two.plug("a", {.on = "g.top1", .by = "in", .turn = 1});
  EXPECT_EQ(one.model().hash(), two.model().hash());
}

TEST(Reassembly, AMovingPlugIsTurnedRoundWithItsGroup) {
  Assembly robot = started();
  robot.plug("arm", "c", {.on = "b.wrist", .by = "in", .turn = 0.2});
  Evaluator eval(robot.model());
  const auto relative = [&](const std::map<std::string, double>& angles) {
    Vector q = Vector::Zero(robot.model().nq());
    for (const auto& [name, i] : slots(robot.model())) q[i] = angles.at(name);
    const auto& poses = eval.poses(q);
    const Pose &X = poses[index(robot.model().at("a/base"))],
               &Y = poses[index(robot.model().at("c/lower"))];
    return Pose{X.R.transpose() * Y.R, X.R.transpose() * (Y.p - X.p)};
  };
  std::map<std::string, double> angles;
  for (const auto& [name, i] : slots(robot.model())) angles[name] = 0.1 * (i + 1);
  const Pose before = relative(angles);
  robot.move("a", {.on = "g.top2", .by = "c.out", .turn = 0.5});
  eval.sync(robot.model());
  EXPECT_EQ(robot.carried("c"), (std::vector<std::string>{"c", "b", "a"}));
  const Pose after = relative(angles);
  EXPECT_TRUE(close(after.R, before.R, 1e-13));
  EXPECT_TRUE(close(after.p, before.p, 1e-13, 1));
  robot.move("c", {.on = "f.top0", .by = "a.in", .turn = 0.3});  // and back again
  Assembly same = started();
  same.plug("arm", "c", {.on = "b.wrist", .by = "in", .turn = 0.2});
  eval.sync(robot.model());
  expect_same_dynamics(eval, robot.model(), same.model());
}

/// The robot as it stands, plugged from scratch: from the world outwards.
Model from_scratch(const Assembly& robot, const std::map<std::string, Plug>& plugs) {
  Assembly fresh(robot.library());
  for (const auto& root : robot.instances()) {
    if (root.on != "world" || root.loose) continue;
    for (const std::string& name : robot.carried(root.name)) {
      const auto list = robot.instances();
      const auto state =
          std::find_if(list.begin(), list.end(), [&](const auto& i) { return i.name == name; });
      const std::string own = name + "." + state->by;
      Plug plug{.on = state->on, .by = state->by};
      // A plug is known by either of its ends.
      const auto known = plugs.find(plugs.contains(own) ? own : state->on);
      plug.turn = known->second.turn;
      plug.at = known->second.at;
      fresh.plug(state->part, name, plug);
    }
  }
  return fresh.model();
}

class Shuffler {
 public:
  explicit Shuffler(std::uint64_t seed) : random_(seed), robot_(started()), eval_(robot_.model()) {
    plugs_ = {{"f.foot", {}},
              {"g.foot", {.on = "", .by = "", .at = pose({2, 0, 0}, {0, 0, 1}, 0.3)}},
              {"a.in", {.on = "", .by = "", .turn = 0.3}},
              {"b.in", {.on = "", .by = "", .turn = -0.4}}};
  }

  void step() {
    const auto revision = robot_.model().revision();
    const auto hash = robot_.model().hash();
    try {
      act();
    } catch (const ModelError&) {
      ++refused_;
      EXPECT_EQ(robot_.model().revision(), revision);
      EXPECT_EQ(robot_.model().hash(), hash);
      return;
    }
    ++done_;
    eval_.sync(robot_.model());
    expect_same_dynamics(eval_, robot_.model(), from_scratch(robot_, plugs_));
  }
  int done() const { return done_; }
  int refused() const { return refused_; }

 private:
  int draw(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  std::string an_instance() {
    const auto list = robot_.instances();
    if (list.empty()) return "nobody";
    return list[static_cast<std::size_t>(draw(static_cast<int>(list.size())))].name;
  }
  std::string a_connector() {
    const char* fixed[] = {"in", "out", "flank", "top0", "top1", "top2", "foot"};
    return fixed[draw(7)];
  }

  void act() {
    const std::string instance = an_instance();
    const std::string on = draw(4) == 0 ? "world" : an_instance() + "." + a_connector();
    Plug plug{.on = on, .by = a_connector(), .turn = 0.1 * draw(60)};
    if (on == "world") plug.at.p = {1.0 * draw(3), 1.0 * draw(3), 0};
    // Most of what is drawn is refused; robots grow if plugging is tried more often than the rest.
    const int kinds[] = {0, 0, 0, 1, 1, 2, 2, 3, 4, 5};
    const int kind = kinds[draw(10)];
    if (kind == 5) return take_back();
    if (kind == 4) return keep(robot_.discard(instance), {});
    if (kind == 3) return keep(robot_.unplug(instance), {});
    const std::string name = kind == 0 ? "n" + std::to_string(++count_) : instance;
    const Reassembly done = kind == 0   ? robot_.plug("arm", name, plug)
                            : kind == 1 ? robot_.move(name, plug)
                                        : robot_.plug(name, plug);
    plug.by = name + "." + plug.by;
    keep(done, plug);
  }

  void keep(const Reassembly& done, const Plug& plug) {
    history_.emplace_back(done, plugs_);
    if (plug.by.empty()) return;
    plugs_[plug.by] = plug;
    if (plug.on == "world") return;
    plugs_[plug.on] = plug;
  }

  void take_back() {
    if (history_.empty()) throw ModelError("nothing to take back");
    robot_.undo(history_.back().first);
    plugs_ = history_.back().second;
    history_.pop_back();
  }

  std::mt19937_64 random_;
  Assembly robot_;
  Evaluator eval_;
  std::map<std::string, Plug> plugs_;  // by their ends
  std::vector<std::pair<Reassembly, std::map<std::string, Plug>>> history_;
  int count_ = 0, done_ = 0, refused_ = 0;
};

TEST(Reassembly, RandomSequencesEqualARebuild) {
  int done = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    Shuffler shuffler(seed);
    for (int i = 0; i < 60; ++i) shuffler.step();
    if (::testing::Test::HasFailure()) return;
    done += shuffler.done();
    refused += shuffler.refused();
  }
  EXPECT_GT(done, 500);
  EXPECT_GT(refused, 100);
}

TEST(Reassembly, AnyOrderOfStepsGivesTheSameDynamics) {
  Assembly one = started();
  Assembly two(library());
  two.plug("arm", "b", {.on = "world", .by = "flank"});
  two.plug("arm", "a", {.on = "b.in", .by = "out", .turn = -0.4});
  two.plug("floor", "g", {.on = "world", .by = "foot", .at = pose({2, 0, 0}, {0, 0, 1}, 0.3)});
  two.plug("floor", "f", {.on = "world", .by = "foot"});
  two.move("b", {.on = "f.top0", .by = "a.in", .turn = 0.3});
  Evaluator eval(two.model());
  expect_same_dynamics(eval, two.model(), one.model());
}

TEST(Reassembly, AnAssemblyIsTheRobotWrittenByHand) {
  const std::string folder = KINETREE_SOURCE_DIR "/examples/modules.json";
  Assembly robot(load_modules(folder), "two_arms");
  const Model hand = parse_model(R"({"format": "kinetree-model/1", "bodies": [
    {"name": "m1/rod", "joint_name": "m1/elbow", "parent": -1, "joint": "revolute",
     "axis": [0, 1, 0], "origin": [0, 0, 0.3], "mass": 0.8, "com": [0, 0, 0.12],
     "inertia": [0.004, 0, 0, 0.004, 0, 0.0005], "armature": 0.01},
    {"name": "m2/rod", "joint_name": "m2/elbow", "parent": -1, "joint": "revolute",
     "axis": [0, 1, 0], "origin": [1, 0, 0.3], "mass": 0.8, "com": [0, 0, 0.12],
     "inertia": [0.004, 0, 0, 0.004, 0, 0.0005], "armature": 0.01},
    {"name": "m3/shell", "parent": "m2/rod", "joint": "fixed", "origin": [0, 0, 0.25],
     "rotation": [0, -1, 0, 1, 0, 0, 0, 0, 1], "mass": 1.5, "com": [0, 0, 0.05],
     "inertia": [0.003, 0, 0, 0.003, 0, 0.002]},
    {"name": "m3/rod", "joint_name": "m3/elbow", "parent": "m3/shell", "joint": "revolute",
     "axis": [0, 1, 0], "origin": [0, 0, 0.1], "mass": 0.8, "com": [0, 0, 0.12],
     "inertia": [0.004, 0, 0, 0.004, 0, 0.0005], "armature": 0.01}]})",
                                 "hand.json");
  Evaluator eval(robot.model());
  expect_same_dynamics(eval, robot.model(), hand);
  const Reassembly moved = robot.move("m2", {.on = "m1.out", .by = "in"});
  EXPECT_EQ(moved.instances, (std::vector<std::string>{"m2", "m3"}));
  eval.sync(robot.model());
  expect_same_dynamics(eval, robot.model(), load_model(folder + "#one_arm"));
}

}  // namespace
}  // namespace kinetree::testing
