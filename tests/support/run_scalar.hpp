// A registered method on any scalar: the model's numbers and the state are converted, then it runs.
#pragma once
#include <vector>

#include "evaluate/registry.hpp"
#include "kinetree/verify.hpp"

namespace kinetree::testing {

/// Inputs go into the tree's coordinates the way the evaluator does it; nothing there is counted.
template <class S, class Convert>
void fill_state(Workspace<S>& w, const Compiled& compiled, const RandomState& x, Convert to) {
  const auto spread = [&](const std::vector<Coupled>& coupling, const Vector& from, View<S> into) {
    for (int k = 0; k < into.size(); ++k) {
      const Coupled c = coupling.empty() ? Coupled{k, 1, 0} : coupling[static_cast<std::size_t>(k)];
      into[k] = to(c.multiplier * from[c.source] + c.offset);
    }
  };
  spread(compiled.q, x.q, w.q());
  spread(compiled.v, x.v, w.v());
  spread(compiled.v, x.a, w.a());
  spread({}, x.tau, w.tau());
}

template <class S, class Convert>
std::vector<S> run_scalar(const Registered<S>& row, const Model& model, const RandomState& x,
                          Convert to) {
  const Compiled compiled = compile(model, true);
  Workspace<S> w(compiled, to);
  const auto n = static_cast<std::size_t>(compiled.nv);
  std::vector<S> matrix(n * n);
  w.write_matrix_to(matrix.data());
  if (row.method.tensor) w.reserve_tensor();
  fill_state(w, compiled, x, to);
  row.run(w);
  if (is_matrix(row.method.quantity)) return matrix;
  return {w.out().data(), w.out().data() + compiled.nv};
}

}  // namespace kinetree::testing
