// M⁻¹ and its products with derivatives of τ: a dense matrix with two that have the zeros of M.
#pragma once
#include "plan/invert.hpp"
#include "plan/plan_view.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Four columns at a time, two of each: so that what is loaded serves four.
constexpr int tile = 4;

/// What four columns are multiplied by, and where that goes: so many rows of it.
struct Tile {
  const double* column[tile];
  const RowRun *run, *end;  ///< rows of them that are not zero
  double* to[tile];
  int rows;
};
/// So many registers of the products, from row r on.
template <int registers>
void multiply(const double* X, std::ptrdiff_t stride, const Tile& t, std::ptrdiff_t r) {
  Pack sum[tile][std::size_t{registers}];
  for (int c = 0; c < tile; ++c) {
    for (int p = 0; p < registers; ++p) sum[c][p] = Pack(0.0);
  }
  for (const RowRun* run = t.run; run != t.end; ++run) {
    const double* x = X + run->first * stride + r;
    for (std::ptrdiff_t k = run->first; k <= run->last; ++k, x += stride) {
      Pack part[std::size_t{registers}];
      for (int p = 0; p < registers; ++p) part[p] = Pack::load(x + p * apart);
      for (int c = 0; c < tile; ++c) {
        const Pack factor(t.column[c][k]);
        for (int p = 0; p < registers; ++p) sum[c][p] = sum[c][p] - factor * part[p];
      }
    }
  }
  for (int c = 0; c < tile; ++c) {
    for (int p = 0; p < registers; ++p) {
      const std::ptrdiff_t row = r + p * apart;
      store_some(sum[c][p], t.to[c] + row, t.rows - static_cast<int>(row));
    }
  }
}

/// A ← - X A, B ← - X B, with columns of n numbers; `room` has place for four of X.
inline void minus_products(const PlanView& plan, const double* X, double* A, double* B,
                           double* room) {
  const int n = plan.nv;
  const std::ptrdiff_t stride = columns_for_inverse(n);
  const RowRun* const runs = plan.runs.data();
  const int* const first_run = plan.first_run.data();
  const int registers = whole_registers(n) / lanes;
  const bool in_one_part = registers <= most_registers;
  for (int j = 0; j < n; j += 2) {
    const std::ptrdiff_t at = std::ptrdiff_t{j} * n, next = j + 1 < n ? at + n : at;
    double* const column[tile]{A + at, A + next, B + at, B + next};
    Tile t{{column[0], column[1], column[2], column[3]},
           runs + first_run[j / 2],
           runs + first_run[j / 2 + 1],
           {column[0], column[1], column[2], column[3]},
           n};
    // In one part, a product is done before its columns are written over.
    for (int c = 0; !in_one_part && c < tile; ++c) t.to[c] = room + c * stride;
    for_each_part(registers, [&](std::ptrdiff_t r, auto part) {
      multiply<decltype(part)::value>(X, stride, t, r);
    });
    for (int c = 0; !in_one_part && c < tile; ++c) {
      for (int r = 0; r < n; r += lanes) {
        store_some(Pack::load(room + c * stride + r), column[c] + r, n - r);
      }
    }
  }
}

/// M, with columns as the inverse has them, becomes its factor; X ← M⁻¹, x ← X x.
inline void invert(const PlanView& plan, double* M, double* X, double* x) {
  const int* const previous = plan.tree.previous.data();
  const std::ptrdiff_t stride = columns_for_inverse(plan.nv);
  factor_columns(previous, plan.nv, M, stride);
  invert_factor(previous, plan.last.data(), plan.nv, M, X, stride, x);
}

}  // namespace kinetree::KINETREE_SIMD_SET
