// What is computed for one state of a chain, with its bodies in lanes.
#pragma once
#include "plan/bodies_fill.hpp"
#include "plan/bodies_matrices.hpp"
#include "plan/state_kernels.hpp"

namespace kinetree::KINETREE_SIMD_SET {

class BodiesTasks {
 public:
  BodiesTasks(const Bodies& bodies, const StateArrays& arrays) : b_(bodies), x_(arrays) {
    b_.take(x_.q, b_.q);
    if (x_.v != nullptr) b_.take(x_.v, b_.v);
    b_.place_links();
  }

  void mass_matrix() {
    constexpr Need need{.sums = true};
    b_.outwards<need>();
    b_.inwards<need>();
    write_mass_matrix(b_, x_.out[0], b_.count);
  }
  void coriolis() {
    constexpr Need need{.coriolis = true, .sums = true};
    b_.outwards<need>();
    b_.inwards<need>();
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
    constexpr Need need{.sums = true};
    b_.outwards<need>();
    b_.inwards<need>();
    for (int g = 0; g < b_.groups; ++g) {
      give(g, dot(b_.body[g].phi, b_.body[g].inertia * b_.base));
    }
  }
  void bias() { forces<Need{.motion = true}>(); }
  void inverse_dynamics() {
    b_.take(x_.x, b_.a);
    forces<Need{.motion = true, .a = true}>();
  }
  /// Up to eight bodies.
  void forward_dynamics() {
    solve(0);
    give_column(b_.small[b_.count], x_.out[0]);
  }
  /// Of τ by q, v and, where there is room for it, a.
  void inverse_derivatives() {
    b_.take(x_.x, b_.a);
    differentiate(x_.out[0], x_.out[1]);
    if (x_.out[2] != nullptr) write_mass_matrix(b_, x_.out[2], b_.count);
  }
  /// a(q, v, τ(q, v, a)) = a: those of inverse dynamics, solved for a. Up to eight bodies.
  void forward_derivatives() {
    const int n = b_.count;
    solve(n);
    for (int g = 0; g < b_.groups; ++g) b_.a[g] = b_.small[n].part[g];
    for (int c = 0; c < n; ++c) give_column(b_.small[n + 1 + c], x_.out[2] + std::ptrdiff_t{c} * n);
    differentiate(x_.out[0], x_.out[1]);
    divide_by_mass_matrix(x_.out[0]);
    divide_by_mass_matrix(x_.out[1]);
  }

 private:
  void give(int g, const Pack& x) const { b_.give(x, g, x_.out[0]); }
  void give_column(const SmallColumn& x, double* to) const {
    for (int g = 0; g < b_.groups; ++g) b_.give(x.part[g], g, to);
  }

  template <Need need>
  void forces() {
    b_.outwards<need>();
    b_.inwards<need>();
    for (int g = 0; g < b_.groups; ++g) {
      const Pack tau = dot(b_.body[g].phi, b_.body[g].force);
      give(g, need.a ? tau + Pack::load(b_.armature + g * apart) * b_.a[g] : tau);
    }
  }
  /// ∂τ/∂q and ∂τ/∂v. Joints of one axis: Ψ̇ = Φ̇.
  void differentiate(double* dq, double* dv) {
    constexpr Need need{.motion = true, .a = true, .coriolis = true, .sums = true};
    b_.outwards<need>();
    spatial::Motion<Pack> v_before, a_before = b_.base;
    for (int g = 0; g < b_.groups; ++g) {
      BodyGroup& b = b_.body[g];
      b.Y = b.phi_dot;
      b.X = cross(one_before(b.acceleration, a_before), b.phi) +
            cross(one_before(b.velocity, v_before), b.phi_dot);
      v_before = b.velocity;
      a_before = b.acceleration;
    }
    b_.inwards<need>();
    for (int g = 0; g < b_.groups; ++g) {
      BodyGroup& b = b_.body[g];
      b.B = Pack(2.0) * b.B;
      b.column = b.inertia * b.X + b.B * b.Y + cross(b.phi, b.force);
      b.row = transpose_times(b.B, b.phi);
    }
    write_pair_products(b_, dq);
    for (int g = 0; g < b_.groups; ++g) {
      BodyGroup& b = b_.body[g];
      b.X = b.phi_dot + b.phi_dot;
      b.Y = b.phi;
      b.column = b.inertia * b.X + b.B * b.Y;
    }
    write_pair_products(b_, dv);
  }
  /// From M, τ - h and columns of the identity: a and columns of M⁻¹, which come after M.
  void solve(int columns) {
    constexpr Need need{.motion = true, .sums = true};
    const int n = b_.count;
    b_.outwards<need>();
    b_.inwards<need>();
    write_mass_matrix(b_, reinterpret_cast<double*>(b_.small), small_rows);
    b_.take(x_.x, b_.a);
    for (int g = 0; g < b_.groups; ++g) {
      b_.small[n].part[g] = b_.a[g] - dot(b_.body[g].phi, b_.body[g].force);
    }
    for (int c = 0; c < columns; ++c) {
      for (int g = 0; g < b_.groups; ++g) b_.small[n + 1 + c].part[g] = Pack(0.0);
      b_.small[n + 1 + c].set(c, 1.0);
    }
    solve_small(b_.small, n, n + 1 + columns);
  }
  /// x ← - M⁻¹ x, n columns of the user's.
  void divide_by_mass_matrix(double* x) const {
    const int n = b_.count;
    for (int c = 0; c < n; ++c, x += n) {
      SmallColumn sum = {};
      for (int k = 0; k < n; ++k) {
        const SmallColumn& column = b_.small[n + 1 + k];
        for (int g = 0; g < b_.groups; ++g) {
          sum.part[g] = sum.part[g] - column.part[g] * Pack(x[k]);
        }
      }
      give_column(sum, x);
    }
  }

  const Bodies& b_;
  const StateArrays& x_;
};

}  // namespace kinetree::KINETREE_SIMD_SET
