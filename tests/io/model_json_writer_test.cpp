// kinetree-model/1 out and in again: every bit.
#include "io/rotation.hpp"
#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

void expect_same(const Model& a, const Model& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.gravity(), b.gravity());
  for (int i = 0; i < a.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    EXPECT_TRUE(same_numbers(a.link(id), b.link(id))) << a.link(id).name;
    EXPECT_EQ(a.parent(id), b.parent(id));
  }
}

TEST(ModelJsonWriter, BuiltInRobotsComeBackBitForBit) {
  std::vector<std::string> names = {"chain:17", "tree:9", "snake:5"};
  for (const RobotInfo& info : robots()) {
    if (info.name.find(':') == std::string_view::npos) names.emplace_back(info.name);
  }
  for (const std::string& name : names) {
    const Model model = *robot(name);
    Diagnostics notes;
    const Model again = parse_model(to_json(model), name, &notes);
    expect_same(model, again);
    EXPECT_TRUE(notes.empty()) << to_string(notes[0]);
    EXPECT_EQ(to_json(model), to_json(again));
  }
}

TEST(ModelJsonWriter, GoldenAndRealRobotsComeBackBitForBit) {
  auto files = shared_files("models/urdf", ".urdf");
  KINETREE_NEEDS(files);
  files.push_back((shared_folder() / "golden/rand40_tree_mixed.json").string());
  files.push_back((shared_folder() / "golden/rand8_forest.json").string());
  for (const std::string& file : files) {
    const Model model = load_model(file);
    expect_same(model, parse_model(to_json(model), file));
  }
}

Model odd_robot() {
  Model model;
  model.name = "a \"quoted\" \\ name with é";
  Link base;
  base.name = "base \"1\"";
  base.joint.type = JointType::floating;
  base.joint.placement = {from_rpy({0.1, 0.2, 0.3}), {1e-300, -0.0, 1.0 / 3}};
  base.visuals = {{Shape::box, {1, 2, 3}, {}}, {Shape::sphere, {0.5, 0, 0}, {}}};
  model.add(base);
  Link screw;
  screw.name = "screw";
  screw.joint.name = "turn";
  screw.joint.type = JointType::helical;
  screw.joint.pitch = 0.002;
  screw.joint.axis = Vector3(1, 1, 1).normalized();
  screw.joint.armature = 1e-5;
  screw.joint.damping = 0.1;
  screw.joint.friction = 0.7;
  screw.joint.limits = {-1.5, Limits::none, 3, Limits::none};
  screw.inertia = {0.1, {-0.0, 0.2, 0.3}, Vector3(0.1, 0.2, 0.25).asDiagonal()};
  model.add(screw, LinkId{0});
  Link follower = screw;
  follower.name = "follower";
  follower.joint.name = "follow";
  follower.joint.mimic = Mimic{"turn", -1.0 / 7, 0.1};
  model.add(follower, LinkId{1});
  return model;
}

TEST(ModelJsonWriter, EveryKindOfDataComesBack) {
  const Model model = odd_robot();
  const Model again = parse_model(to_json(model), "odd");
  EXPECT_EQ(again.name, model.name);
  EXPECT_TRUE(std::signbit(link(again, "screw").inertia.com[0])) << "minus zero is kept";
  EXPECT_EQ(link(again, "follower").joint.mimic->multiplier, -1.0 / 7);
  EXPECT_EQ(to_json(again), to_json(model));
  for (const char* name : {"base \"1\"", "screw", "follower"}) {
    EXPECT_TRUE(same_numbers(link(model, name), link(again, name))) << name;
  }
}

TEST(ModelJsonWriter, VectorsStandOnOneLineAndDefaultsAreLeftOut) {
  EXPECT_EQ(to_json(*robot("pendulum")),
            R"({"format": "kinetree-model/1", "name": "pendulum", "gravity": [0, 0, -9.81],
 "bodies": [
  {"name": "rod", "parent": -1, "joint": "revolute", "axis": [0, 1, 0],
   "mass": 1, "com": [0, 0, -0.5], "inertia": [0.0834, 0, 0, 0.0834, 0, 0.0002]}]}
)");
}

}  // namespace
}  // namespace kinetree::testing
