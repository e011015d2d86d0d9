// A robot made in code: a free-flying base with one arm. Its Jacobian, and the rest, J̇ v.
#include <iostream>
#include <kinetree/kinetree.hpp>

using kinetree::Vector3;

kinetree::Link make_link(const char* name, kinetree::JointType type, Vector3 origin, double mass) {
  kinetree::Link link;
  link.name = name;
  link.joint.type = type;
  link.joint.axis = Vector3::UnitY();
  link.joint.placement.p = origin;
  link.inertia = {mass, Vector3(0.2, 0, 0), 0.01 * mass * kinetree::Matrix3::Identity()};
  return link;
}

int main() {
  using enum kinetree::JointType;
  kinetree::Model robot;
  const auto base = robot.add(make_link("base", floating, Vector3::Zero(), 8));
  const auto upper = robot.add(make_link("upper", revolute, {0.3, 0, 0}, 2), base);
  const auto lower = robot.add(make_link("lower", revolute, {0.4, 0, 0}, 1), upper);

  kinetree::Vector q = robot.neutral();  // x y z, quaternion x y z w, then one angle a joint
  q.tail<2>() << 0.5, -0.3;
  kinetree::Vector v = kinetree::Vector::Zero(robot.nv());
  v.tail<2>() << 1, 2;

  kinetree::Evaluator eval(robot);
  const Vector3 tip(0.4, 0, 0);  // in the frame of `lower`
  const kinetree::Vector velocity = eval.jacobian(q, lower, tip) * v;
  std::cout.precision(4);
  std::cout << "nq " << robot.nq() << ", nv " << robot.nv() << '\n'
            << "velocity of the tip:  " << velocity.head<3>().transpose() << '\n'
            << "acceleration, a = 0:  "
            << eval.jacobian_dot_v(q, v, lower, tip).linear().transpose() << '\n';
}
