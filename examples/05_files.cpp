// Files: read, check, write. A URDF with a mistake, found with its line; then the same robot
// repaired and written as kinetree-model/1.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  std::string text = R"(<robot name="pendulum">
  <link name="base"/>
  <link name="rod">
    <inertial>
      <origin xyz="0 0 -0.5"/> <mass value="1.2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.5"/>
    </inertial>
  </link>
  <joint name="hinge" type="continuous">
    <parent link="base"/> <child link="rod"/> <axis xyz="0 1 0"/>
  </joint>
</robot>)";

  kinetree::Model pendulum = kinetree::parse_model(text, "pendulum.urdf");
  for (const kinetree::Diagnostic& complaint : kinetree::validate(pendulum)) {
    std::cout << to_string(complaint) << '\n';
  }

  kinetree::MassProperties rod = pendulum.link(pendulum.at("rod")).inertia;
  rod.inertia(2, 2) = 0.005;
  pendulum.set_inertia(pendulum.at("rod"), rod);
  std::cout << "repaired: " << kinetree::validate(pendulum).size() << " complaints\n";

  const kinetree::Model again = kinetree::parse_model(to_json(pendulum), "pendulum.json");
  std::cout << "round trip exact: " << std::boolalpha << (to_json(again) == to_json(pendulum))
            << '\n';
}
