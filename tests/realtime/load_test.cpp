// Loading a robot takes a bounded amount of memory requests for each of its links.
//
// Requests are what can be counted the same on every machine. Strings that are made for complaints
// nobody has, copies of elements and maps that grow step by step all show here first.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kinetree/kinetree.hpp"
#include "realtime/allocations.hpp"

namespace kinetree::testing {
namespace {

std::string chain(int links) {
  std::string text =
      "<robot name=\"chain\">\n<link name=\"a_link_with_a_name_of_some_length_0\"/>\n";
  for (int i = 1; i <= links; ++i) {
    text += fmt::format(R"(
<link name="a_link_with_a_name_of_some_length_{0}">
  <inertial>
    <origin xyz="0.1 0 {0}e-3" rpy="0 0.1 0"/> <mass value="1.5"/>
    <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.04"/>
  </inertial>
  <visual> <geometry> <mesh filename="package://meshes/{0}.stl"/> </geometry> </visual>
</link>
<joint name="a_joint_with_a_name_of_some_length_{0}" type="revolute">
  <origin xyz="0 0 0.3" rpy="1.57 0 0"/> <axis xyz="0 0 1"/>
  <parent link="a_link_with_a_name_of_some_length_{1}"/>
  <child link="a_link_with_a_name_of_some_length_{0}"/>
  <limit lower="-1" upper="1" effort="10" velocity="2"/> <dynamics damping="0.1"/>
</joint>
)",
                        i, i - 1);
  }
  return text + "</robot>\n";
}

long requests(int links) {
  const std::string text = chain(links);
  return allocated_by([&] { EXPECT_EQ(parse_model(text, "chain.urdf").nv(), links); });
}

TEST(Loading, AsksForMemoryAtMostTwentyTimesALink) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  requests(100);  // what is made once
  const long few = requests(100), many = requests(300);
  EXPECT_LE(many - few, 20 * 200) << few << ' ' << many;
}

}  // namespace
}  // namespace kinetree::testing
