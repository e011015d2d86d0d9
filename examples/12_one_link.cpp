// A motor behind a gear and a tool, and what each of them adds to the mass matrix.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  kinetree::Model arm = kinetree::load_model("pelican2");

  // The motor of joint 'link2' stands on link1; its rotor turns 50 times as fast, the other way.
  kinetree::Link rotor;
  rotor.name = "rotor";
  rotor.joint.type = kinetree::JointType::revolute;
  rotor.joint.placement.p = {0.2, 0, 0};
  rotor.joint.mimic = kinetree::Mimic{"link2", -50};
  rotor.inertia = {0.4, {0, 0, 0}, kinetree::Vector3(1e-4, 1e-4, 2e-4).asDiagonal()};
  arm.add(rotor, arm.at("link1"));

  kinetree::Link tool;
  tool.name = "tool";
  tool.joint.placement.p = {0.26, 0, 0};
  tool.inertia.mass = 1;
  arm.add(tool, arm.at("link2"));

  const kinetree::Vector q{{0.4, -0.9}}, v{{0.7, 1.3}};
  std::cout.precision(4);
  for (const char* name : {"link1", "link2"}) {
    const kinetree::LinkTerms link = explain_link(arm, q, v, arm.at(name));
    for (const kinetree::LinkBody& body : link.bodies) {
      std::cout << arm.link(body.link).name << " (" << to_string(body.role) << "): M_11 "
                << body.M(0, 0) << ", M_12 " << body.M(0, 1) << ", M_22 " << body.M(1, 1) << '\n';
    }
  }
}
