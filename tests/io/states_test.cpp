// States: matched by name, in model order, with every misfit explained.
#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing::states_test {
namespace {

std::vector<StateInput> load(const std::string& text, const Model& model) {
  const TemporaryFile file(text, ".json");
  return load_states(file.path(), model);
}

std::string fault(const std::string& text, const Model& model) {
  const TemporaryFile file(text, ".json");
  const std::string found = message<ParseError>([&] { load_states(file.path(), model); });
  EXPECT_TRUE(found.starts_with(file.path() + ":")) << found;
  return found.substr(file.path().size() + 1);
}

Vector numbers(std::initializer_list<double> values) {
  Vector v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

TEST(States, WithoutNamesAreInModelOrder) {
  const auto states = load(R"({"states": [{"q": [1, 2], "qd": [3, 4], "qdd": [5, 6], "tau": [7, 8]},
                                          {"q": [9, 10]}]})",
                           *robot("pelican2"));
  ASSERT_EQ(states.size(), 2U);
  EXPECT_EQ(states[0].q, numbers({1, 2}));
  EXPECT_EQ(states[0].v, numbers({3, 4}));
  EXPECT_EQ(states[0].a, numbers({5, 6}));
  EXPECT_EQ(states[0].tau, numbers({7, 8}));
  EXPECT_EQ(states[1].v.size(), 0) << "not given";
}

TEST(States, WithNamesAreReordered) {
  const auto states =
      load(R"({"joints": ["L3", "L1", "L2"], "states": [{"q": [3, 1, 2], "v": [30, 10, 20]}]})",
           *robot("planar3"));
  EXPECT_EQ(states[0].q, numbers({1, 2, 3}));
  EXPECT_EQ(states[0].v, numbers({10, 20, 30}));
}

TEST(States, AFloatingBaseComesFirstWithoutAName) {
  Model model = *robot("pelican2");
  model.set_base(Base::floating);
  const auto states = load(R"({"joints": ["link2", "link1"],
      "states": [{"q": [1, 2, 3, 0, 0, 0, 1, 22, 11], "v": [1, 2, 3, 4, 5, 6, 22, 11]}]})",
                           model);
  EXPECT_EQ(states[0].q, numbers({1, 2, 3, 0, 0, 0, 1, 11, 22}));
  EXPECT_EQ(states[0].v, numbers({1, 2, 3, 4, 5, 6, 11, 22}));
}

TEST(States, AFloatingBaseMayAlsoBeNamed) {
  Model model = *robot("pelican2");
  model.set_base(Base::floating);
  const auto states = load(R"({"joints": ["link1", "link2", "floating_base"],
      "states": [{"q": [11, 22, 1, 2, 3, 0, 0, 0, 1]}]})",
                           model);
  EXPECT_EQ(states[0].q, numbers({1, 2, 3, 0, 0, 0, 1, 11, 22}));
}

TEST(States, TheAppliedForceIsTakenFromFilesOfResults) {
  const Model model = *robot("pendulum");
  EXPECT_EQ(load(R"({"states": [{"tau": [1], "fd_tau": [2]}]})", model)[0].tau, numbers({2}));
  EXPECT_EQ(load(R"({"states": [{"tau": [1], "tau_in": [3]}]})", model)[0].tau, numbers({3}));
  EXPECT_EQ(load(R"({"states": [{"tau": [1], "fd_tau": null}]})", model)[0].tau, numbers({1}));
  EXPECT_EQ(load(R"({"states": [{"a": [1], "a_in": [4]}]})", model)[0].a, numbers({4}));
  EXPECT_EQ(fault(R"({"states": [{"tau_in": [1], "fd_tau": [2]}]})", model),
            "1:39: state 1: has both \"tau_in\" and \"fd_tau\" (keep one)");
}

TEST(States, QuaternionsHaveLengthOne) {
  Model model = *robot("pendulum");
  model.set_base(Base::floating);
  EXPECT_EQ(fault("{\"states\": [{},\n{\"q\": [0, 0, 0, 0, 0, 0, 0.9, 0]}]}", model),
            "2:7: state 2: the quaternion (x y z w) of joint 'floating_base' has length 0.9 "
            "(normalise it)");
}

TEST(States, ABaseThatFloatsOnAFixedLinkNeedsNoName) {
  Model model;  // how URDF says "floating": a link for the world, and a joint to it
  Link world, body, arm;
  world.name = "world";
  body.name = "body";
  body.joint.name = "root_joint";
  body.joint.type = JointType::floating;
  arm.name = "arm";
  arm.joint.type = JointType::revolute;
  model.add(arm, model.add(body, model.add(world)));
  const auto states =
      load(R"({"joints": ["arm"], "states": [{"q": [0, 0, 0, 0, 0, 0, 1, 5]}]})", model);
  EXPECT_EQ(states[0].q, numbers({0, 0, 0, 0, 0, 0, 1, 5}));
}

TEST(States, MisfitsAreExplained) {
  const Model model = *robot("planar3");
  EXPECT_EQ(fault(R"({"states": [{"q": [1, 2]}]})", model),
            "1:19: state 1: \"q\" has 2 entries, not 3 (write 3 numbers)");
  EXPECT_EQ(fault(R"({"joints": ["L1", "L2", "K3"], "states": []})", model),
            "1:25: 'planar3' has no joint 'K3' (did you mean 'L3'? kinetree info lists the "
            "joints)");
  EXPECT_EQ(fault(R"({"joints": ["L1", "L2"], "states": []})", model),
            "1:12: \"joints\" lacks the moving joint 'L3' (list every moving joint of the model)");
  EXPECT_EQ(fault(R"({"joints": ["L1", "L1"], "states": []})", model),
            "1:19: the joint 'L1' is listed twice (list it once)");
  EXPECT_NE(fault(R"({"states": [{"v": [1, 2, 3], "qd": [1, 2, 3]}]})", model).find("has both"),
            std::string::npos);
  EXPECT_NE(fault(R"({"q": [1]})", model).find("has no \"states\""), std::string::npos);
  EXPECT_NE(fault(R"({"states": [{"q": [1, 2, "3"]}]})", model).find("must hold numbers"),
            std::string::npos);
  EXPECT_NE(fault("{\"states\": [", model).find("ends too early"), std::string::npos);
}

TEST(States, MimickingAndFixedJointsHaveNoEntries) {
  const Model model = parse_model(
      R"({"format": "kinetree-model/1", "bodies": [
      {"name": "a", "parent": -1, "joint": "revolute", "axis": [0, 0, 1]},
      {"name": "b", "parent": "a", "joint": "revolute", "axis": [0, 0, 1],
       "mimic": {"joint": "a"}}, {"name": "c", "parent": "a", "joint": "fixed"}]})",
      "m");
  EXPECT_NE(fault(R"({"joints": ["a", "b"], "states": []})", model).find("--mimic off"),
            std::string::npos);
  EXPECT_NE(fault(R"({"joints": ["a", "c"], "states": []})", model).find("is fixed"),
            std::string::npos);
}

TEST(States, ModelFilesThatCarryStatesServeToo) {
  KINETREE_NEEDS_SHARED();
  const auto file = shared_folder() / "golden/p001_puma6.json";
  const auto states = load_states(file.string(), load_model(file.string()));
  ASSERT_FALSE(states.empty());
  EXPECT_EQ(states[0].q.size(), 6);
  EXPECT_EQ(states[0].a.size(), 6);
}

TEST(States, RecordedStatesOfRealRobotsMatchByName) {
  const auto files = shared_files("models/reference", ".json");
  KINETREE_NEEDS(files);
  for (const std::string& file : files) {
    const std::filesystem::path path(file);
    const std::string name = path.filename().string();
    const auto urdf_file =
        path.parent_path().parent_path() / "urdf" / (name.substr(0, name.find('.')) + ".urdf");
    Model model = load_model(urdf_file.string());
    model.release_mimics();
    if (name.find("floating") != std::string::npos) model.set_base(Base::floating);
    for (const StateInput& state : load_states(file, model)) {
      EXPECT_EQ(state.q.size(), model.nq()) << file;
      EXPECT_EQ(state.tau.size(), model.nv()) << file;
    }
  }
}

}  // namespace
}  // namespace kinetree::testing::states_test
