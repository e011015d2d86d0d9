// M = Lᵀ D L of a packed M, as kernel/forward_dynamics/ltdl.hpp has it, where what it calls a walk
// along a path is a walk along a row.
//
// M⁻¹ = L⁻¹ D⁻¹ L⁻ᵀ, and L⁻¹ has the same entries as L. So an entry of M⁻¹ is one product of two
// rows, as far as they have velocities in common.
#pragma once
#include "plan/packed_matrix.hpp"

namespace kinetree {

template <class S>
class PackedSolve {
 public:
  /// Of M, which is overwritten.
  PackedSolve(const PlanView& plan, S* M)
      : n_(plan.nv),
        before_(plan.coupled() ? plan.dense_chain.data() : plan.tree.previous.data()),
        row_(plan.row.data()),
        level_(plan.level.data()),
        M_(M) {}

  /// M becomes L below its diagonal and D⁻¹ on it.
  void factor() const noexcept {
    for (int k = n_ - 1; k >= 0; --k) {
      S* const row = M_ + row_[k];
      const S inverse_d = S(1.0) / row[level_[k]];
      for (int i = before_[k]; i >= 0; i = before_[i]) {
        const S weight = row[level_[i]] * inverse_d;
        subtract(M_ + row_[i], weight, row, level_[i] + 1);
        row[level_[i]] = weight;
      }
      row[level_[k]] = inverse_d;
    }
  }

  /// x ← (Lᵀ D L)⁻¹ x
  void solve(S* x) const noexcept {
    for (int k = n_ - 1; k >= 0; --k) {
      for (int i = before_[k]; i >= 0; i = before_[i]) x[i] = x[i] - entry(k, i) * x[k];
    }
    for (int k = 0; k < n_; ++k) {
      x[k] = x[k] * entry(k, k);
      for (int i = before_[k]; i >= 0; i = before_[i]) x[k] = x[k] - entry(k, i) * x[i];
    }
  }

  /// X ← (Lᵀ D L)⁻¹, all of it. In room for another packed M, and for one row.
  void invert(View<const int> shared, S* triangle, S* scaled, S* X) const noexcept {
    for (int k = 0; k < n_; ++k) {
      S *const row = triangle + row_[k], *const factor = M_ + row_[k];
      for (int l = 0; l < level_[k]; ++l) row[l] = -factor[l];
      row[level_[k]] = S(1.0);
      for (int i = before_[k]; i >= 0; i = before_[i]) {
        subtract(row, factor[level_[i]], triangle + row_[i], level_[i]);
      }
      for (int i = k; i >= 0; i = before_[i]) scaled[level_[i]] = row[level_[i]] * entry(i, i);
      const int* const in_common = shared.data() + std::ptrdiff_t{k} * n_;
      for (int l = 0; l <= k; ++l) {
        const S* const other = triangle + row_[l];
        S sum(0.0);
        for (int j = 0; j < in_common[l]; ++j) sum = sum + scaled[j] * other[j];
        X[k * n_ + l] = X[l * n_ + k] = sum;
      }
    }
  }

 private:
  static void subtract(S* to, const S& weight, const S* from, int count) noexcept {
    for (int j = 0; j < count; ++j) to[j] = to[j] - weight * from[j];
  }
  const S& entry(int k, int i) const noexcept { return M_[row_[k] + level_[i]]; }

  int n_;
  const int *before_, *row_, *level_;
  S* M_;
};

}  // namespace kinetree
