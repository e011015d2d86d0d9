#include <gtest/gtest.h>

#include "result_fixture.hpp"

namespace kinetree {
namespace {

Model one_joint(JointType type) {
  Link link;
  link.name = "body";
  link.joint.name = "j";
  link.joint.type = type;
  link.inertia.mass = 1;
  link.inertia.inertia = Matrix3::Identity();
  Model model;
  model.add(link);
  return model;
}

TEST(Names, OneForEveryNumber) {
  for (const JointType type :
       {JointType::revolute, JointType::continuous, JointType::prismatic, JointType::helical,
        JointType::spherical, JointType::planar, JointType::floating, JointType::fixed}) {
    const Model model = one_joint(type);
    EXPECT_EQ(q_names(model).size(), static_cast<std::size_t>(model.nq())) << to_string(type);
    EXPECT_EQ(v_names(model).size(), static_cast<std::size_t>(model.nv())) << to_string(type);
  }
}

TEST(Names, OfAQuaternionEndInW) {
  EXPECT_EQ(q_names(one_joint(JointType::spherical)),
            (std::vector<std::string>{"j.qx", "j.qy", "j.qz", "j.qw"}));
}

TEST(MakeResult, TakesNamesAndGravityFromTheModel) {
  const Result result = make_result(one_joint(JointType::floating));
  EXPECT_EQ(result.joints, std::vector<std::string>{"j"});
  EXPECT_EQ(result.dofs, std::vector<int>{6});
  EXPECT_EQ(result.gravity, Vector3(0, 0, -9.81));
  EXPECT_TRUE(result.fields.empty());
}

}  // namespace
}  // namespace kinetree
