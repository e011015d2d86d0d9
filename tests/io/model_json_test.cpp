// kinetree-model/1: keys, defaults, faults.
#include "io/model_json.hpp"

#include "io/rotation.hpp"
#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing::model_json_test {
namespace {

Model parse(const std::string& text) { return parse_model(text, "m.json"); }
std::string fault(const std::string& text) {
  return message<ParseError>([&] { parse(text); });
}
std::string bodies(const std::string& list) {
  return "{\"format\": \"kinetree-model/1\", \"bodies\": [\n" + list + "]}";
}

TEST(ModelJson, DefaultsAreThePlainest) {
  Diagnostics notes;
  const Model model =
      parse_model(bodies(R"({"name": "arm", "parent": null, "joint": "revolute"})"), "f", &notes);
  const Link& arm = link(model, "arm");
  EXPECT_EQ(model.name, "robot");
  EXPECT_EQ(model.gravity(), Vector3(0, 0, -9.81));
  EXPECT_EQ(arm.joint.axis, Vector3::UnitZ());
  EXPECT_EQ(arm.joint.placement.R, Matrix3::Identity());
  EXPECT_EQ(arm.inertia.mass, 0);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].rule, "default_axis");
}

TEST(ModelJson, ParentsByNumberNameOrWorldInAnyOrder) {
  const Model model = parse(bodies(
      R"({"name": "c", "parent": "b", "joint": "fixed"},
         {"name": "b", "parent": 2, "joint": "fixed"},
         {"name": "a", "parent": -1, "joint": "fixed"})"));
  EXPECT_EQ(model.parent(model.at("c")), model.at("b"));
  EXPECT_EQ(model.parent(model.at("b")), model.at("a"));
  EXPECT_FALSE(model.parent(model.at("a")));
}

TEST(ModelJson, BadParentsAreExplained) {
  EXPECT_EQ(fault(bodies(R"({"name": "arm", "parent": -1, "joint": "fixed"},
{"name": "b", "parent": "amr", "joint": "fixed"})")),
            "m.json:3:25: link 'b': its parent 'amr' does not exist (did you mean 'arm'? the world "
            "is -1)");
  EXPECT_EQ(fault(bodies(R"({"name": "b", "parent": 7, "joint": "fixed"})")),
            "m.json:2:25: link 'b': \"parent\" is neither a link nor the world (write a name, a "
            "number below 1, or -1 for the world)");
  EXPECT_NE(fault(bodies(R"({"name": "b", "parent": 0.5, "joint": "fixed"})")).find("neither"),
            std::string::npos);
  EXPECT_NE(fault(bodies(R"({"name": "b", "joint": "fixed"})")).find("has no \"parent\""),
            std::string::npos);
  EXPECT_NE(fault(bodies(R"({"name": "b", "parent": 0, "joint": "fixed"})")).find("own parent"),
            std::string::npos);
}

TEST(ModelJson, InertiaOfNineOrSixNumbers) {
  const Matrix3 expected{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}};
  EXPECT_EQ(link(parse(one_body(R"(, "inertia": [1, 2, 3, 4, 5, 6])")), "arm").inertia.inertia,
            expected);
  EXPECT_EQ(
      link(parse(one_body(R"(, "inertia": [1, 2, 3, 2, 4, 5, 3, 5, 6])")), "arm").inertia.inertia,
      expected);
  EXPECT_NE(fault(one_body(R"(, "inertia": [1, 2, 3, 4, 5])")).find("has 5 entries, not 9"),
            std::string::npos);
}

TEST(ModelJson, AnAsymmetricInertiaIsRefusedWithBothNumbers) {
  EXPECT_EQ(fault(one_body(", \"inertia\": [1, 0.25, 3, 0.5, 4, 5, 3, 5, 6]")),
            "m.json:2:82: link 'arm': \"inertia\" is not symmetric: xy is 0.25 above and 0.5 below "
            "the diagonal (write both the same, or six numbers xx xy xz yy yz zz)");
  const Model model = parse(one_body(", \"inertia\": [1, 0.5, 0, 0.5000000000001, 1, 0, 0, 0, 1]"));
  const Matrix3& I = link(model, "arm").inertia.inertia;
  EXPECT_EQ(I(0, 1), I(1, 0)) << "rounding is made up for";
}

TEST(ModelJson, RotationsByMatrixOrAngles) {
  EXPECT_EQ(link(parse(one_body(R"(, "rotation": [0, -1, 0, 1, 0, 0, 0, 0, 1])")), "arm")
                .joint.placement.R,
            about_z({1, 0}));
  EXPECT_EQ(link(parse(one_body(R"(, "rpy": [0.1, 0.2, 0.3])")), "arm").joint.placement.R,
            from_rpy({0.1, 0.2, 0.3}));
  EXPECT_NE(fault(one_body(R"(, "rotation": [1, 0, 0, 0, 1, 0, 0, 0, 1.01])"))
                .find("not orthonormal: R Rᵀ is off by 0.02"),
            std::string::npos);
  EXPECT_NE(fault(one_body(R"(, "rotation": [1, 0, 0, 0, 1, 0, 0, 0, -1])")).find("a reflection"),
            std::string::npos);
  EXPECT_NE(fault(one_body(R"(, "rpy": [0, 0, 0], "rotation": [1, 0, 0, 0, 1, 0, 0, 0, 1])"))
                .find("has both"),
            std::string::npos);
}

TEST(ModelJson, ActuatorLimitsMimicPitchAndShapes) {
  const Model model = parse(bodies(R"(
    {"name": "a", "parent": -1, "joint": "helical", "axis": [1, 0, 0], "pitch": 0.01,
     "joint_name": "screw", "armature": 0.1, "damping": 0.2, "friction": 0.3,
     "limits": {"lower": -1, "effort": 5}, "visual": [{"shape": "cylinder", "size": [0.1, 2]}]},
    {"name": "b", "parent": "a", "joint": "revolute", "axis": [0, 0, 1],
     "mimic": {"joint": "screw", "multiplier": 2, "offset": 0.5}})"));
  const Joint& a = link(model, "a").joint;
  EXPECT_EQ(a.name, "screw");
  EXPECT_EQ(a.pitch, 0.01);
  EXPECT_EQ(a.armature, 0.1);
  EXPECT_EQ(a.damping, 0.2);
  EXPECT_EQ(a.friction, 0.3);
  EXPECT_EQ(a.limits.lower, -1);
  EXPECT_EQ(a.limits.upper, Limits::none);
  EXPECT_EQ(link(model, "a").visuals.at(0).size, Vector3(0.1, 2, 0));
  EXPECT_EQ(link(model, "b").joint.mimic->multiplier, 2);
}

TEST(ModelJson, UnknownKeysAreNotedAndKnownRemarksAreNot) {
  EXPECT_EQ(rules(one_body(R"(, "colour": "red", "axis_in_parent": [0, 0, 1])")),
            (std::vector<std::string>{"note unknown_key"}));
  EXPECT_EQ(rules(one_body(R"(, "limits": {"min": 1})")),
            (std::vector<std::string>{"note unknown_key"}));
}

TEST(ModelJson, WithoutAJointThereIsARemedy) {
  EXPECT_EQ(fault(bodies(R"({"name": "a", "parent": -1})")),
            "m.json:2:1: link 'a': has no \"joint\" (write \"joint\": \"revolute\", or \"fixed\" "
            "for a body that does not move)");
  EXPECT_NE(fault(bodies(R"({"name": "a", "parent": -1, "joint": "revolut"})"))
                .find("did you mean 'revolute'?"),
            std::string::npos);
}

TEST(ModelJson, AllFaultsAreListedAtOnce) {
  EXPECT_EQ(rules(bodies(R"({"name": "a", "parent": "x", "joint": "y", "mass": "z", "com": [1]},
                            {"name": "a", "parent": -1, "joint": "fixed"}, 5)")),
            (std::vector<std::string>{"error unknown_joint_type", "error wrong_type",
                                      "error wrong_size", "error wrong_type", "error unknown_link",
                                      "error duplicate_name", "error no_name"}));
}

TEST(ModelJson, AFaultInEveryByteIsBounded) {
  std::string list = "1";
  for (int i = 0; i < 1000000; ++i) list += ",1";
  const TemporaryFile file(bodies(list));
  EXPECT_LT(examine_model(file.path()).diagnostics.size(), 1100U);
}

TEST(ModelJson, EveryTruncationIsAFaultAndNoCrash) {
  const std::string text = one_body(R"(, "inertia": [1, 2, 3, 4, 5, 6], "limits": {"lower": -1})");
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_THROW(parse(text.substr(0, size)), ParseError) << size;
  }
}

TEST(ModelJson, GoldenRobotsLoadWithoutAWord) {
  const auto files = shared_files("golden", ".json");
  KINETREE_NEEDS(files);
  int robots_found = 0;
  for (const std::string& file : files) {
    if (read_text(file).find("\"kinetree-model/1\"") == std::string::npos) continue;
    Diagnostics notes;
    EXPECT_GT(load_model(file, &notes).nv(), 0) << file;
    EXPECT_TRUE(notes.empty()) << to_string(notes[0]);
    ++robots_found;
  }
  EXPECT_GT(robots_found, 15);
}

}  // namespace
}  // namespace kinetree::testing::model_json_test
