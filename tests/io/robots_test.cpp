// Built-in robots: the list, the names, the numbers.
#include <set>

#include "support.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

void expect_golden(const std::string& name, const std::string& golden_name, double tolerance = 0) {
  const auto file = shared_folder() / ("golden/" + golden_name + ".json");
  const Model golden = load_model(file.string()), ours = *robot(name);
  ASSERT_EQ(golden.size(), ours.size()) << name;
  EXPECT_EQ(golden.gravity(), ours.gravity()) << name;
  for (int i = 0; i < golden.size(); ++i) {
    const Link &a = golden.link(static_cast<LinkId>(i)), &b = ours.link(static_cast<LinkId>(i));
    EXPECT_EQ(golden.parent(static_cast<LinkId>(i)), ours.parent(static_cast<LinkId>(i)));
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.joint.type, b.joint.type);
    EXPECT_EQ(a.joint.axis, b.joint.axis);
    EXPECT_EQ(a.joint.placement.R, b.joint.placement.R);
    EXPECT_EQ(a.joint.placement.p, b.joint.placement.p);
    EXPECT_EQ(a.inertia.mass, b.inertia.mass);
    EXPECT_LE((a.inertia.com - b.inertia.com).norm(), tolerance);
    EXPECT_EQ(a.inertia.inertia, b.inertia.inertia);
  }
}

TEST(Robots, OfThePapersAreTheGoldenOnes) {
  KINETREE_NEEDS_SHARED();
  expect_golden("planar3", "p000_planar3");
  expect_golden("rocker5", "p000_rocker5_wheels");
  expect_golden("rocker5_printed", "p000_rocker5_printed");
  expect_golden("pelican2", "p002_pelican2");
  expect_golden("pelican3", "p002_pelican3");
  expect_golden("three_link", "p004_three_link");
  expect_golden("snake:100", "snake100");
  expect_golden("scara", "scara_rrpr", 1e-16);
}

TEST(Robots, AllOfTheListExistAndAreDescribed) {
  for (const RobotInfo& info : robots()) {
    std::string name(info.name);
    if (name.ends_with(":N")) name.replace(name.size() - 1, 1, "7");
    const auto model = robot(name);
    ASSERT_TRUE(model) << name;
    EXPECT_EQ(model->name, name);
    EXPECT_EQ(model->file, "");
    EXPECT_GT(model->nv(), 0);
    EXPECT_EQ(model->link(LinkId{0}).where.line, 0) << "there is no file to point into";
    EXPECT_FALSE(info.summary.empty());
    EXPECT_FALSE(info.source.empty());
  }
}

TEST(Robots, GrowToSize) {
  EXPECT_EQ(robot("chain:1")->nv(), 1);
  EXPECT_EQ(robot("snake:20")->nv(), 20);
  EXPECT_EQ(robot("chain:10000")->size(), 10000);
  const Model tree = *robot("tree:7");
  EXPECT_EQ(tree.parent(LinkId{6}), LinkId{2});
  EXPECT_EQ(tree.parent(LinkId{3}), LinkId{1});
  EXPECT_EQ(robot("quadruped")->nv(), 18);
}

TEST(Robots, ChainsHaveNoZeroAndNoTwoLinksAlike) {
  const Model chain = *robot("chain:50");
  std::set<double> masses;
  for (int i = 0; i < chain.size(); ++i) {
    const Link& a = chain.link(static_cast<LinkId>(i));
    EXPECT_GT(a.joint.axis.cwiseAbs().minCoeff(), 1e-3);
    EXPECT_GT(a.joint.placement.p.cwiseAbs().minCoeff(), 1e-3);
    EXPECT_GT(a.inertia.com.cwiseAbs().minCoeff(), 1e-3);
    EXPECT_GT(a.inertia.inertia.cwiseAbs().minCoeff(), 1e-6);
    EXPECT_NEAR(a.joint.axis.norm(), 1, 1e-15);
    EXPECT_TRUE(masses.insert(a.inertia.mass).second);
  }
}

TEST(Robots, SizesOutOfRangeAreWrongUsage) {
  for (const char* name : {"chain:0", "chain:-1", "chain:100001", "chain:", "chain", "snake:1e3",
                           "tree:7x", "chain:99999999999999999999"}) {
    EXPECT_NE(message<UsageError>([&] { robot(name); }).find("from 1 to 10000"), std::string::npos);
  }
}

TEST(Robots, OtherNamesAreNobody) {
  for (const char* name : {"", "puma", "puma6:3", "PUMA6", "chains:3", "-"}) {
    EXPECT_FALSE(robot(name)) << name;
  }
}

}  // namespace
}  // namespace kinetree::testing
