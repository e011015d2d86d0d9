// Time per call of every registered method on robots of growing size, checked before it is timed.
//
// Each figure is the fastest of many short windows: the host is shared, and noise only adds. The
// state is random, never zero. "auto" in the evaluator follows what this prints.
#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "kinetree/kinetree.hpp"

namespace {

using namespace kinetree;

double run(Evaluator& e, Quantity quantity, const RandomState& x) {
  switch (quantity) {
    case Quantity::mass_matrix:
      return e.mass_matrix(x.q).sum();
    case Quantity::coriolis:
      return e.coriolis(x.q, x.v).sum();
    case Quantity::gravity:
      return e.gravity(x.q).sum();
    case Quantity::bias:
      return e.bias(x.q, x.v).sum();
    case Quantity::inverse_dynamics:
      return e.inverse_dynamics(x.q, x.v, x.a).sum();
    case Quantity::forward_dynamics:
      return e.forward_dynamics(x.q, x.v, x.tau).sum();
  }
  return 0;
}

/// Fastest window, in nanoseconds per call; windows of about 50 µs for a tenth of a second.
template <class F>
double nanoseconds(F call) {
  using Clock = std::chrono::steady_clock;
  int calls = 1;
  double best = INFINITY;
  const auto start = Clock::now();
  while (Clock::now() - start < std::chrono::milliseconds(100)) {
    const auto from = Clock::now();
    for (int k = 0; k < calls; ++k) call();
    const double window = std::chrono::duration<double, std::nano>(Clock::now() - from).count();
    best = std::min(best, window / calls);
    if (window < 5e4) calls *= 2;
  }
  return best;
}

/// What has no rival in the registry.
struct Single {
  const char* name;
  double (*run)(Evaluator& e, const RandomState& x);
};
constexpr Single singles[] = {
    {"Mdot", [](Evaluator& e, const RandomState& x) { return e.mass_matrix_rate(x.q, x.v).sum(); }},
    {"C w",
     [](Evaluator& e, const RandomState& x) { return e.coriolis_times(x.q, x.v, x.a).sum(); }},
    {"dM", [](Evaluator& e, const RandomState& x) { return e.mass_matrix_derivative(x.q).sum(); }},
    {"dtau",
     [](Evaluator& e, const RandomState& x) {
       return e.inverse_dynamics_derivatives(x.q, x.v, x.a).dq.sum();
     }},
    {"da",
     [](Evaluator& e, const RandomState& x) {
       return e.forward_dynamics_derivatives(x.q, x.v, x.tau).dq.sum();
     }},
    {"Minv", [](Evaluator& e, const RandomState& x) { return e.mass_matrix_inverse(x.q).sum(); }},
    {"regressor",
     [](Evaluator& e, const RandomState& x) { return e.regressor(x.q, x.v, x.a).sum(); }},
};

}  // namespace

int main() {
  volatile double sink = 0;
  bool agree = true;
  fmt::print("{:12} {:>4} {:18} {:10} {:>12}\n", "robot", "nv", "quantity", "method",
             "ns per call");
  for (const char* name :
       {"planar3", "puma6", "quadruped", "chain:3", "chain:7", "chain:12", "chain:20", "chain:50",
        "tree:15", "tree:63", "chain:100", "chain:200", "tree:255"}) {
    const Model model = load_model(name);
    const RandomState x = random_state(model, 1);
    agree = agree && verify(model, 4, 1).passed();
    for (const Method& method : methods()) {
      Options options;
      options.methods[method.quantity] = method.name;
      Evaluator e(model, options);
      const double ns = nanoseconds([&] { sink = sink + run(e, method.quantity, x); });
      fmt::print("{:12} {:>4} {:18} {:10} {:>12.0f}\n", name, model.nv(),
                 to_string(method.quantity), method.name, ns);
    }
    Evaluator e(model);
    for (const Single& single : singles) {
      const double ns = nanoseconds([&] { sink = sink + single.run(e, x); });
      fmt::print("{:12} {:>4} {:18} {:10} {:>12.0f}\n", name, model.nv(), single.name, "", ns);
    }
  }
  if (!agree) fmt::print("the methods do not agree: no figure above counts\n");
  return agree ? 0 : 1;
}
