// What is computed for one block of states, on any scalar that holds a block.
#pragma once
#include "kernel/coriolis/link_frames.hpp"
#include "kernel/forward_dynamics/ltdl.hpp"
#include "kernel/inverse_dynamics/rnea.hpp"
#include "kernel/mass_matrix/crba.hpp"
#include "kernel/mass_matrix/gdahj.hpp"
#include "plan/scratch.hpp"

namespace kinetree {

/// The entries of M that are not zero by structure, of one triangle.
template <class S>
class PackedMatrix {
 public:
  PackedMatrix(S* data, View<const int> row, View<const int> level)
      : data_(data), row_(row), level_(level) {}
  S& operator()(int k, int l) const noexcept {
    return k < l ? data_[row_[l] + level_[k]] : data_[row_[k] + level_[l]];
  }
  friend void set_symmetric(const PackedMatrix& M, int k, int l, const S& value) noexcept {
    M.data_[M.row_[k] + M.level_[l]] = value;  // l is on the way of k
  }
  friend void clear_unrelated(View<const int> /*previous*/, const PackedMatrix& /*M*/) noexcept {}

 private:
  S* data_;
  View<const int> row_, level_;
};

template <class S>
class Tasks {
 public:
  using Matrix = MatrixView<S>;
  Tasks(const PlanView& plan, Scratch<S>& scratch) : plan_(plan), w_(scratch) {}

  /// From the user's coordinates to the tree's.
  void take_q() {
    if (plan_.coupled()) kernel::expand<S>(w_.q_coupling(plan_), w_.user_q, w_.q);
    const View<const S> from = plan_.coupled() ? w_.q : w_.user_q;
    using spatial::sin_cos;
    for (int j = 0; j < plan_.angles.size(); ++j) {
      const int k = plan_.angles[j];
      sin_cos(from[k], w_.sine[k], w_.cosine[k]);
      w_.turn_by_offset(plan_, k);
    }
    for (int k = 0; k < w_.q.size(); ++k) w_.q[k] = from[k] + w_.offset[k];
  }
  void take_rate(View<S> tree) {
    if (plan_.coupled()) return kernel::expand<S>(w_.v_coupling(plan_), w_.user_v, tree);
    for (int k = 0; k < tree.size(); ++k) tree[k] = w_.user_v[k];
  }

  template <class Out>
  void mass_matrix(const Out& M) {
    joint_poses();
    if (!plan_.coupled()) return tree_mass_matrix(M);
    using kernel::set_symmetric;
    const Matrix user = coupled_mass_matrix();
    for (int k = 0; k < plan_.nv; ++k) {
      for (int l = 0; l <= k; ++l) set_symmetric(M, k, l, user(k, l));
    }
  }

  void coriolis(Matrix C) {
    joint_poses();
    const Matrix all = plan_.coupled() ? tree_matrix(0) : C;
    if (plan_.coriolis == Frames::links) {
      kernel::link_frame_coriolis<S>(w_.tree, w_.X, w_.v, w_.coriolis(), all);
    } else {
      place_about_root();
      kernel::move_bodies<S>(w_.tree, w_.v, w_.coriolis());
      kernel::recursive_coriolis<S>(w_.tree, w_.coriolis(), all);
    }
    if (plan_.coupled()) kernel::reduce_matrix<S>(w_.v_coupling(plan_), all, C);
  }

  /// Into w.out.
  template <kernel::Terms terms>
  void forces() {
    joint_poses();
    tree_forces<terms>();
    if (plan_.coupled()) kernel::reduce<S>(w_.v_coupling(plan_), w_.tree_out, w_.out);
  }
  void forward_dynamics() {
    joint_poses();
    if (plan_.friction.size() > 0) give_friction_away();
    if (!plan_.coupled()) {
      return kernel::aba<S>(w_.tree, w_.X, w_.v, w_.tau, w_.aba(), w_.out);
    }
    tree_forces<kernel::Terms::bias>();
    kernel::reduce<S>(w_.v_coupling(plan_), w_.tree_out, w_.out);
    for (int k = 0; k < plan_.nv; ++k) w_.out[k] = w_.tau[k] - w_.out[k];
    kernel::ltdl_solve<S>(previous(), factor(), w_.out);
  }

  void inverse_derivatives(Matrix dq, Matrix dv) {
    joint_poses();
    tree_derivatives(dq, dv);
  }
  /// After those, whose sums over subtrees are M's as well; not with mimics.
  void mass_matrix_of_derivatives(Matrix M) {
    kernel::gdahj_summed<S>(w_.tree, w_.phi, w_.Ic, w_.carried, M);
    for (int k = 0; k < w_.tree.nv(); ++k) M(k, k) = M(k, k) + w_.armature[k];
  }
  void forward_derivatives(Matrix dq, Matrix dv, Matrix dtau) {
    forward_dynamics();
    for (int k = 0; k < plan_.nv; ++k) w_.user_v[k] = w_.out[k];
    take_rate(w_.a);
    tree_derivatives(dq, dv);
    const Matrix M = factor();
    for (int l = 0; l < plan_.nv; ++l) {
      for (int k = 0; k < plan_.nv; ++k) {
        dtau(k, l) = S(k == l ? 1.0 : 0.0);
        dq(k, l) = -dq(k, l);
        dv(k, l) = -dv(k, l);
      }
      for (const Matrix& x : {dq, dv, dtau}) {
        kernel::ltdl_solve<S>(previous(), M, {&x(0, l), plan_.nv});
      }
    }
  }

 private:
  void joint_poses() { kernel::joint_poses<S>(w_.tree, w_.q, w_.sines(), w_.X); }
  Matrix tree_matrix(int which) {
    return {w_.tree_matrix[which].data(), w_.tree.nv(), w_.tree.nv()};
  }
  void place_about_root() {
    kernel::place_about_root<S>(w_.tree, w_.X, w_.X_common, w_.phi, w_.Ic);
  }
  template <class Out>
  void tree_mass_matrix(const Out& M) {
    if (plan_.mass_matrix == Frames::links) {
      kernel::crba<S>(w_.tree, w_.X, w_.Ic, M);
    } else {
      place_about_root();
      kernel::gdahj_common<S>(w_.tree, w_.phi, w_.Ic, w_.carried, M);
    }
    for (int k = 0; k < w_.tree.nv(); ++k) M(k, k) = M(k, k) + w_.armature[k];
  }
  template <kernel::Terms terms>
  void tree_forces() {
    const View<S> tau = plan_.coupled() ? w_.tree_out : w_.out;
    kernel::rnea<terms, S>(w_.tree, w_.X, w_.v, w_.a, w_.motion, w_.force, tau);
    if constexpr (terms == kernel::Terms::all) {
      for (int k = 0; k < tau.size(); ++k) tau[k] = tau[k] + w_.armature[k] * w_.a[k];
      for (int k = 0; k < plan_.friction.size(); ++k) tau[k] = tau[k] + friction(k);
    }
  }
  S friction(int k) const { return w_.damping[k] * w_.v[k] + w_.friction[k] * sign(w_.v[k]); }
  void give_friction_away() {
    const int* const source = plan_.v.source.data();  // no function that sets would share
    for (int k = 0; k < w_.tree.nv(); ++k) {
      const int to = plan_.coupled() ? source[k] : k;
      const S share = plan_.coupled() ? w_.v_multiplier[k] * friction(k) : friction(k);
      w_.tau[to] = w_.tau[to] - share;
    }
  }
  void tree_derivatives(Matrix dq, Matrix dv) {
    const Matrix all_q = plan_.coupled() ? tree_matrix(0) : dq;
    const Matrix all_v = plan_.coupled() ? tree_matrix(1) : dv;
    place_about_root();
    kernel::move_bodies<S>(w_.tree, w_.v, w_.coriolis());
    kernel::inverse_dynamics_derivatives<S>(w_.tree, w_.v, w_.a, w_.derivatives(), all_q, all_v);
    for (int k = 0; k < plan_.damping.size(); ++k) all_v(k, k) = all_v(k, k) + w_.damping[k];
    if (!plan_.coupled()) return;
    kernel::reduce_matrix<S>(w_.v_coupling(plan_), all_q, dq);
    kernel::reduce_matrix<S>(w_.v_coupling(plan_), all_v, dv);
  }

  // M and its factor, where the user's coordinates are; needs joint poses.
  View<const int> previous() const {
    return plan_.coupled() ? plan_.dense_chain : plan_.tree.previous;
  }
  Matrix coupled_mass_matrix() {
    const Matrix user{w_.factor.data(), plan_.nv, plan_.nv};
    tree_mass_matrix(tree_matrix(0));
    kernel::reduce_matrix<S>(w_.v_coupling(plan_), tree_matrix(0), user);
    return user;
  }
  Matrix factor() {
    const Matrix M{w_.factor.data(), plan_.nv, plan_.nv};
    if (plan_.coupled()) {
      coupled_mass_matrix();
    } else {
      tree_mass_matrix(M);
    }
    kernel::ltdl_factor<S>(previous(), M);
    return M;
  }

  const PlanView& plan_;
  Scratch<S>& w_;
};

}  // namespace kinetree
