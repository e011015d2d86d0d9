#include "evaluate/element.hpp"

#include "kernel/mass_matrix/explicit.hpp"

namespace kinetree {
namespace {

/// Places the links that M(u, k) depends on: those on the way to the joints, and those they carry.
void place_for(Workspace<double>& w, int u, int k) noexcept {
  const Tree<double> tree = w.tree();
  const kernel::Geometry<double> g = w.geometry();
  const int link_u = tree.owner[u], link_k = tree.owner[k];
  const int deeper = tree.carries(link_u, link_k) ? link_k : link_u;
  for (int i = 0; i < tree.size(); ++i) {
    if (!tree.carries(i, deeper) && !tree.carries(deeper, i)) continue;
    kernel::place_link(tree, i, joint_pose<double>(tree, i, w.q()), w.zero(), g);
    kernel::turn_inertia(tree, i, g);
  }
}

}  // namespace

double element_of_M(Workspace<double>& w, int u, int k) noexcept {
  const Tree<double> tree = w.tree();
  double sum = 0;
  for_each_source(w, u, k, [&](int a, int b, double factor) {
    if (kernel::relation(tree, a, b) == kernel::Relation::unrelated) return;
    place_for(w, a, b);
    const double armature = a == b ? tree.armature[a] : 0;
    sum += factor * (kernel::element<double>(tree, w.geometry(), a, b) + armature);
  });
  return sum;
}

}  // namespace kinetree
