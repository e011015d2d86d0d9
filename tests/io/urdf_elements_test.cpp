// URDF elements one by one: semantics, defaults, complaints.
#include "io/urdf_elements.hpp"

#include "io/rotation.hpp"
#include "support.hpp"

namespace kinetree::testing::urdf_elements_test {
namespace {

Model parse(const std::string& text) { return parse_model(text, "r.urdf"); }
std::string fault(const std::string& text) {
  return message<ParseError>([&] { parse(text); });
}
std::string inertial(const std::string& inside) {
  return "<robot name=\"r\"><link name=\"base\"><inertial>" + inside + "</inertial></link></robot>";
}

TEST(UrdfInertial, AbsentMeansNoMass) {
  const Model model = parse(urdf(""));
  EXPECT_EQ(link(model, "base").inertia.mass, 0);
  EXPECT_EQ(link(model, "base").inertia.inertia, Matrix3::Zero());
}

TEST(UrdfInertial, IsTurnedIntoLinkAxesByItsOwnFrame) {
  const Model model =
      parse(inertial("<origin xyz='1 2 3' rpy='0.3 -0.4 0.5'/><mass value='2'/>"
                     "<inertia ixx='1' ixy='0.1' ixz='0.2' iyy='2' iyz='0.3' izz='2.5'/>"));
  const MassProperties& m = link(model, "base").inertia;
  const Matrix3 I{{1, 0.1, 0.2}, {0.1, 2, 0.3}, {0.2, 0.3, 2.5}};
  const Matrix3 R = from_rpy({0.3, -0.4, 0.5});
  EXPECT_EQ(m.mass, 2);
  EXPECT_EQ(m.com, Vector3(1, 2, 3));
  EXPECT_LT((m.inertia - R * I * R.transpose()).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(m.inertia, m.inertia.transpose());
}

TEST(UrdfInertial, MissingPartsAreWarnedAbout) {
  EXPECT_EQ(rules(inertial("<mass value='1'/>")),
            (std::vector<std::string>{"warning missing_tag"}));
  EXPECT_EQ(rules(inertial("<mass/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>")),
            (std::vector<std::string>{"warning missing_attribute"}));
}

TEST(UrdfJoint, AxisIsXUnlessGiven) {
  EXPECT_EQ(link(parse(urdf_joint("")), "arm").joint.axis, Vector3::UnitX());
  EXPECT_EQ(link(parse(urdf_joint("<axis xyz='0 -1 0'/>")), "arm").joint.axis, -Vector3::UnitY());
}

TEST(UrdfJoint, KnowsEveryType) {
  for (const auto& [name, type] :
       {std::pair{"revolute", JointType::revolute}, std::pair{"continuous", JointType::continuous},
        std::pair{"prismatic", JointType::prismatic}, std::pair{"fixed", JointType::fixed},
        std::pair{"floating", JointType::floating}, std::pair{"planar", JointType::planar},
        std::pair{"spherical", JointType::spherical}, std::pair{"ball", JointType::spherical}}) {
    EXPECT_EQ(link(parse(urdf_joint("", name)), "arm").joint.type, type) << name;
  }
  EXPECT_EQ(fault(urdf_joint("", "revolut")),
            "r.urdf:4:17: joint 'j': the joint type 'revolut' is not known (did you mean "
            "'revolute'? one of revolute, continuous, prismatic, fixed, floating, planar, "
            "spherical)");
}

TEST(UrdfJoint, ReadsPlacementLimitsDynamicsAndMimic) {
  const Model model = parse(urdf(
      "<link name='a'/><link name='b'/>"
      "<joint name='ja' type='revolute'><parent link='base'/><child link='a'/>"
      "<origin xyz='1 2 3' rpy='0 0 1.5'/><limit lower='-1' upper='2' velocity='3' effort='4'/>"
      "<dynamics damping='0.5' friction='0.25'/></joint>"
      "<joint name='jb' type='prismatic'><parent link='a'/><child link='b'/>"
      "<mimic joint='ja' multiplier='-2' offset='0.1'/></joint>"));
  const Joint& a = link(model, "a").joint;
  EXPECT_EQ(a.placement.p, Vector3(1, 2, 3));
  EXPECT_EQ(a.placement.R, from_rpy({0, 0, 1.5}));
  EXPECT_EQ(a.limits.lower, -1);
  EXPECT_EQ(a.limits.effort, 4);
  EXPECT_EQ(a.damping, 0.5);
  EXPECT_EQ(a.friction, 0.25);
  EXPECT_EQ(link(model, "b").joint.mimic->multiplier, -2);
  EXPECT_EQ(model.nv(), 1);
}

TEST(UrdfJoint, MimicCountsFromOneAndZero) {
  const Model model = parse(
      urdf("<link name='a'/><link name='b'/>"
           "<joint name='ja' type='revolute'><parent link='base'/><child link='a'/></joint>"
           "<joint name='jb' type='revolute'><parent link='a'/><child link='b'/><mimic joint='ja'/>"
           "</joint>"));
  EXPECT_EQ(link(model, "b").joint.mimic->multiplier, 1);
  EXPECT_EQ(link(model, "b").joint.mimic->offset, 0);
}

TEST(UrdfJoint, MimicOfAFixedJointIsIgnoredWithANote) {
  EXPECT_EQ(rules(urdf_joint("<mimic joint='x'/>", "fixed")),
            (std::vector<std::string>{"note ignored_tag"}));
}

TEST(UrdfJoint, QuaternionsOfUrdf11AreRead) {
  const Model model = parse(urdf_joint("<origin xyz='0 0 1' quat_xyzw='1 0 0 0'/>"));
  EXPECT_EQ(link(model, "arm").joint.placement.R, Matrix3(Vector3(1, -1, -1).asDiagonal()));
}

TEST(UrdfNumbers, FaultsNameTheAttributeAndTheRemedy) {
  EXPECT_EQ(fault(urdf_joint("<origin xyz='0 0,5 0'/>")),
            "r.urdf:6:9: joint 'j': xyz of <origin>: '0,5' has a decimal comma (write 0.5: URDF "
            "uses points, whatever the locale)");
  EXPECT_EQ(fault(urdf_joint("<axis xyz='0 1'/>")),
            "r.urdf:6:7: joint 'j': xyz of <axis>: '0 1' holds 2 numbers, not 3 (write 3 numbers "
            "separated by spaces)");
  EXPECT_NE(fault(urdf_joint("<dynamics damping='1e400'/>")).find("does not fit in a double"),
            std::string::npos);
}

TEST(UrdfTransmission, GivesArmatureInDrakesForm) {
  const std::string drake = "<drake:rotor_inertia value='2e-4'/><drake:gear_ratio value='100'/>";
  for (const std::string& inside : {drake, "<actuator name='m'>" + drake + "</actuator>"}) {
    std::string text = urdf_joint("");
    text.insert(text.find("</robot>"),
                "<transmission name='t'><joint name='j'/>" + inside + "</transmission>");
    EXPECT_DOUBLE_EQ(link(parse(text), "arm").joint.armature, 2);
  }
}

TEST(UrdfTransmission, AloneAGearRatioIsOnlyNoted) {
  std::string text = urdf_joint("");
  text.insert(text.find("</robot>"),
              "<transmission><joint name='j'/><actuator name='m'>"
              "<mechanicalReduction>50</mechanicalReduction></actuator></transmission>");
  EXPECT_EQ(rules(text), (std::vector<std::string>{"note ignored_tag"}));
}

TEST(UrdfVisual, PrimitivesAreKeptAndMeshesAreNot) {
  const Model model = parse(
      "<robot name='r'><link name='base'>"
      "<visual><origin xyz='0 0 1'/><geometry><box size='1 2 3'/></geometry></visual>"
      "<visual><geometry><cylinder radius='0.1' length='2'/></geometry></visual>"
      "<visual><geometry><sphere radius='0.3'/></geometry></visual>"
      "<visual><geometry><mesh filename='package://x.stl'/></geometry></visual>"
      "<collision><geometry><mesh filename='x.stl'/></geometry></collision></link></robot>");
  const auto& shapes = link(model, "base").visuals;
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[0].kind, Shape::box);
  EXPECT_EQ(shapes[0].size, Vector3(1, 2, 3));
  EXPECT_EQ(shapes[0].placement.p, Vector3(0, 0, 1));
  EXPECT_EQ(shapes[1].size, Vector3(0.1, 2, 0));
  EXPECT_EQ(shapes[2].kind, Shape::sphere);
}

TEST(UrdfIgnored, EveryTagAndAttributeIsListedOnceWithCountAndLine) {
  const std::string text = urdf(
      "<gazebo><plugin/></gazebo>\n<gazebo/>\n<link name='a' colour='red'/>\n"
      "<joint name='j' type='fixed'><parent link='base'/><child link='a'/>"
      "<safety_controller/></joint><material name='m'/>");
  Diagnostics notes;
  parse_model(text, "f", &notes);
  std::vector<std::string> texts;
  for (const Diagnostic& note : notes) texts.push_back(to_string(note));
  EXPECT_EQ(texts,
            (std::vector<std::string>{
                "f:5:16: ignored attribute 'colour' of <link>, 1 time, first at line 5 (check its "
                "spelling, or remove it)",
                "f:3:1: ignored tag <gazebo>, 2 times, first at line 3 (not needed for dynamics)",
                "f:6:68: ignored tag <safety_controller>, 1 time, first at line 6 (not needed for "
                "dynamics)"}));
}

TEST(UrdfIgnored, ASecondTagOfTheSameKindIsWarnedAbout) {
  EXPECT_EQ(rules(urdf_joint("<axis xyz='0 0 1'/><axis xyz='0 1 0'/>")),
            (std::vector<std::string>{"warning repeated_tag"}));
}

TEST(UrdfXacro, IsRecognisedWhereverItShows) {
  EXPECT_NE(fault(urdf("<xacro:include filename='x'/>")).find("looks like xacro"),
            std::string::npos);
  EXPECT_NE(fault(urdf_joint("<origin xyz='0 0 ${h}'/>")).find("looks like xacro"),
            std::string::npos);
  EXPECT_NE(fault(urdf("<link name='${prefix}a'/>")).find("looks like xacro"), std::string::npos);
  EXPECT_NO_THROW(
      parse("<robot name='r' xmlns:xacro='x'><!-- <xacro:x/> --><link name='a'/></robot>"));
}

TEST(UrdfNames, AreTextAndNothingElse) {
  const Model model = parse("<robot name='%n%s'><link name='%n%n%s'/></robot>");
  EXPECT_EQ(model.name, "%n%s");
  EXPECT_TRUE(model.find("%n%n%s"));
  EXPECT_NE(fault("<robot name='r'><link name='a&#27;[31m'/></robot>").find("'a\\x1B[31m'"),
            std::string::npos);
}

}  // namespace
}  // namespace kinetree::testing::urdf_elements_test
