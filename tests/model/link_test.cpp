#include "kinetree/link.hpp"

#include <gtest/gtest.h>

namespace kinetree {
namespace {

constexpr JointType all[] = {JointType::revolute, JointType::continuous, JointType::prismatic,
                             JointType::helical,  JointType::spherical,  JointType::planar,
                             JointType::floating, JointType::fixed};

TEST(JointTypes, NamesAndTypesAreInverse) {
  for (const JointType type : all) EXPECT_EQ(joint_type(to_string(type)), type);
  EXPECT_EQ(to_string(JointType::helical), "helical");
  EXPECT_EQ(joint_type("Revolute"), std::nullopt);
  EXPECT_EQ(joint_type(""), std::nullopt);
}

TEST(JointTypes, SizesInQAndV) {
  const int nq[] = {1, 1, 1, 1, 4, 3, 7, 0}, nv[] = {1, 1, 1, 1, 3, 3, 6, 0};
  for (std::size_t i = 0; i < std::size(all); ++i) {
    EXPECT_EQ(joint_nq(all[i]), nq[i]) << to_string(all[i]);
    EXPECT_EQ(joint_nv(all[i]), nv[i]) << to_string(all[i]);
  }
}

TEST(VelocitySuffixes, AreAsManyAsVelocities) {
  for (const JointType type :
       {JointType::revolute, JointType::continuous, JointType::prismatic, JointType::helical,
        JointType::spherical, JointType::planar, JointType::floating, JointType::fixed}) {
    EXPECT_EQ(velocity_suffixes(type).size(), static_cast<std::size_t>(joint_nv(type)));
  }
  EXPECT_EQ(velocity_suffixes(JointType::revolute).front(), "");
  EXPECT_EQ(velocity_suffixes(JointType::spherical).front(), ".wx");
}

}  // namespace
}  // namespace kinetree
