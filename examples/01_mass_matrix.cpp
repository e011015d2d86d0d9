#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("planar3");  // or "my_robot.urdf"
  kinetree::Evaluator eval(arm);
  const kinetree::Vector q{{0.1, 0.2, 0.3}};
  std::cout << "M =\n" << eval.mass_matrix(q) << '\n';
  std::cout << "g = " << eval.gravity(q).transpose() << '\n';
}
