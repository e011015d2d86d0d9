// M = Lᵀ D L of a packed M, as kernel/forward_dynamics/ltdl.hpp has it, where what it calls a walk
// along a path is a walk along a row. Entries of a row are computed several at a time, so that they
// stay in registers while the rows are read that they depend on.
#pragma once
#include <cstddef>

#include "plan/packed_matrix.hpp"
#include "plan/pieces.hpp"

namespace kinetree {

template <class S>
class PackedSolve {
 public:
  /// Of M, which is overwritten.
  PackedSolve(const PlanView& plan, const PackedPattern<S>& pattern, S* M)
      : n_(plan.nv),
        before_(plan.coupled() ? plan.dense_chain.data() : plan.tree.previous.data()),
        row_(plan.row.data()),
        level_(plan.level.data()),
        column_(pattern.first.data()),
        kept_(pattern.kept.data()),
        M_(M) {}

  /// M becomes L below its diagonal and D⁻¹ on it. Before the last step, D L is below.
  void factor() const noexcept {
    for (int i = n_ - 1; i >= 0; --i) {
      in_pieces<8>(level_[i] + 1,
                   [&](auto piece, int at) { take_off_carried<piece.width>(i, at); });
      S& d = M_[row_[i] + level_[i]];
      d = S(1.0) / d;
    }
    for (int k = 0; k < n_; ++k) {
      S* const row = M_ + row_[k];
      for (int j = 0; j < level_[k]; ++j) row[j] = row[level_[k]] * row[j];
    }
  }

  /// x ← (Lᵀ D L)⁻¹ x
  void solve(S* x) const noexcept {
    for (int k = n_ - 1; k >= 0; --k) {
      for (int i = before_[k]; i >= 0; i = before_[i]) x[i] = x[i] - entry(k, i) * x[k];
    }
    for (int k = 0; k < n_; ++k) {
      S sum = x[k] * entry(k, k);
      const KeptEntry* const way = kept_ + column_[k];
      for (int j = 0; j < level_[k]; ++j) sum = sum - M_[row_[k] + j] * x[way[j].row];
      x[k] = sum;
    }
  }

  /// X = (Lᵀ D L)⁻¹, all of it. L X = D⁻¹ L⁻ᵀ has zeros below its diagonal and D⁻¹ on it, so a row
  /// of X follows from those on the way to the root.
  void invert(S* X) const noexcept {
    for (int k = 0; k < n_; ++k) {
      in_pieces<8>(k, [&](auto piece, int at) {
        S sum[std::size_t{piece.width}];
        rows_above<piece.width>(k, X + at, sum);
        S *const row = X + std::ptrdiff_t{k} * n_ + at, *column = X + std::ptrdiff_t{at} * n_ + k;
        for (int t = 0; t < piece.width; ++t, column += n_) row[t] = *column = sum[t];
      });
      S own[1];
      rows_above<1>(k, X + k, own);
      X[k * n_ + k] = entry(k, k) + own[0];
    }
  }

 private:
  /// From entries `at` … of row i, what the velocities behind i have of them.
  template <int width>
  void take_off_carried(int i, int at) const noexcept {
    S* const to = M_ + row_[i] + at;
    S sum[std::size_t{width}];
    for (int t = 0; t < width; ++t) sum[t] = to[t];
    for (int z = column_[i + 1] - 1; z > column_[i] + level_[i]; --z) {  // what is done last, last
      const int k = kept_[z].row;
      const S* const row = M_ + row_[k];
      const S weight = row[level_[i]] * row[level_[k]];
      for (int t = 0; t < width; ++t) sum[t] = sum[t] - weight * row[at + t];
    }
    for (int t = 0; t < width; ++t) to[t] = sum[t];
  }
  /// - Σ L_ki X_i over the way of k to the root.
  template <int width>
  void rows_above(int k, const S* X, S (&sum)[std::size_t{width}]) const noexcept {
    for (int t = 0; t < width; ++t) sum[t] = S(0.0);
    const KeptEntry* const way = kept_ + column_[k];
    for (int j = 0; j < level_[k]; ++j) {
      const S weight = M_[row_[k] + j];
      const S* const x = X + std::ptrdiff_t{way[j].row} * n_;
      for (int t = 0; t < width; ++t) sum[t] = sum[t] - weight * x[t];
    }
  }
  const S& entry(int k, int i) const noexcept { return M_[row_[k] + level_[i]]; }

  int n_;
  const int *before_, *row_, *level_;
  const int* column_;  ///< of the pattern
  const KeptEntry* kept_;
  S* M_;
};

/// X x of a whole symmetric matrix.
template <class S>
void multiply_symmetric(int n, const S* X, const S* x, S* to) noexcept {
  in_pieces<8>(n, [&](auto piece, int at) {
    S sum[std::size_t{piece.width}];
    for (int t = 0; t < piece.width; ++t) sum[t] = S(0.0);
    for (int l = 0; l < n; ++l) {
      const S* const part = X + std::ptrdiff_t{l} * n + at;
      for (int t = 0; t < piece.width; ++t) sum[t] = sum[t] + x[l] * part[t];
    }
    for (int t = 0; t < piece.width; ++t) to[at + t] = sum[t];
  });
}

}  // namespace kinetree
