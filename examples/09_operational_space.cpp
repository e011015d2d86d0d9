// Control of the tip of an arm: its inertia, and the forces that move it as commanded.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("three_link");
  kinetree::Evaluator eval(arm);
  const kinetree::LinkId hand = arm.at("link3");
  const kinetree::Vector3 tip{0.17, 0, 0};
  kinetree::OperationalOptions position;
  position.rows = kinetree::TaskRows::position;

  const kinetree::Vector q{{0.1, -0.4, 0.9}}, v{{0.2, 0.1, -0.3}};
  const kinetree::OperationalSpace task = eval.operational_space(q, v, hand, tip, position);
  std::cout << "inertia of the tip =\n" << task.inertia << '\n';

  // F = Lambda a_wanted + mu + p at the tip, tau = J^T F at the joints.
  const kinetree::Vector wanted{{1, 0, 0}};
  const kinetree::Vector force = task.inertia * wanted + task.bias + task.gravity;
  const kinetree::Vector a = eval.forward_dynamics(q, v, task.J.transpose() * force);
  const kinetree::Vector reached = task.J * a + task.Jdot * v;
  std::cout << "accelerates as wanted: " << ((reached - wanted).norm() < 1e-10) << '\n';

  // Stretched out, the tip cannot move along the arm: that direction is damped, and it is said.
  const kinetree::Vector stretched{{0.1, -0.4, 0}};
  std::cout << "damped directions when stretched: "
            << eval.operational_space(stretched, v, hand, tip, position).damped << '\n';
}
