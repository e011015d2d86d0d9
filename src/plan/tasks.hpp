// What is computed for one block of states, on any scalar that holds a block.
#pragma once
#include "kernel/coriolis/link_frames.hpp"
#include "kernel/inverse_dynamics/rnea.hpp"
#include "kernel/mass_matrix/crba.hpp"
#include "kernel/mass_matrix/gdahj.hpp"
#include "plan/hinge_tree.hpp"
#include "plan/packed_solve.hpp"
#include "plan/sines.hpp"
#include "plan/user_matrices.hpp"

namespace kinetree {

template <class S>
class Tasks {
 public:
  using Matrix = MatrixView<S>;
  Tasks(const PlanView& plan, Scratch<S>& scratch) : plan_(plan), w_(scratch) {}

  /// From the user's coordinates to the tree's.
  void take_q() {
    if (plan_.coupled()) kernel::expand<S>(w_.q_coupling(plan_), w_.user_q, w_.q);
    const View<const S> from = plan_.coupled() ? w_.q : w_.user_q;
    take_sines<S>(plan_, from, w_);
    const int *k = plan_.plain.data(), *const end = k + plan_.plain.size();
    for (; k != end; ++k) w_.q[*k] = from[*k] + w_.offset[*k];
  }
  void take_rate(View<S> tree) {
    if (plan_.coupled()) return kernel::expand<S>(w_.v_coupling(plan_), w_.user_v, tree);
    for (int k = 0; k < tree.size(); ++k) tree[k] = w_.user_v[k];
  }

  template <class Out>
  void mass_matrix(const Out& M) {
    // Where the roots are in the world does not matter to M in the frames of links.
    for (int i = 0; i < w_.tree.size(); ++i) {
      if (w_.tree.parent[i] >= 0 || plan_.mass_matrix != Frames::links) joint_pose(i);
    }
    if (!plan_.coupled()) return tree_mass_matrix(M);
    tree_mass_matrix(tree_matrix(0));
    user().reduce_symmetric(M);
  }

  template <class Out>
  void coriolis(const Out& C) {
    joint_poses();
    if (!plan_.coupled()) return tree_coriolis(C);
    tree_coriolis(tree_matrix(0));
    user().reduce(0, C);
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
    if (plan_.short_rows) return hinge_tree().forward_dynamics();
    if (!plan_.coupled()) {
      return kernel::aba<S>(w_.tree, w_.X, w_.v, w_.tau, w_.aba(), w_.out);
    }
    tree_forces<kernel::Terms::bias>();
    kernel::reduce<S>(w_.v_coupling(plan_), w_.tree_out, w_.out);
    tree_mass_matrix(tree_matrix(0));
    user().reduce_symmetric(PackedMatrix<S>(w_.packed.data(), plan_));
    for (int k = 0; k < plan_.nv; ++k) w_.out[k] = w_.tau[k] - w_.out[k];
    const PackedSolve<S> solve = packed_solve();
    solve.factor();
    solve.solve(w_.out.data());
  }

  template <class Out>
  void inverse_derivatives(const Out& dq, const Out& dv) {
    joint_poses();
    place_about_root();
    kernel::move_bodies<S>(w_.tree, w_.v, w_.coriolis());
    derivatives(dq, dv);
  }
  /// After those, whose sums over subtrees are M's as well; not with mimics.
  template <class Out>
  void mass_matrix_of_derivatives(const Out& M) {
    kernel::gdahj_summed<S>(w_.tree, w_.phi, w_.Ic, w_.carried, M);
    add_armature(M);
  }
  /// Derivatives of τ where the forces are as given, and M⁻¹: its product with them is left to do.
  /// M is there anyway, so it gives the accelerations as well.
  template <class Out>
  void forward_derivatives(const Out& dq, const Out& dv, S* inverse) {
    joint_poses();
    place_about_root();
    kernel::move_bodies<S>(w_.tree, w_.v, w_.coriolis());
    bias_about_root();
    if (plan_.friction.size() > 0) give_friction_away();
    for (int k = 0; k < plan_.nv; ++k) w_.out[k] = w_.tau[k] - w_.out[k];
    factor_about_root();
    packed_solve().invert(inverse);
    multiply_symmetric(plan_.nv, inverse, w_.out.data(), w_.user_v.data());
    take_rate(w_.a);
    derivatives(dq, dv);
  }

 private:
  void joint_pose(int i) { set_joint_pose<S>(w_.tree, i, w_.q, w_.sines(), w_.X[i]); }
  void joint_poses() {
    for (int i = 0; i < w_.tree.size(); ++i) joint_pose(i);
  }
  Matrix tree_matrix(int which) const { return user().tree(which); }
  HingeTree<S> hinge_tree() const { return {plan_, w_, plan_.coupled() ? w_.tree_out : w_.out}; }
  UserMatrices<S> user() const { return {plan_, w_}; }
  PackedSolve<S> packed_solve() const { return {plan_, w_.pattern, w_.packed.data()}; }
  void place_about_root() {
    kernel::place_about_root<S>(w_.tree, w_.X, w_.X_common, w_.phi, w_.Ic);
  }
  template <class Out>
  void tree_mass_matrix(const Out& M) {
    if (plan_.mass_matrix == Frames::links) {
      hinge_tree().mass_matrix(M);
    } else {
      place_about_root();
      gdahj(M, w_.Ic);
    }
  }
  template <class Out>
  void add_armature(const Out& M) {
    for (int k = 0; k < w_.tree.nv(); ++k) M(k, k) = M(k, k) + w_.armature[k];
  }
  template <class Out>
  void tree_coriolis(const Out& C) {
    if (plan_.coriolis == Frames::links) {
      kernel::link_frame_coriolis<S>(w_.tree, w_.X, w_.v, w_.coriolis(), C);
    } else {
      place_about_root();
      kernel::move_bodies<S>(w_.tree, w_.v, w_.coriolis());
      kernel::recursive_coriolis<S>(w_.tree, w_.coriolis(), C);
    }
  }
  template <kernel::Terms terms>
  void tree_forces() {
    const View<S> tau = plan_.coupled() ? w_.tree_out : w_.out;
    hinge_tree().template forces<terms>();
    if constexpr (terms == kernel::Terms::all) {
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
  // Of bodies that move about the common point; their inertias stay those of each link.
  void bias_about_root() {
    const View<S> h = plan_.coupled() ? w_.tree_out : w_.out;
    for (int k = 0; k < w_.tree.nv(); ++k) w_.a[k] = S(0.0);
    kernel::common_forces<S>(w_.tree, w_.v, w_.a, w_.derivatives());
    kernel::sum_subtrees(w_.tree, w_.force);
    for (int k = 0; k < h.size(); ++k) h[k] = dot(w_.phi[k], w_.force[w_.tree.owner[k]]);
    if (plan_.coupled()) kernel::reduce<S>(w_.v_coupling(plan_), w_.tree_out, w_.out);
  }
  void factor_about_root() {
    const PackedMatrix<S> M(w_.packed.data(), plan_);
    for (int i = 0; i < w_.tree.size(); ++i) w_.carried_inertia[i] = w_.Ic[i];
    if (plan_.coupled()) {
      gdahj(tree_matrix(0), w_.carried_inertia);
      user().reduce_symmetric(M);
    } else {
      gdahj(M, w_.carried_inertia);
    }
    packed_solve().factor();
  }
  template <class Out>
  void gdahj(const Out& M, View<spatial::Inertia<S>> inertia) {
    kernel::gdahj_common<S>(w_.tree, w_.phi, inertia, w_.carried, M);
    add_armature(M);
  }
  template <class Out>
  void tree_derivatives(const Out& dq, const Out& dv) {
    kernel::inverse_dynamics_derivatives<S>(w_.tree, w_.v, w_.a, w_.derivatives(), dq, dv);
    for (int k = 0; k < plan_.damping.size(); ++k) dv(k, k) = dv(k, k) + w_.damping[k];
  }
  template <class Out>
  void derivatives(const Out& dq, const Out& dv) {
    if (!plan_.coupled()) return tree_derivatives(dq, dv);
    tree_derivatives(tree_matrix(0), tree_matrix(1));
    user().reduce(0, dq);
    user().reduce(1, dv);
  }

  const PlanView& plan_;
  Scratch<S>& w_;
};

}  // namespace kinetree
