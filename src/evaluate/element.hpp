// One element of M on its own, in the user's coordinates.
#pragma once
#include "evaluate/workspace.hpp"

namespace kinetree {

/// M(u, k) of the configuration in w.q(). Places only the links the element depends on.
double element_of_M(Workspace<double>& w, int u, int k) noexcept;

/// Calls f(a, b, factor) for every element (a, b) of the tree's matrix that M(u, k) is the sum of,
/// in the order in which reduce_matrix() adds them: one without mimics.
template <class F>
void for_each_source(const Workspace<double>& w, int u, int k, F&& f) {
  if (!w.coupled()) return f(u, k, 1.0);
  const kernel::Coupling<double> G = w.v_coupling();
  for (int b = 0; b < G.source.size(); ++b) {
    for (int a = b; a < G.source.size(); ++a) {
      const double factor = G.multiplier[a] * G.multiplier[b];
      if (G.source[a] == u && G.source[b] == k) f(a, b, factor);
      if (a != b && G.source[b] == u && G.source[a] == k) f(a, b, factor);
    }
  }
}

}  // namespace kinetree
