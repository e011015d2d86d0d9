// A controller of one's own, a run, and what its audit says.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("planar3");
  const kinetree::State start{0, kinetree::Vector{{0.5, 0.2, -0.3}}, kinetree::Vector{{0, 0, 0}}};

  // Any function of the state is a controller: here springs and dampers towards zero.
  const kinetree::Controller springs = [](const kinetree::State& x,
                                          Eigen::Ref<kinetree::Vector> tau) {
    tau = -100 * x.q - 10 * x.v;
  };

  kinetree::SimulationOptions options;
  options.duration = 3;
  options.record_every = 1;
  options.events = {{"level", [](const kinetree::State& x) { return x.q[0]; }}};
  const kinetree::Run run = kinetree::simulate(arm, start, springs, options);

  std::cout.precision(3);
  for (const kinetree::Sample& sample : run.samples) {
    std::cout << "t = " << sample.t << " s, q = " << sample.q.transpose() << '\n';
  }
  const kinetree::Audit& audit = run.audit;
  std::cout << "springs did " << audit.work.sum() << " J of work; the energy changed by "
            << audit.final_energy - audit.initial_energy << " J\n"
            << "books balance: " << (std::abs(audit.final_balance) < 1e-6) << '\n'
            << run.happenings.front().name << " at " << run.happenings.front().t << " s\n"
            << run.stop_text << '\n';
}
