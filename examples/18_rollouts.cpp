// Many simulations at once: an arm let go from a thousand states.
#include <algorithm>
#include <iostream>
#include <kinetree/kinetree.hpp>
#include <vector>

int main() {
  const kinetree::Model arm = kinetree::load_model("puma6");
  const kinetree::BatchEvaluator batch(arm);  // converts
  kinetree::Rollout rollout(arm, {.method = kinetree::Rollout::rk4, .threads = 0});
  const std::size_t states = 1000, n = 6;

  std::vector<double> q0(states * n, 0.3), v0(states * n, 0.0);
  for (std::size_t s = 0; s < states; ++s) v0[n * s] = 1e-3 * static_cast<double>(s);
  kinetree::BatchBuffer q = batch.to_blocks(q0, arm.nq()), v = batch.to_blocks(v0, arm.nv());
  std::vector<int> failed(q.size() / n);
  rollout.run(q, v, {}, {.step = 1e-3, .steps = 100}, {.q = q, .v = v, .failed = failed});
  std::vector<double> end(states * n);
  batch.from_blocks(q, arm.nq(), end);

  // The same as one simulation at a time, to rounding.
  kinetree::SimulationOptions options;
  options.duration = 0.1;
  options.integrator = {.method = "rk4", .step = 1e-3};
  double off = 0;
  using Map = Eigen::Map<const kinetree::Vector>;
  for (std::size_t s = 0; s < states; s += 100) {
    const kinetree::State start{0, Map(&q0[n * s], 6), Map(&v0[n * s], 6)};
    const kinetree::Run run = simulate(arm, start, kinetree::no_torque(), options);
    off = std::max(off, (Map(&end[n * s], 6) - run.samples.back().q).cwiseAbs().maxCoeff());
  }
  std::cout << states << " motions, " << (off < 1e-11 ? "the same places\n" : "others\n");
  std::cout << "not finite: "
            << states -
                   static_cast<std::size_t>(std::count(failed.begin(), failed.begin() + states, 0))
            << '\n';
}
