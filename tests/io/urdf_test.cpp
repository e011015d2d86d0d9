// URDF as a whole: trees, what is no tree, real robots, hostile files, time.
#include "io/urdf.hpp"

#include <ctime>

#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing::urdf_test {
namespace {

std::string joint(const std::string& name, const std::string& parent, const std::string& child) {
  return "<joint name='" + name + "' type='revolute'><parent link='" + parent + "'/><child link='" +
         child + "'/></joint>\n";
}
std::string links(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += "<link name='" + name + "'/>\n";
  return text;
}
std::string robot_text(const std::string& inside) {
  return "<robot name='r'>\n" + inside + "</robot>";
}
std::string fault(const std::string& text) {
  return message<ParseError>([&] { parse_model(text, "r.urdf"); });
}

TEST(Urdf, JointsKeepTheOrderOfTheFile) {
  const Model model = parse_model(robot_text(links({"z", "c", "b", "a"}) + joint("j2", "a", "c") +
                                             joint("j1", "z", "a") + joint("j3", "a", "b")),
                                  "r.urdf");
  std::vector<std::string> names;
  for (const JointSlot& slot : model.joints()) names.push_back(model.link(slot.link).joint.name);
  EXPECT_EQ(names, (std::vector<std::string>{"j1", "j2", "j3"}))
      << "parents first, then as written";
  EXPECT_EQ(model.link(LinkId{0}).name, "z");
  EXPECT_EQ(model.link(LinkId{0}).joint.type, JointType::fixed);
}

TEST(Urdf, LinksAndJointsKnowTheirLine) {
  const Model model = parse_model(robot_text(links({"a", "b"}) + joint("j", "a", "b")), "r.urdf");
  EXPECT_EQ(link(model, "b").where.line, 3);
  EXPECT_EQ(link(model, "b").joint.where.line, 4);
}

TEST(Urdf, UnknownLinksComeWithTheNearestName) {
  EXPECT_EQ(fault(robot_text(links({"base", "forearm"}) + joint("j", "base", "forarm"))),
            "r.urdf:4:61: joint 'j': its child link 'forarm' does not exist (did you mean "
            "'forearm'? declare it: <link name=\"…\"/>) (and 1 more: kinetree check r.urdf)");
}

TEST(Urdf, ALinkHasOneParent) {
  EXPECT_EQ(fault(robot_text(links({"a", "b", "c"}) + joint("j1", "a", "b") +
                             joint("j2", "a", "c") + joint("j3", "b", "c"))),
            "r.urdf:7:59: link 'c': is the child of two joints, 'j2' and 'j3' (kinetree does "
            "trees: cut closed loops at one joint)");
}

TEST(Urdf, ThereIsOneRoot) {
  EXPECT_EQ(fault(robot_text(links({"a", "b", "c"}) + joint("j", "a", "b"))),
            "r.urdf:4:1: the robot has 2 root links instead of one: 'a', 'c' (join them: a root is "
            "a link that is no joint's child)");
  EXPECT_NE(fault("<robot name='r'/>").find("has no links"), std::string::npos);
}

TEST(Urdf, LoopsAreNamed) {
  EXPECT_EQ(rules(robot_text(links({"a", "b"}) + joint("j", "a", "b") + joint("k", "b", "a"))),
            (std::vector<std::string>{"error cycle"}));
  EXPECT_EQ(rules(robot_text(links({"a"}) + joint("j", "a", "a"))),
            (std::vector<std::string>{"error cycle"}));
}

TEST(Urdf, RepeatedNamesAreErrors) {
  EXPECT_EQ(rules(robot_text(links({"a", "b", "b"}) + joint("j", "a", "b"))),
            (std::vector<std::string>{"error duplicate_name"}));
  EXPECT_EQ(rules(robot_text(links({"a", "b", "c"}) + joint("j", "a", "b") + joint("j", "a", "c"))),
            (std::vector<std::string>{"error duplicate_name"}));
}

TEST(Urdf, AllFaultsAreListedAtOnce) {
  EXPECT_EQ(
      rules(robot_text(links({"a", "b"}) + "<joint type='hinge'><parent link='x'/><child link='b'/>"
                                           "<axis xyz='0 0 0,1'/></joint>")),
      (std::vector<std::string>{"error no_name", "error unknown_joint_type",
                                "error unknown_link"}));
  EXPECT_EQ(rules(robot_text("<link/><joint name='j' type='fixed'/>")),
            (std::vector<std::string>{"error missing_tag", "error missing_tag", "error no_name"}));
}

TEST(Urdf, GravityOfOurOwnTagIsRead) {
  const Model model =
      parse_model(robot_text("<kinetree:gravity xyz='0 -1.62 0'/>" + links({"a"})), "r.urdf");
  EXPECT_EQ(model.gravity(), Vector3(0, -1.62, 0));
}

TEST(Urdf, EveryTruncationIsAFaultAndNoCrash) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n" +
      urdf_joint("<origin xyz='1 2 3' rpy='0 0 1'/><axis xyz='0 0 1'/><mimic joint='k'/>");
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_THROW(parse_model(text.substr(0, size), "r.urdf"), ParseError) << size;
  }
}

TEST(Urdf, EveryDamagedByteIsSurvived) {
  const std::string text = urdf_joint("<origin xyz='1 2 3'/><axis xyz='0 0 1'/>");
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'<', '>', '"', '&', ' ', '\xFF', '\0', '0'}) {
      std::string damaged = text;
      damaged[i] = c;
      try {
        parse_model(damaged, "r.urdf");
      } catch (const ParseError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("r.urdf:")) << error.what();
      }
    }
  }
}

TEST(Urdf, RealRobotsLoad) {
  const auto files = shared_files("models/urdf", ".urdf");
  KINETREE_NEEDS(files);
  for (const std::string& file : files) {
    Diagnostics notes;
    EXPECT_GT(load_model(file, &notes).nv(), 0) << file;
    for (const Diagnostic& note : notes) EXPECT_GT(note.at.column, 0) << to_string(note);
  }
}

std::string serial_robot(int size) {
  std::string text = "<robot name=\"long\">\n  <link name=\"link_0\"/>\n";
  for (int i = 1; i < size; ++i) {
    const std::string n = std::to_string(i);
    text += "  <link name=\"link_" + n +
            "\">\n    <inertial>\n      <origin xyz=\"0.01 0.02 0.05\" rpy=\"0 0 0\"/>\n"
            "      <mass value=\"0.75\"/>\n"
            "      <inertia ixx=\"0.001\" ixy=\"0.0\" ixz=\"0.0\" iyy=\"0.001\" iyz=\"0.0\" "
            "izz=\"0.0005\"/>\n    </inertial>\n  </link>\n"
            "  <joint name=\"joint_" +
            n + "\" type=\"revolute\">\n    <parent link=\"link_" + std::to_string(i - 1) +
            "\"/>\n    <child link=\"link_" + n +
            "\"/>\n    <origin xyz=\"0.0 0.0 0.1\" rpy=\"0.1 0.2 0.3\"/>\n"
            "    <axis xyz=\"0 0 1\"/>\n"
            "    <limit lower=\"-3.14\" upper=\"3.14\" effort=\"100\" velocity=\"10\"/>\n"
            "  </joint>\n";
  }
  return text + "</robot>\n";
}

// Of processor time: other processes may take the machine for a while.
double milliseconds_to_parse(const std::string& text, int links_expected) {
  const std::clock_t start = std::clock();
  const Model model = parse_model(text, "long.urdf");
  const std::clock_t end = std::clock();
  EXPECT_EQ(model.size(), links_expected);
  return 1e3 * static_cast<double>(end - start) / CLOCKS_PER_SEC;
}

TEST(Urdf, AThousandLinksLoadInFiftyMilliseconds) {
  constexpr double limit = KINETREE_SANITIZED ? 200 : 50;  // sanitizers cost a factor of four
  const std::string text = serial_robot(1000);
  double best = milliseconds_to_parse(text, 1000);
  for (int i = 0; i < 5; ++i) best = std::min(best, milliseconds_to_parse(text, 1000));
  EXPECT_LT(best, limit);
}

TEST(Urdf, TimeGrowsWithTheNumberOfLinksNotItsSquare) {
  const double small = milliseconds_to_parse(serial_robot(1000), 1000);
  const double large = milliseconds_to_parse(serial_robot(20000), 20000);
  EXPECT_LT(large, 100 * small) << "twenty times the links";
}

}  // namespace
}  // namespace kinetree::testing::urdf_test
