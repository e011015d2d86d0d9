// An arm whose last joint has no motor: how it swings, and what the other motors need for it.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("pelican3");
  kinetree::Evaluator eval(arm);
  const kinetree::Vector q{{1.4, -0.1, -2.5}}, v{{-0.6, -1.1, 1.2}};

  // Of two joints the accelerations are prescribed, of the last the force is: none. Zeros elsewhere
  // are not read.
  const std::vector<bool> prescribed{true, true, false};
  const kinetree::Vector a{{1, -1, 0}}, tau{{0, 0, 0}};
  const kinetree::HybridDynamics& motion = eval.hybrid_dynamics(q, v, prescribed, a, tau);
  std::cout.precision(4);
  std::cout << "a   = " << motion.a.transpose() << '\n'
            << "tau = " << motion.tau.transpose() << '\n';
  const kinetree::Vector check = eval.inverse_dynamics(q, v, motion.a);
  std::cout << "inverse dynamics agrees: " << check.isApprox(motion.tau, 1e-12) << '\n';

  // M = U D U^T without M: D is what each joint feels where those below it are free.
  const kinetree::UdutFactors& factors = eval.udut(q);
  std::cout << "D   = " << factors.D.transpose() << '\n';

  // M^-1 times any number of columns, in place.
  kinetree::Matrix columns = eval.mass_matrix(q).leftCols(2);
  eval.solve_mass_matrix(q, columns);
  std::cout << "M^-1 M is 1: " << columns.isApprox(kinetree::Matrix::Identity(3, 2), 1e-12) << '\n';
}
