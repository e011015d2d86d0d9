// kinetree-dh/1: the three conventions against their definitions, and the bent rods of DeNOC.
#include <cmath>
#include <numbers>

#include "io/rotation.hpp"
#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing::dh_test {
namespace {

Model parse(const std::string& convention, const std::string& rows) {
  return parse_model("{\"format\": \"kinetree-dh/1\", \"convention\": \"" + convention +
                         "\", \"rows\": [" + rows + "]}",
                     "t.json");
}

Pose screw_x(double a, double alpha) { return {about_x(as_written(alpha)), {a, 0, 0}}; }
Pose screw_z(double theta, double d) { return {about_z(as_written(theta)), {0, 0, d}}; }

// Pose of the last link at q, by the model.
Pose forward(const Model& model, const std::vector<double>& q) {
  Pose X;
  for (int i = 0; i < model.size(); ++i) {
    const Joint& joint = model.link(static_cast<LinkId>(i)).joint;
    const double qi = q[static_cast<std::size_t>(i)];
    X = X * joint.placement *
        (joint.type == JointType::prismatic ? screw_z(0, qi) : screw_z(qi, 0));
  }
  return X;
}

void expect_near(const Vector3& a, const Vector3& b) {
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-15) << a.transpose() << " / " << b.transpose();
}

constexpr const char* two_rows = R"(
  {"joint": "revolute", "a": 0.3, "alpha": 0.7, "d": 0.2, "offset": 0.4,
   "mass": 2, "com": [0.1, 0.2, 0.3], "inertia": [1, 0.1, 0.2, 2, 0.3, 2.5]},
  {"joint": "prismatic", "a": 0.5, "alpha": -0.6, "theta": 0.9, "offset": 0.15,
   "mass": 1, "com": [0.05, -0.1, 0.2], "inertia": [1, 0, 0, 1, 0, 1]})";
const std::vector<double> q = {0.3, 0.25};

TEST(StandardDh, CentresOfMassAreInTheFrameAtTheLinksEnd) {
  const Model model = parse("standard", two_rows);
  const Pose A1 = screw_z(0.3 + 0.4, 0.2) * screw_x(0.3, 0.7);
  const Pose A2 = screw_z(0.9, 0.25 + 0.15) * screw_x(0.5, -0.6);
  const Pose X_W2 = A1 * A2;
  const Pose X = forward(model, q);
  const Vector3& com = model.link(LinkId{1}).inertia.com;
  expect_near(X.R * com + X.p, X_W2.R * Vector3(0.05, -0.1, 0.2) + X_W2.p);
}

TEST(StandardDh, InertiasTurnWithTheFrame) {
  const MassProperties m = parse("standard", two_rows).link(LinkId{0}).inertia;
  const Matrix3 I{{1, 0.1, 0.2}, {0.1, 2, 0.3}, {0.2, 0.3, 2.5}};
  const Matrix3 R = about_x(as_written(0.7));
  EXPECT_LT((m.inertia - R * I * R.transpose()).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ModifiedDh, TheLinkFrameIsTheRowsFrame) {
  const Model model = parse("modified", two_rows);
  const Pose X_W2 =
      screw_x(0.3, 0.7) * screw_z(0.3 + 0.4, 0.2) * screw_x(0.5, -0.6) * screw_z(0.9, 0.25 + 0.15);
  const Pose X = forward(model, q);
  expect_near(X.p, X_W2.p);
  EXPECT_LT((X.R - X_W2.R).cwiseAbs().maxCoeff(), 1e-15);
  expect_near(model.link(LinkId{0}).inertia.com, {0.1, 0.2, 0.3});
}

TEST(DenocDh, ReproducesTheGoldenPuma) {
  KINETREE_NEEDS_SHARED();
  const auto file = shared_folder() / "golden/p001_puma6.json";
  const Model golden = load_model(file.string()), ours = *robot("puma6");
  ASSERT_EQ(golden.size(), ours.size());
  for (int i = 0; i < golden.size(); ++i) {
    const Link &a = golden.link(static_cast<LinkId>(i)), &b = ours.link(static_cast<LinkId>(i));
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.joint.placement.R, b.joint.placement.R);
    EXPECT_EQ(a.joint.placement.p, b.joint.placement.p);
    EXPECT_NEAR(a.inertia.mass, b.inertia.mass, 1e-15 * a.inertia.mass);
    EXPECT_LE((a.inertia.com - b.inertia.com).norm(), 1e-15 * a.inertia.com.norm());
    EXPECT_LE((a.inertia.inertia - b.inertia.inertia).norm(), 1e-15 * a.inertia.inertia.norm());
  }
}

// Constants of step 3 of Mohan & Saha as corrected (C5 halved), moments about the joint's origin.
TEST(DenocDh, RodHubAndPayloadAgreeWithTheConstantsOfThePaper) {
  const double a = 0.3, b = 0.2, rho = 4, hub = 0.05, mp = 1.5;
  const Model model = parse("denoc",
                            R"({"joint": "revolute", "a": 0.3, "b": 0.2, "alpha": 0.1,
      "rod": {"density": 4}, "hub_inertia": 0.05, "payload": {"mass": 1.5}})");
  const MassProperties& m = model.link(LinkId{0}).inertia;
  const double C1 = -rho * b * (b / 2 + a) - mp * b, C2 = -rho * a * a / 2 - mp * a;
  const double C3 = rho * b * b * (b / 3 + a) + mp * b * b;
  const double C4 = rho * a * a * a / 3 + mp * a * a;
  const double C5 = rho * a * a * b / 2 + mp * a * b;
  EXPECT_NEAR(m.mass, rho * (a + b) + mp, 1e-15);
  expect_near(m.mass * m.com, {-C2, 0, -C1});
  const Matrix3 about_origin =
      m.inertia + m.mass * (m.com.squaredNorm() * Matrix3::Identity() - m.com * m.com.transpose());
  const Matrix3 expected{{C3, 0, -C5}, {0, C3 + C4, 0}, {-C5, 0, C4 + hub}};
  EXPECT_LT((about_origin - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(DenocDh, TheNextJointSitsAtTheTip) {
  const Model model = parse("denoc", R"({"joint": "revolute", "a": 0.3, "b": 0.2, "alpha": 0.1},
                                        {"joint": "prismatic", "b": 0.4})");
  expect_near(model.link(LinkId{1}).joint.placement.p, {0.3, 0, 0.2});
  EXPECT_EQ(model.link(LinkId{1}).joint.placement.R, about_x(as_written(0.1)));
}

TEST(Dh, ATwistOfARightAngleIsOne) {
  const Model model = parse("denoc", R"({"joint": "revolute", "alpha": 1.5707963267948966},
                                        {"joint": "revolute"})");
  EXPECT_EQ(model.link(LinkId{1}).joint.placement.R, about_x({1, 0}));
}

TEST(Dh, FaultsAreExplained) {
  const auto fault = [](const std::string& convention, const std::string& rows) {
    return message<ParseError>([&] { parse(convention, rows); });
  };
  EXPECT_NE(fault("craig", R"({"joint": "revolute"})").find("'craig' is not known"),
            std::string::npos);
  EXPECT_NE(fault("standard", R"({"joint": "revolute", "rod": {"mass": 1}})").find("denoc"),
            std::string::npos);
  EXPECT_NE(fault("denoc", R"({"joint": "spherical"})").find("a joint of one axis"),
            std::string::npos);
  EXPECT_NE(fault("denoc", R"({"joint": "revolute", "rod": {}})").find("either"),
            std::string::npos);
  EXPECT_NE(fault("denoc", R"({"a": 1})").find("has no \"joint\""), std::string::npos);
}

TEST(Dh, RowsTakeNamesAndActuators) {
  const Model model = parse("modified", R"(
    {"name": "hip", "joint_name": "j", "joint": "revolute", "armature": 0.1,
     "limits": {"lower": -1}}, {"joint": "fixed", "a": 1})");
  EXPECT_EQ(link(model, "hip").joint.name, "j");
  EXPECT_EQ(link(model, "hip").joint.armature, 0.1);
  EXPECT_EQ(link(model, "link2").joint.placement.p, Vector3(1, 0, 0));
}

}  // namespace
}  // namespace kinetree::testing::dh_test
