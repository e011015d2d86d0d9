// What somebody else's program does: loads a robot, asks for M, keeps vectors the library made.
#include <cstdio>

#include "kinetree/kinetree.hpp"

int main() {
  const kinetree::Model arm = kinetree::load_model("planar3");
  // Allocated by the library, freed here: breaks if the two sides disagree on alignment.
  kinetree::RandomState state = kinetree::random_state(arm, 1);
  kinetree::Evaluator evaluator(arm);
  kinetree::Matrix M = evaluator.mass_matrix(state.q);
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) std::printf("%s%.12g", j == 0 ? "" : " ", M(i, j));
    std::printf("\n");
  }
  // Grown here, handed over as input.
  state.v.conservativeResize(arm.nv());
  kinetree::Vector h = evaluator.bias(state.q, state.v);
  return M.rows() == 3 && M.isApprox(M.transpose()) && M(0, 0) > 0 && h.allFinite() ? 0 : 1;
}
