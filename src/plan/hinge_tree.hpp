// A tree whose outer links are hinges in a row: those by hinges.hpp, all others by the kernels for
// any tree, link by link. In the links' own frames.
#pragma once
#include "kernel/forward_dynamics/aba.hpp"
#include "kernel/mass_matrix/crba.hpp"
#include "plan/hinge_forces.hpp"
#include "plan/scratch.hpp"

namespace kinetree {

template <class Matrix, class S>
[[gnu::always_inline]] inline void set_entry(const Matrix& M, int k, int l, const S& x) {
  using kernel::set_symmetric;
  if (k == l) {
    M(k, k) = x;
  } else {
    set_symmetric(M, k, l, x);
  }
}

/// Entries of velocity k with the six of a body that floats.
template <class Matrix, class S>
[[gnu::always_inline]] inline void set_entries(const Matrix& M, int k, int root,
                                               const spatial::Force<S>& F) {
  const auto set = [&](int l, const S& x) __attribute__((always_inline)) {
    set_entry(M, k, root + l, x);
  };
  set(0, F.linear.x), set(1, F.linear.y), set(2, F.linear.z);
  set(3, F.angular.x), set(4, F.angular.y), set(5, F.angular.z);
}
/// In a packed row they lie one after the other.
template <class S>
[[gnu::always_inline]] inline void set_entries(const PackedMatrix<S>& M, int k, int root,
                                               const spatial::Force<S>& F) {
  S* const row = &M(k, root);
  row[0] = F.linear.x, row[1] = F.linear.y, row[2] = F.linear.z;
  row[3] = F.angular.x, row[4] = F.angular.y, row[5] = F.angular.z;
}

template <class S>
class HingeTree {
 public:
  /// `out` is per velocity of the tree.
  HingeTree(const PlanView& plan, const Scratch<S>& scratch, View<S> out)
      : plan_(plan), w_(scratch), out_(out) {}

  template <class Out>
  void mass_matrix(const Out& M) const noexcept {
    for_each_other([&](int i) { w_.Ic[i] = w_.tree.inertia[i]; });
    using kernel::clear_unrelated;
    clear_unrelated(w_.tree.previous, M);
    for_each_row([&](const Hinges<S>& r, const HingeRow& at) {
      const int anchor = at.anchor, first = at.velocity;
      const bool on_root = anchor >= 0 && w_.tree.parent[anchor] < 0;
      const int root =
          on_root && w_.tree.kind[anchor] == JointKind::floating ? w_.tree.first_v[anchor] : -1;
      spatial::Inertia<S> body;
      hinge_matrix(
          r,
          [&](int i, int j, const S& x)
              __attribute__((always_inline)) { set_entry(M, first + i, first + j, x); },
          [&](int i, const spatial::Force<S>& F) __attribute__((always_inline)) {
            if (root >= 0) {
              set_entries(M, first + i, root, F);
            } else {
              r.felt[i] = F;
            }
          },
          body);
      if (anchor < 0) return;
      w_.Ic[anchor] = w_.Ic[anchor] + body;
      for (int i = 0; root < 0 && i < r.count; ++i) {
        kernel::entries_with(w_.tree, anchor, first + i, r.felt[i], M);
        kernel::entries_above(w_.tree, w_.X, anchor, first + i, r.felt[i], M);
      }
    });
    for_each_other_backwards([&](int i) {
      kernel::crba_link(w_.tree, i, w_.X, w_.Ic, M);
      for_each_column(w_.tree, i, [&](int k, auto) { M(k, k) = M(k, k) + w_.armature[k]; });
    });
  }

  /// With what rotors need.
  template <kernel::Terms terms>
  void forces() const noexcept {
    const spatial::Vec3<S> up = -w_.tree.gravity;
    for_each_other([&](int i) {
      kernel::link_motion<terms, S>(w_.tree, i, w_.X, w_.v, w_.a, up, w_.motion);
      w_.force[i] = kernel::inertia_force<terms>(w_.tree.inertia[i], w_.motion[i]);
    });
    for_each_row([&](const Hinges<S>& r, const HingeRow& at) {
      const int anchor = at.anchor;
      const spatial::Force<S> felt = hinge_forces<terms>(
          r, anchor < 0 ? kernel::LinkMotion<S>{{}, {}, up} : w_.motion[anchor]);
      if (anchor >= 0) w_.force[anchor] = w_.force[anchor] + felt;
    });
    for_each_other_backwards([&](int i) {
      kernel::project_force<S>(w_.tree, i, w_.X, w_.force, out_);
      if constexpr (terms != kernel::Terms::all) return;
      for_each_column(w_.tree, i,
                      [&](int k, auto) { out_[k] = out_[k] + w_.armature[k] * w_.a[k]; });
    });
  }

  /// Hinges are eliminated first, then the others; accelerations go the other way. Of hinges M is
  /// formed: for so few, that is less than to carry articulated inertias along them.
  void forward_dynamics() const noexcept {
    const kernel::AbaWorkspace<S> others = w_.aba();
    for_each_other([&](int i) { kernel::start_link<S>(w_.tree, i, w_.X, w_.v, others); });
    for_each_row([&](const Hinges<S>& r, const HingeRow& at) { eliminate(r, at.anchor); });
    for_each_other_backwards(
        [&](int i) { kernel::eliminate_link<S>(w_.tree, i, w_.X, w_.tau, others); });
    for_each_other([&](int i) { kernel::accelerate_link<S>(w_.tree, i, w_.X, others, out_); });
    for_each_row([&](const Hinges<S>& r, const HingeRow& at) {
      accelerate_hinges(r, at.anchor < 0 ? spatial::Motion<S>{} : w_.twist[at.anchor]);
    });
  }

 private:
  template <class F>
  void for_each_other(F f) const {
    const int *i = plan_.others.data(), *const end = i + plan_.others.size();
    for (; i != end; ++i) f(*i);
  }
  template <class F>
  void for_each_other_backwards(F f) const {
    const int *const begin = plan_.others.data(), *i = begin + plan_.others.size();
    while (i != begin) f(*--i);
  }
  /// Calls f(hinges, where they are).
  template <class F>
  void for_each_row(F f) const {
    const HingeRow *row = plan_.hinges.data(), *const end = row + plan_.hinges.size();
    S* M = w_.hinge_matrix.data();
    for (; row != end; ++row) {
      const int link = row->link, k = row->velocity, count = row->count;
      f(Hinges<S>{count, row->anchor < 0, &w_.X[link], &w_.inertia[link], &w_.v[k], &w_.a[k],
                  &w_.armature[k], &w_.force[link], &out_[k], M, count, &w_.carried[k], &w_.tau[k],
                  &w_.inverse_d[k]},
        *row);
      M += std::ptrdiff_t{count} * count;
    }
  }

  void eliminate(const Hinges<S>& r, int anchor) const noexcept {
    kernel::LinkMotion<S> m{{}, {}, -w_.tree.gravity};
    if (anchor >= 0) {  // as if no twist changed, neither that of the anchor nor by the hinges
      const spatial::Motion<S>& twist = w_.twist[anchor];
      m = {twist.angular, {}, cross(twist.angular, twist.linear)};
    }
    spatial::Force<S> pA = hinge_forces<kernel::Terms::bias>(r, m);
    for (int i = 0; i < r.count; ++i) r.tau[i] = r.tau[i] - r.out[i];
    spatial::Inertia<S> body;
    hinge_matrix(
        r,
        [&r](int i, int j, const S& x) __attribute__((always_inline)) { r.M[i * r.width + j] = x; },
        [&r](int i, const spatial::Force<S>& F) __attribute__((always_inline)) { r.felt[i] = F; },
        body);
    spatial::ArticulatedInertia<S> IA;
    if (anchor >= 0) IA = articulated(body);
    eliminate_hinges(r, IA, pA);
    if (anchor < 0) return;
    w_.IA[anchor] = w_.IA[anchor] + IA;
    w_.force[anchor] = w_.force[anchor] + pA;
  }

  const PlanView& plan_;
  const Scratch<S>& w_;
  View<S> out_;
};

}  // namespace kinetree
