// M, C and g as sums over links [laus2009], which grow with the robot.
#include <fmt/format.h>

#include <algorithm>

#include "evaluate/gate.hpp"
#include "kernel/coriolis/progressive.hpp"
#include "kernel/gravity/progressive.hpp"

namespace kinetree {
namespace {

/// Velocities of the links before `first`.
int velocities_before(const Compiled& compiled, LinkId first) {
  for (auto slot = compiled.slots.rbegin(); slot != compiled.slots.rend(); ++slot) {
    if (slot->link < first) return slot->v_first + slot->nv;
  }
  return 0;
}

/// Room for nv velocities, and zeros for those from `before` on.
void grow(ProgressiveTerms& terms, int before, int nv, int capacity) {
  if (terms.M_room.rows() < nv) {
    const int room = std::max(nv, capacity);
    for (Matrix* x : {&terms.M_room, &terms.C_room}) x->conservativeResize(room, room);
    terms.g_room.conservativeResize(room);
  }
  for (Matrix* x : {&terms.M_room, &terms.C_room}) {
    x->block(0, before, nv, nv - before).setZero();
    x->block(before, 0, nv - before, before).setZero();
  }
  terms.g_room.segment(before, nv - before).setZero();
  terms.nv = nv;
}

}  // namespace

void Evaluator::Impl::place_carriers(int link, int call) {
  const Tree<double> tree = w.tree();
  const kernel::Geometry<double> geometry = w.geometry();
  int steps = 0;
  for (int i = link; i >= 0 && visited[static_cast<std::size_t>(i)] != call; i = tree.parent[i]) {
    visited[static_cast<std::size_t>(i)] = call;
    w.path()[steps++] = i;
  }
  while (steps-- > 0) {  // from the root outwards
    const int i = w.path()[steps];
    kernel::place_link(tree, i, joint_pose<double>(tree, i, w.q()), w.zero(), geometry);
    kernel::origin_twist<double>(tree, geometry, i, w.v(), w.progressive().twist);
  }
}

void Evaluator::sum_links(const VectorIn& q, const VectorIn& v, ProgressiveTerms& terms) {
  terms.nv = 0;
  add_links(q, v, LinkId{0}, terms);
}

void Evaluator::add_links(const VectorIn& q, const VectorIn& v, LinkId first,
                          ProgressiveTerms& terms) {
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->refuse_mimics("sums over links");
  const Compiled& compiled = impl_->compiled;
  const int before = velocities_before(compiled, first);
  if (terms.nv != before) {
    throw UsageError(
        fmt::format("the terms are those of {} velocities, but '{}' has {} before link "
                    "number {}",
                    terms.nv, impl_->name, before, index(first)));
  }
  grow(terms, before, nv(), compiled.nv_capacity);
  Workspace<double>& w = impl_->w;
  const Tree<double> tree = w.tree();
  const kernel::Geometry<double> geometry = w.geometry();
  const int room = static_cast<int>(terms.M_room.rows());
  const MatrixView<double> M(terms.M_room.data(), room, room), C(terms.C_room.data(), room, room);
  const View<double> g(terms.g_room.data(), nv());
  const int call = ++impl_->calls;
  for (std::size_t i = index(first); i < compiled.placed.size(); ++i) {
    const int carrier = compiled.frames[i].link;
    if (carrier < 0) continue;  // stands on the world
    const spatial::Body<double>& body = compiled.placed[i].own;
    impl_->place_carriers(carrier, call);
    kernel::add_body<double>(tree, geometry, carrier, body, w.momentum().J, M);
    kernel::add_body_coriolis<double>(tree, geometry, carrier, body, w.progressive(), C);
    kernel::add_body_gravity<double>(tree, geometry, carrier, body, g);
    // Only one triangle of M is formed.
    kernel::for_each_mover(tree, carrier, [&](int u) {
      for (int k = tree.previous[u]; k >= 0; k = tree.previous[k]) M(k, u) = M(u, k);
    });
  }
  for (int k = before; k < nv(); ++k) M(k, k) += tree.armature[k];
}

}  // namespace kinetree
