// Loading: which format, which exception, all complaints.
#include "support.hpp"

namespace kinetree::testing::load_test {
namespace {

std::string fault(const std::string& text) {
  return message<ParseError>([&] { parse_model(text, "f"); });
}

TEST(Load, TheContentDecidesTheFormat) {
  const TemporaryFile json_as_urdf(one_body(""), ".urdf");
  EXPECT_EQ(load_model(json_as_urdf.path()).nv(), 1);
  const TemporaryFile urdf_as_json(urdf_joint(""), ".json");
  EXPECT_EQ(load_model(urdf_as_json.path()).nv(), 1);
  EXPECT_EQ(load_model(urdf_as_json.path()).file, urdf_as_json.path());
}

TEST(Load, OtherFormatsAreCalledByName) {
  EXPECT_NE(fault("<sdf version='1.6'/>").find("this is SDF"), std::string::npos);
  EXPECT_NE(fault("<mujoco/>").find("this is MJCF, which is not supported yet"), std::string::npos);
  EXPECT_NE(fault("<xacro:macro/>").find("xacro robot.xacro | kinetree check -"),
            std::string::npos);
  EXPECT_NE(fault("<html/>").find("not <robot>"), std::string::npos);
  EXPECT_NE(fault("{\"format\": \"kinetree-model/9\"}").find("'kinetree-model/9'"),
            std::string::npos);
  EXPECT_NE(fault("{}").find("does not say its \"format\""), std::string::npos);
  EXPECT_NE(fault("[1]").find("neither XML nor a JSON object"), std::string::npos);
  EXPECT_NE(fault("solid mesh").find("neither XML nor a JSON object"), std::string::npos);
}

TEST(Load, EmptyAndBinaryFilesAreCalledSo) {
  EXPECT_EQ(fault(" \n\t"),
            "f:1:1: the file is empty (give a URDF or kinetree-model/1 file; a pipe may have "
            "failed before)");
  EXPECT_NE(fault(std::string("\x7F"
                              "ELF\0\0",
                              6))
                .find("not a text file"),
            std::string::npos);
}

TEST(Load, NamesOfRobotsAreAccepted) { EXPECT_EQ(load_model("puma6").nv(), 6); }

TEST(Load, UnknownNamesComeWithTheNearestRobot) {
  EXPECT_EQ(message<FileError>([] { load_model("pumma6"); }),
            "'pumma6': no such file, and no built-in robot of that name (did you mean 'puma6'? "
            "kinetree robots lists them)");
}

TEST(Load, TheFirstErrorIsThrownAndTheOthersCounted) {
  EXPECT_EQ(fault(one_body(", \"mass\": [], \"com\": 1")),
            "f:2:79: link 'arm': \"mass\" must be a number, not an array […] (see "
            "docs/formats) (and 1 more: kinetree check f)");
}

TEST(Load, AThousandNotesHideNoError) {
  std::string bodies;
  for (int i = 0; i < 2000; ++i) {  // each without an axis, which is worth a note
    bodies += R"({"name": "l)" + std::to_string(i) + R"(", "parent": -1, "joint": "revolute"},)";
  }
  const std::string text = R"({"format": "kinetree-model/1", "bodies": [)" + bodies +
                           R"({"name": "bad", "parent": -1, "joint": "hinge"}]})";
  EXPECT_NE(message<ParseError>([&] { parse_model(text, "f"); }).find("'hinge' is not known"),
            std::string::npos);
}

TEST(Load, MoreLinksThanAnyRobotHasAreRefused) {
  std::string bodies, rows, links, joints;
  for (int i = 0; i <= 20000; ++i) {
    bodies += i == 0 ? "{}" : ",{}";
    rows += i == 0 ? "{}" : ",{}";
    links += "<link/>";
    joints += "<joint/>";
  }
  for (const std::string& text :
       {R"({"format": "kinetree-model/1", "bodies": [)" + bodies + "]}",
        R"({"format": "kinetree-dh/1", "convention": "standard", "rows": [)" + rows + "]}",
        "<robot>" + links + "</robot>", "<robot>" + joints + "</robot>"}) {
    const std::string why = message<ParseError>([&] { parse_model(text, "f"); });
    EXPECT_NE(why.find("20001 links or joints"), std::string::npos) << why;
  }
}

TEST(Load, LesserComplaintsGoToTheCaller) {
  Diagnostics notes;
  parse_model(one_body(", \"colour\": 1"), "f", &notes);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].file, "f");
  EXPECT_NO_THROW(parse_model(one_body(", \"colour\": 1"), "f"));
}

TEST(Examine, ListsErrorsWithoutThrowing) {
  const TemporaryFile file(one_body(", \"mass\": -1"));
  const Examination found = examine_model(file.path());
  EXPECT_FALSE(found.model);
  EXPECT_TRUE(found.syntax_ok);
  ASSERT_EQ(found.diagnostics.size(), 1U);
  EXPECT_EQ(found.diagnostics[0].rule, "negative_mass");
}

TEST(Examine, OneErrorHidesNoWarning) {
  const auto found = rules(R"({"format": "kinetree-model/1", "bodies": [
{"name": "a", "parent": -1, "joint": "revolute", "axis": [0, 0, 1], "mass": -1},
{"name": "b", "parent": -1, "joint": "revolute", "axis": [0, 0, 1], "mass": 1,
 "inertia": [1, 0, 0, 1, 0, 9]}]})");
  EXPECT_EQ(found,
            (std::vector<std::string>{"error negative_mass", "warning triangle_inequality"}));
}

TEST(Examine, OneUnreadableValueHidesNoWarning) {
  const auto found = rules(one_body(R"(, "mass": "1", "limits": {"lower": 2, "upper": 1})"));
  EXPECT_EQ(found, (std::vector<std::string>{"error wrong_type", "warning limits"}));
}

TEST(Examine, AnglesInDegreesAreSuspicious) {
  const std::vector<std::string> expected{"warning suspicious_units"};
  EXPECT_EQ(rules(one_body(R"(, "rpy": [0, 90, 0])")), expected);
  EXPECT_EQ(rules(urdf_joint("<axis xyz=\"0 0 1\"/><origin rpy=\"90 0 0\"/>", "continuous")),
            expected);
}

TEST(Examine, TellsBadSyntaxFromBadRobots) {
  for (const char* text : {"{", "<robot>", "", "hello"}) {
    const TemporaryFile file(text);
    const Examination found = examine_model(file.path());
    EXPECT_FALSE(found.syntax_ok) << text;
    EXPECT_FALSE(found.model);
    EXPECT_EQ(found.diagnostics.size(), 1U);
  }
  EXPECT_TRUE(examine_model("puma6").model);
  EXPECT_THROW(examine_model("/no/such/file"), FileError);
  EXPECT_EQ(examine_model("chain:0").diagnostics.at(0).rule, "robot_size");
}

TEST(Save, WritesByExtension) {
  const Model model = *robot("planar3");
  const TemporaryFile json_file("", ".json"), urdf_file("", ".urdf"), other("", ".sdf");
  save_model(model, json_file.path());
  save_model(model, urdf_file.path());
  EXPECT_EQ(read_text(json_file.path()), to_json(model));
  EXPECT_EQ(load_model(urdf_file.path()).gravity(), model.gravity());
  EXPECT_NE(message<UsageError>([&] { save_model(model, other.path()); }).find(".json or .urdf"),
            std::string::npos);
  EXPECT_THROW(save_model(model, "/no/such/folder/m.json"), FileError);
}

}  // namespace
}  // namespace kinetree::testing::load_test
