// Matrices over pairs of velocities of which one is on the way of the other to the root: entries of
// unrelated branches are zero by structure and not kept.
//
// Row k of the lower triangle has an entry for every velocity on the way of k, by its level: rows
// are short and without gaps, so that what two of them have in common comes first in both.
#pragma once
#include "plan/plan_view.hpp"

namespace kinetree {

/// Symmetric: one triangle.
template <class S>
class PackedMatrix {
 public:
  PackedMatrix(S* data, const PlanView& plan)
      : data_(data), row_(plan.row.data()), level_(plan.level.data()) {}
  S& operator()(int k, int l) const noexcept {
    return k < l ? data_[row_[l] + level_[k]] : data_[row_[k] + level_[l]];
  }
  friend void set_symmetric(const PackedMatrix& M, int k, int l, const S& value) noexcept {
    M.data_[M.row_[k] + M.level_[l]] = value;  // l is on the way of k
  }
  friend void clear_unrelated(View<const int> /*previous*/, const PackedMatrix& /*M*/) noexcept {}

 private:
  S* data_;
  const int *row_, *level_;
};

/// Both triangles. Between them is one zero, which stands for all entries that are not kept.
template <class S>
class PackedSquare {
 public:
  PackedSquare(S* data, const PlanView& plan)
      : lower_(data),
        upper_(data + plan.packed + 1),
        row_(plan.row.data()),
        level_(plan.level.data()) {}
  static int size(const PlanView& plan) { return 2 * plan.packed + 1; }
  S& operator()(int k, int l) const noexcept {
    return k < l ? upper_[row_[l] + level_[k]] : lower_[row_[k] + level_[l]];
  }
  friend void clear(const PackedSquare& /*M*/) noexcept {}
  friend void set_pair(const PackedSquare& M, int k, int l, const S& below,
                       const S& above) noexcept {
    set_below(M, k, l, below);
    set_above(M, k, l, above);
  }
  friend void set_below(const PackedSquare& M, int k, int l, const S& value) noexcept {
    M.lower_[M.row_[k] + M.level_[l]] = value;
  }
  friend void set_above(const PackedSquare& M, int k, int l, const S& value) noexcept {
    M.upper_[M.row_[k] + M.level_[l]] = value;
  }

 private:
  S *lower_, *upper_;
  const int *row_, *level_;
};

/// An entry of a column that is kept.
struct KeptEntry {
  int row;
  unsigned at;      ///< in the packed square, in bytes
  unsigned column;  ///< where the column of that number starts in a whole matrix, in bytes
};

/// Where entries of the whole matrix are in a packed square, column by column.
template <class S>
struct PackedPattern {
  View<unsigned> place;  ///< of every entry, in bytes
  View<int> zeros;       ///< entries that are not kept, of the whole matrix
  View<int> first;       ///< column l has kept[first[l]] to kept[first[l + 1] - 1]
  View<KeptEntry> kept;

  template <class Memory>
  void take(const PlanView& plan, Memory& arena) {
    const int n = plan.nv, entries = 2 * plan.packed;
    place = arena.template take<unsigned>(n * n);
    zeros = arena.template take<int>(n * n - entries + n);
    first = arena.template take<int>(n + 1);
    kept = arena.template take<KeptEntry>(entries);
  }
  void fill(const PlanView& plan) {
    const int n = plan.nv, zero = plan.packed;
    const int* const before = plan.coupled() ? plan.dense_chain.data() : plan.tree.previous.data();
    const auto set = [&](int k, int l, int to) {
      place[l * n + k] = static_cast<unsigned>(to) * static_cast<unsigned>(sizeof(S));
    };
    for (int l = 0; l < n; ++l) {
      for (int k = 0; k < n; ++k) set(k, l, zero);
    }
    for (int k = 0; k < n; ++k) {
      for (int l = k; l >= 0; l = before[l]) {
        set(l, k, zero + 1 + plan.row[k] + plan.level[l]);
        set(k, l, plan.row[k] + plan.level[l]);
      }
    }
    list_columns(n, zero);
  }

 private:
  void list_columns(int n, int zero) {
    int next = 0, none = 0;
    for (int l = 0; l < n; ++l) {
      first[l] = next;
      for (int k = 0; k < n; ++k) {
        const unsigned from = place[l * n + k];
        if (from == static_cast<unsigned>(zero) * static_cast<unsigned>(sizeof(S))) {
          zeros[none++] = l * n + k;
        } else {
          kept[next++] = {k, from, static_cast<unsigned>(k * n) * static_cast<unsigned>(sizeof(S))};
        }
      }
    }
    first[n] = next;
  }
};

}  // namespace kinetree
