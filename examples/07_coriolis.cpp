// The Coriolis matrix, its certificate, and the two products that controllers need instead of it.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("three_link");
  kinetree::Evaluator eval(arm);
  const kinetree::Vector q{{0, 0.5, -1}}, v{{1, 1, 1}};

  const kinetree::Matrix C = eval.coriolis(q, v);
  const kinetree::Matrix S = eval.mass_matrix_rate(q, v) - 2 * C;
  std::cout << "C =\n" << C << '\n';
  std::cout << "skew: " << ((S + S.transpose()).norm() < 1e-15 ? "yes" : "no") << '\n';

  const kinetree::CoriolisCertificate c = eval.certify_coriolis(q, v);
  const bool exact = c.relative_skew() < 1e-12 && c.relative_force() < 1e-12;
  std::cout << "certified: " << c.factorisation << " by " << c.method
            << (exact ? ", exact to rounding" : ", not exact") << '\n';

  // Passivity control (Slotine and Li): tau = M a_r + C(q, v) v_r + g, for a reference v_r.
  const kinetree::Vector v_r{{0.9, 1.2, 0.8}}, a_r{{0, 0.1, -0.1}};
  const kinetree::Vector tau =
      eval.mass_matrix(q) * a_r + eval.coriolis_times(q, v, v_r) + eval.gravity(q);
  std::cout << "passivity control: " << tau.transpose() << '\n';

  // Momentum observer: the momentum M v changes by tau + Cᵀ v - g.
  const kinetree::Vector rate = tau + eval.coriolis_transpose_times(q, v, v) - eval.gravity(q);
  std::cout << "rate of momentum: " << rate.transpose() << '\n';
}
