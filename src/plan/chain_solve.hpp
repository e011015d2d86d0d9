// M⁻¹ times many columns, for a chain of joints of one axis each.
//
// kernel::aba_solve() for as many columns as registers hold: about a common point nothing is moved
// from link to link, so that of its sums only two products a joint are left,
//
//     u = x - Φ · p,   p ← p + U u / d   inwards,      a = (u - U · α) / d,   α ← α + Φ a outwards.
//
// M is not formed, and digits are lost as by articulated bodies. A joint costs a column 26
// products, and a product with M⁻¹ one for every joint: this is for long chains.
#pragma once
#include <array>

#include "plan/articulated_bodies.hpp"
#include "plan/limb_lanes.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// What a joint leaves behind, about the common point.
struct ChainJoint {
  double U[6], phi[6], inverse_d;  ///< - U / d and - 1 / d
};

/// From so many joints on; there is room for all that is solved together then.
constexpr int long_chain = 20;
/// Registers of columns that are solved for together: as many as there are registers for.
constexpr int chain_panels = lanes > 4 ? 4 : 2;
constexpr int chain_columns = chain_panels * lanes;

inline void list_chain(const Bodies& b, ChainJoint* joint) {
  for (int k = 0; k < b.count; ++k, ++joint) {
    const ArticulatedJoint solved = b.articulated.solved(k, k / lanes);
    const double* const phi = reinterpret_cast<const double*>(&b.body[k / lanes].phi) + k % lanes;
    for (int c = 0; c < 6; ++c) {
      joint->U[c] = number(solved.U, c);
      joint->phi[c] = phi[c * apart];
    }
    joint->inverse_d = solved.inverse_d;
  }
}

/// Numbers of several columns at once, those of joint k at x + k · chain_panels.
inline void solve_panels(const ChainJoint* joint, int n, Pack* x) {
  Pack sum[chain_panels][6];
  const auto clear_sums = [&sum] {
    for (auto& panel : sum) {
      for (Pack& entry : panel) entry = Pack(0.0);
    }
  };
  const auto product = [](const double* a, const Pack* b) {
    return (Pack(a[0]) * b[0] + Pack(a[1]) * b[1] + Pack(a[2]) * b[2]) +
           (Pack(a[3]) * b[3] + Pack(a[4]) * b[4] + Pack(a[5]) * b[5]);
  };
  clear_sums();
  for (int k = n - 1; k >= 0; --k) {
    const ChainJoint& j = joint[k];
    for (int p = 0; p < chain_panels; ++p) {
      Pack& entry = x[k * chain_panels + p];
      const Pack u = entry + product(j.phi, sum[p]);
      entry = u;
      for (int c = 0; c < 6; ++c) sum[p][c] = sum[p][c] + Pack(j.U[c]) * u;
    }
  }
  clear_sums();
  for (int k = 0; k < n; ++k) {
    const ChainJoint& j = joint[k];
    for (int p = 0; p < chain_panels; ++p) {
      Pack& entry = x[k * chain_panels + p];
      const Pack a = product(j.U, sum[p]) - entry * Pack(j.inverse_d);
      entry = a;
      for (int c = 0; c < 6; ++c) sum[p][c] = sum[p][c] + Pack(j.phi[c]) * a;
    }
  }
}

/// columns ← - M⁻¹ columns, chain_columns of them, each of n numbers and where the list says. `x`
/// has room for whole registers of rows. Reads a register beyond the end of columns.
inline void solve_chain(const ChainJoint* joint, int n, double* const* columns, int count,
                        Pack* x) {
  const auto column = [&](int c) { return columns[c < count ? c : count - 1]; };
  for (int p = 0; p < chain_panels; ++p) {
    for (int r = 0; r < n; r += lanes) {
      Pack part[lanes];
      for (int c = 0; c < lanes; ++c) part[c] = -Pack::load(column(p * lanes + c) + r);
      transpose(part);
      for (int i = 0; i < lanes; ++i) x[(r + i) * chain_panels + p] = part[i];
    }
  }
  solve_panels(joint, n, x);
  for (int p = 0; p < chain_panels; ++p) {
    for (int r = 0; r < n; r += lanes) {
      Pack part[lanes];
      for (int i = 0; i < lanes; ++i) part[i] = x[(r + i) * chain_panels + p];
      transpose(part);
      for (int c = 0; c < lanes && p * lanes + c < count; ++c) {
        store_some(part[c], columns[p * lanes + c] + r, n - r);
      }
    }
  }
}

/// The same for all columns of three matrices.
inline void solve_chain(const ChainJoint* joint, int n, const std::array<double*, 3>& matrices,
                        Pack* x) {
  double* column[chain_columns];
  int count = 0;
  for (double* const matrix : matrices) {
    for (int c = 0; c < n; ++c) {
      column[count++] = matrix + std::ptrdiff_t{c} * n;
      if (count < chain_columns) continue;
      solve_chain(joint, n, column, count, x);
      count = 0;
    }
  }
  if (count > 0) solve_chain(joint, n, column, count, x);
}

}  // namespace kinetree::KINETREE_SIMD_SET
