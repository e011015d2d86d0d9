#include "model/inspect.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "model/links.hpp"

namespace kinetree::testing::inspect_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Base and one revolute link, spoilt by the caller.
Model with(const std::function<void(Link&)>& spoil, JointType type = JointType::revolute) {
  Model model;
  model.file = "arm.urdf";
  model.add(make_link("base", JointType::fixed));
  Link link = make_link("forearm", type);
  link.joint.name = "elbow";
  link.where = {4, 2};
  link.joint.where = {9, 3};
  spoil(link);
  model.add(link, LinkId{0});
  return model;
}

/// The one complaint expected; fails where there is none or more.
Diagnostic only(const Diagnostics& found) {
  if (found.size() == 1) return found[0];
  ADD_FAILURE() << found.size() << " complaints instead of one";
  for (const Diagnostic& d : found) ADD_FAILURE() << to_string(d);
  return {};
}

TEST(Faults, AreSilentAboutASoundLinkOfEveryType) {
  for (const JointType type :
       {JointType::revolute, JointType::continuous, JointType::prismatic, JointType::helical,
        JointType::spherical, JointType::planar, JointType::floating, JointType::fixed}) {
    const Model model = with([](Link&) {}, type);
    EXPECT_TRUE(faults(model).empty()) << to_string(type);
    EXPECT_TRUE(doubts(model).empty()) << to_string(type);
  }
}

TEST(Faults, NumbersOfALinkThatAreNotFinite) {
  const std::function<void(Link&)> spoils[] = {[](Link& l) { l.inertia.mass = nan; },
                                               [](Link& l) { l.inertia.com[2] = inf; },
                                               [](Link& l) { l.inertia.inertia(1, 1) = nan; }};
  for (const auto& spoil : spoils) {
    const Diagnostic d = only(faults(with(spoil)));
    EXPECT_EQ(d.rule, "not_finite");
    EXPECT_EQ(d.level, Diagnostic::error);
    EXPECT_EQ(d.subject, "link 'forearm'");
    EXPECT_EQ(d.file, "arm.urdf");
    EXPECT_EQ(d.at.line, 4);
  }
}

TEST(Faults, NumbersOfAJointThatAreNotFinite) {
  const std::function<void(Link&)> spoils[] = {[](Link& l) { l.joint.placement.R(0, 1) = nan; },
                                               [](Link& l) { l.joint.placement.p[0] = inf; },
                                               [](Link& l) { l.joint.axis[0] = nan; },
                                               [](Link& l) { l.joint.pitch = inf; }};
  for (const auto& spoil : spoils) {
    const Diagnostic d = only(faults(with(spoil)));
    EXPECT_EQ(d.rule, "not_finite");
    EXPECT_EQ(d.subject, "joint 'elbow'");
    EXPECT_EQ(d.at.line, 9);
  }
}

TEST(Faults, NegativeMassWithItsNumber) {
  const Diagnostic d = only(faults(with([](Link& l) { l.inertia.mass = -2.5; })));
  EXPECT_EQ(d.rule, "negative_mass");
  EXPECT_EQ(d.message, "mass is -2.5 kg");
}

TEST(Faults, InertiaThatIsNotSymmetric) {
  EXPECT_EQ(only(faults(with([](Link& l) { l.inertia.inertia(0, 1) = 1e-3; }))).rule,
            "asymmetric_inertia");
}

TEST(Faults, RotationThatDoesNotRotate) {
  EXPECT_EQ(only(faults(with([](Link& l) { l.joint.placement.R *= 1.1; }))).rule, "not_a_rotation");
  EXPECT_EQ(only(faults(with([](Link& l) { l.joint.placement.R(0, 0) = -1; }))).rule,
            "not_a_rotation");
  EXPECT_TRUE(faults(with([](Link& l) { l.joint.placement.R *= 1 + 1e-8; })).empty())
      << "files round rotations";
}

TEST(Faults, AxisWithoutDirectionWhereTheTypeHasOne) {
  const auto spoil = [](Link& l) { l.joint.axis.setZero(); };
  for (const JointType type : {JointType::revolute, JointType::continuous, JointType::prismatic,
                               JointType::helical, JointType::planar}) {
    EXPECT_EQ(only(faults(with(spoil, type))).rule, "zero_axis") << to_string(type);
  }
  for (const JointType type : {JointType::spherical, JointType::floating, JointType::fixed}) {
    EXPECT_TRUE(faults(with(spoil, type)).empty()) << to_string(type);
  }
}

TEST(Faults, ActuatorNumbersThatAreNegativeOrNotFinite) {
  for (const double bad : {-0.5, inf, nan}) {
    const std::function<void(Link&)> spoils[] = {[=](Link& l) { l.joint.armature = bad; },
                                                 [=](Link& l) { l.joint.damping = bad; },
                                                 [=](Link& l) { l.joint.friction = bad; }};
    for (const auto& spoil : spoils) {
      EXPECT_EQ(only(faults(with(spoil))).rule, "negative_actuator") << bad;
    }
  }
  EXPECT_EQ(only(faults(with([](Link& l) { l.joint.damping = -0.5; }))).message,
            "armature 0, damping -0.5, friction 0");
}

TEST(Faults, MimicsOfNothing) {
  const auto found = [](const Mimic& mimic, JointType type = JointType::revolute) {
    return only(faults(with([&](Link& l) { l.joint.mimic = mimic; }, type))).message;
  };
  EXPECT_EQ(found({"nobody", 1, 0}), "mimics 'nobody', which does not exist");
  EXPECT_EQ(found({"base", 1, 0}), "mimics 'base', which is fixed");
  EXPECT_EQ(found({"base", nan, 0}), "the mimic multiplier or offset is not finite");
  EXPECT_EQ(found({"base", 1, inf}), "the mimic multiplier or offset is not finite");
  EXPECT_EQ(found({"base", 1, 0}, JointType::spherical),
            "only joints of one degree of freedom can mimic");
  EXPECT_TRUE(contains(found({"elbow", 1, 0}), "circle"));
}

TEST(Faults, MimicsThatRunInACircle) {
  Model model;
  model.add(mimicking(make_link("a", JointType::revolute), "b"));
  model.add(mimicking(make_link("b", JointType::revolute), "a"));
  const Diagnostics found = faults(model);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].rule, "mimic");
}

TEST(Faults, AreAllListedAtOnce) {
  const Model model = with([](Link& l) {
    l.inertia.mass = -1;
    l.joint.placement.R *= 2;
    l.joint.axis.setZero();
    l.joint.damping = -1;
    l.joint.mimic = Mimic{"nobody", 1, 0};
  });
  EXPECT_EQ(faults(model).size(), 5U);
}

Diagnostic doubt(const std::function<void(Link&)>& spoil) {
  const Diagnostic d = only(doubts(with(spoil)));
  EXPECT_EQ(d.level, Diagnostic::warning);
  return d;
}

TEST(Doubts, InertiaThatIsNegative) {
  const Diagnostic d = doubt([](Link& l) { l.inertia.inertia(0, 0) = -0.01; });
  EXPECT_EQ(d.rule, "negative_inertia");
  EXPECT_TRUE(contains(d.message, "are -0.01, 0.02, 0.02: -0.01 is negative")) << d.message;
}

TEST(Doubts, TriangleInequalityWithNumbers) {
  const auto moments = [](double a, double b, double c) {
    return [=](Link& l) { l.inertia.inertia.diagonal() << a, b, c; };
  };
  const Diagnostic d = doubt(moments(0.01, 0.03, 0.02 * 2.5));
  EXPECT_EQ(d.rule, "triangle_inequality");
  EXPECT_TRUE(contains(d.message, "0.01 + 0.03 < 0.05, by 0.01 kg m²")) << d.message;
  EXPECT_TRUE(doubts(with(moments(0.02, 0.03, 0.05))).empty()) << "a flat plate is just possible";
}

TEST(Doubts, RadiusOfGyration) {
  const Diagnostic large = doubt([](Link& l) { l.inertia.inertia *= 1e6; });
  EXPECT_EQ(large.rule, "radius_of_gyration");
  EXPECT_TRUE(contains(large.message, "2 kg")) << large.message;
  EXPECT_TRUE(contains(large.message, "2e+04 kg m²")) << large.message;
  EXPECT_TRUE(contains(large.message, "gyration of 100 m")) << large.message;
  EXPECT_EQ(doubt([](Link& l) { l.inertia.inertia *= 1e-9; }).rule, "radius_of_gyration");
  EXPECT_TRUE(doubts(with([](Link& l) { l.inertia.inertia.setZero(); })).empty())
      << "a point mass is a usual idealisation";
}

TEST(Doubts, AxisThatHadToBeNormalised) {
  const Diagnostic d = doubt([](Link& l) { l.joint.axis = {0, 3, 4}; });
  EXPECT_EQ(d.rule, "unnormalised_axis");
  EXPECT_EQ(d.subject, "joint 'elbow'");
  EXPECT_TRUE(contains(d.message, "length 5;"));
  EXPECT_TRUE(doubts(with([](Link& l) { l.joint.axis = {0.6, 0.8 + 1e-8, 0}; })).empty());
}

TEST(Doubts, LengthsThatLookLikeMillimetres) {
  const Diagnostic com = doubt([](Link& l) { l.inertia.com = {0, 250, 0}; });
  EXPECT_EQ(com.rule, "suspicious_units");
  EXPECT_EQ(com.message, "the centre of mass is 250 m from the link's origin");
  const Diagnostic joint = doubt([](Link& l) { l.joint.placement.p = {0, 0, 1500}; });
  EXPECT_EQ(joint.rule, "suspicious_units");
  EXPECT_EQ(joint.subject, "joint 'elbow'");
  EXPECT_EQ(joint.message, "the joint is 1.5e+03 m from its parent's origin");
}

TEST(Doubts, ARootMayStandFarFromTheOrigin) {
  Model model;
  model.add(placed(make_link("base", JointType::fixed), {1e4, 0, 0}));
  EXPECT_TRUE(doubts(model).empty());
}

TEST(Doubts, AnglesThatLookLikeDegrees) {
  const Diagnostic d = doubt([](Link& l) {
    l.joint.limits.lower = -90;
    l.joint.limits.upper = 90;
  });
  EXPECT_EQ(d.rule, "suspicious_units");
  EXPECT_TRUE(contains(d.message, "-90 to 90"));
  EXPECT_TRUE(contains(d.remedy, "radians"));
}

TEST(Doubts, OneSidedLimitsAreNotDegrees) {
  EXPECT_TRUE(doubts(with([](Link& l) { l.joint.limits.upper = 2; })).empty());
  EXPECT_TRUE(doubts(with([](Link& l) { l.joint.limits.lower = -2; })).empty());
}

TEST(Doubts, LimitsTheWrongWayRound) {
  const Diagnostic d = doubt([](Link& l) {
    l.joint.limits.lower = 1;
    l.joint.limits.upper = -1;
  });
  EXPECT_EQ(d.rule, "limits");
  EXPECT_EQ(d.message, "the lower limit 1 is above the upper limit -1");
}

}  // namespace
}  // namespace kinetree::testing::inspect_test
