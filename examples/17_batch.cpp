// Many states at once: plain arrays into blocks, torques of all of them, and back.
#include <algorithm>
#include <iostream>
#include <kinetree/kinetree.hpp>
#include <vector>

int main() {
  const kinetree::Model arm = kinetree::load_model("puma6");
  kinetree::BatchEvaluator batch(arm, {.threads = 0});  // all cores
  const std::size_t states = 10000;
  const int n = arm.nv();

  std::vector<double> q(states * 6), v(states * 6, 0.5), a(states * 6, 0.0);
  for (std::size_t k = 0; k < q.size(); ++k) q[k] = 1e-4 * static_cast<double>(k);
  const kinetree::BatchBuffer q_blocks = batch.to_blocks(q, n), v_blocks = batch.to_blocks(v, n),
                              a_blocks = batch.to_blocks(a, n);
  kinetree::BatchBuffer tau_blocks(q_blocks.size());
  batch.inverse_dynamics(q_blocks, v_blocks, a_blocks, tau_blocks);
  std::vector<double> tau(states * 6);
  batch.from_blocks(tau_blocks, n, tau);

  // The same as one state at a time, to rounding.
  kinetree::Evaluator one(arm);
  using Map = Eigen::Map<const kinetree::Vector>;
  double off = 0;
  for (std::size_t s = 0; s < states; s += 100) {
    const Map qs(&q[6 * s], n), vs(&v[6 * s], n), as(&a[6 * s], n), taus(&tau[6 * s], n);
    off = std::max(off, (taus - one.inverse_dynamics(qs, vs, as)).cwiseAbs().maxCoeff());
  }
  std::cout << states << " states, " << (off < 1e-11 ? "the same forces\n" : "others\n");
  std::cout << "entries of M that are not zero by structure: " << batch.pattern().size() << '\n';
}
