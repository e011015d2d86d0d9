// What is computed for one state, with its bodies in lanes.
#pragma once
#include "plan/bodies_derivatives.hpp"
#include "plan/bodies_fill.hpp"
#include "plan/chain_solve.hpp"
#include "plan/screws_tasks.hpp"
#include "plan/state_kernels.hpp"

namespace kinetree::KINETREE_SIMD_SET {

class BodiesTasks {
 public:
  BodiesTasks(const PlanView& plan, Bodies& bodies, Scratch<Single>& scratch,
              const StateArrays& arrays)
      : plan_(plan), b_(bodies), w_(scratch), x_(arrays) {
    if (x_.v != nullptr) b_.take(x_.v, b_.v);
    b_.place_links(x_.q);
  }

  void mass_matrix() {
    move<Need{.sums = true}>();
    write_mass_matrix(b_, x_.out[0], b_.count);
  }
  void coriolis() {
    constexpr Need need{.coriolis = true, .sums = true};
    move<need>();
    for (int g = 0; g < b_.groups; ++g) {
      BodyGroup& b = b_.body[g];
      b.X = b.phi_dot;
      b.Y = b.phi;
      b.column = b.inertia * b.X + b.B * b.Y;
      b.row = transpose_times(b.B, b.phi);
    }
    write_pair_products(b_, x_.out[0]);
  }
  /// All that is carried is weighed at once: g = Φ · ( h × -g ; -m g ).
  void gravity() {
    turn_gravity();
    move<Need{.sums = true}>();
    for (int g = 0; g < b_.groups; ++g) {
      give(g, dot(b_.body[g].phi, weight(b_.body[g].inertia, *b_.base)));
    }
  }
  void bias() { forces<Need{.motion = true}>(); }
  void inverse_dynamics() {
    b_.take(x_.x, b_.a);
    forces<Need{.motion = true, .a = true}>();
  }
  void forward_dynamics() {
    if (b_.one_register()) {
      move<Need{.motion = true, .sums = true}>();
      return accelerate_one_register(b_, x_.x, x_.out[0]);
    }
    if (b_.small == nullptr) return solve_many<false>(x_.out[0]);
    solve_few(0);
    store_column(b_.small[b_.count], b_.count, x_.out[0]);
  }
  /// Of τ by q, v and, where there is room for it, a.
  void inverse_derivatives() {
    b_.take(x_.x, b_.a);
    turn_gravity();
    differentiate<false>(b_, x_.v, x_.x, x_.out[0], x_.out[1]);
    if (x_.out[2] != nullptr) write_mass_matrix(b_, x_.out[2], b_.count);
  }
  /// a(q, v, τ(q, v, a)) = a: those of inverse dynamics, solved for a.
  void forward_derivatives() {
    if (b_.small != nullptr) return few_derivatives();
    b_.chain&& b_.count >= long_chain ? chain_derivatives() : many_derivatives();
  }

 private:
  void give(int g, const Pack& x) const { b_.give(x, g, x_.out[0]); }
  template <Need need>
  void move() {
    b_.outwards<need>(x_.v, x_.x);
    b_.inwards<need>();
  }
  /// Into the axes of a root that floats.
  void turn_gravity() {
    if (b_.floating == 0) return;
    for (int k = 0; k < 7; ++k) w_.q[k] = x_.q[k];
    set_joint_pose<Single>(w_.tree, 0, w_.q, w_.sines(), w_.X[0]);
    const spatial::Vec3<Single> g = turn_back(w_.X[0], w_.tree.gravity);
    *b_.base = {Pack(-g.x.value), Pack(-g.y.value), Pack(-g.z.value)};
  }

  template <Need need>
  void forces() {
    turn_gravity();
    move<need>();
    for (int g = 0; g < b_.groups; ++g) {
      Pack tau = dot(b_.body[g].phi, b_.body[g].force);
      if constexpr (need.a) tau = tau + rotors(g) * b_.a[g];
      give(g, tau);
    }
  }
  Pack rotors(int g) const { return Pack::load(b_.armature + b_.link[g].at.row); }

  void take_tau_without_h(double* to) {
    b_.take(x_.x, b_.a);
    for (int g = 0; g < b_.groups; ++g) {
      const Pack left = b_.a[g] - dot(b_.body[g].phi, b_.body[g].force);
      left.store(to + b_.link[g].at.row);
    }
  }
  /// From M, τ - h and columns of the identity: a and columns of M⁻¹, which come after M.
  void solve_few(int columns) {
    const int n = b_.count;
    turn_gravity();
    move<Need{.motion = true, .sums = true}>();
    write_mass_matrix(b_, reinterpret_cast<double*>(b_.small), small_rows);
    take_tau_without_h(reinterpret_cast<double*>(b_.small + n));
    for (int c = 0; c < columns; ++c) {
      b_.small[n + 1 + c] = {};
      b_.small[n + 1 + c].set(c, 1.0);
    }
    solve_small(b_.small, n, n + 1 + columns);
  }
  /// The same by articulated bodies.
  template <bool sums>
  void solve_many(double* a) {
    turn_gravity();
    move<Need{.motion = true, .sums = sums, .turned = true}>();
    solve_articulated(b_, x_.x, a);
  }
  void few_derivatives() {
    const int n = b_.count;
    solve_few(n);
    b_.take(reinterpret_cast<const double*>(b_.small + n), b_.a);
    const SmallColumn* const inverse = b_.small + n + 1;
    for (int c = 0; c < n; ++c) store_column(inverse[c], n, x_.out[2] + std::ptrdiff_t{c} * n);
    differentiate<true>(b_, x_.v, reinterpret_cast<const double*>(b_.small + n), x_.out[0],
                        x_.out[1]);
    minus_small_product(inverse, n, x_.out[0]);
    minus_small_product(inverse, n, x_.out[1]);
  }
  /// ∂a/∂τ starts as -1, so that all columns are solved for alike.
  void chain_derivatives() {
    const int n = b_.count;
    double* const a = numbers(w_.matrix[1]);
    solve_many<true>(a);
    b_.take(a, b_.a);
    differentiate<true>(b_, x_.v, a, x_.out[0], x_.out[1]);
    clear(x_.out[2], std::ptrdiff_t{n} * n);
    for (int k = 0; k < n; ++k) x_.out[2][std::ptrdiff_t{k} * (n + 1)] = -1.0;
    ChainJoint* const joints = reinterpret_cast<ChainJoint*>(&w_.matrix[0][0]);
    list_chain(b_, joints);
    solve_chain(joints, n, x_.out, reinterpret_cast<Pack*>(&w_.factor[0]));
  }
  void many_derivatives() {
    const int n = b_.count;
    const std::ptrdiff_t stride = columns_for_inverse(n);
    double *const M = numbers(w_.factor), *const inverse = numbers(w_.matrix[0]),
                  *const a = numbers(w_.matrix[1]);
    // Far from the common point, M has lost digits that articulated bodies keep.
    const bool far = plan_.mass_matrix != Frames::links;
    turn_gravity();
    far ? move<Need{.motion = true, .sums = true, .turned = true}>()
        : move<Need{.motion = true, .sums = true}>();
    write_mass_matrix(b_, M, stride);
    take_tau_without_h(a);
    invert(plan_, M, inverse, a);
    if (far) solve_articulated(b_, x_.x, a);
    b_.take(a, b_.a);
    differentiate<true>(b_, x_.v, a, x_.out[0], x_.out[1]);
    copy_columns(inverse, stride, n, x_.out[2]);
    minus_products(plan_, inverse, x_.out[0], x_.out[1], M);
  }

  const PlanView& plan_;
  Bodies& b_;
  Scratch<Single>& w_;
  const StateArrays& x_;
};

}  // namespace kinetree::KINETREE_SIMD_SET
