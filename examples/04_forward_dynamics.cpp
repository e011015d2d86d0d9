// Accelerations; and why a joint that carries nothing is refused instead of giving NaN.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  kinetree::Model arm = kinetree::load_model("planar3");
  const kinetree::Vector q{{0.1, 0.2, 0.3}}, v{{0, 0, 0}}, tau{{1, 0, 0}};
  std::cout.precision(4);

  kinetree::Evaluator eval(arm);
  const kinetree::Vector a = eval.forward_dynamics(q, v, tau);
  const kinetree::Vector again = eval.inverse_dynamics(q, v, a);
  std::cout << "a = " << a.transpose() << '\n'
            << "and back to tau: " << ((again - tau).norm() < 1e-12 ? "yes" : "no") << '\n';

  const kinetree::LinkId last = arm.joints().back().link;
  const kinetree::MassProperties mass = arm.link(last).inertia;
  arm.set_inertia(last, {});  // an edit: the evaluator is now older than its model
  try {
    eval.mass_matrix(q);
  } catch (const kinetree::UsageError& error) {
    std::cout << "stale: " << error.what() << '\n';
  }
  eval.sync(arm);
  try {
    eval.forward_dynamics(q, v, tau);
  } catch (const kinetree::ModelError& error) {
    std::cout << "refused: " << error.what() << '\n';
  }
  arm.set_inertia(last, mass);
  eval.sync(arm);
  std::cout << "as before: " << std::boolalpha << (eval.forward_dynamics(q, v, tau) == a) << '\n';
}
