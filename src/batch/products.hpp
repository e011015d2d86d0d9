// What forward dynamics gives up to a motion: -M⁻¹ times derivatives of inverse dynamics.
#pragma once
#include "batch/kernels.hpp"
#include "plan/lanes.hpp"
#include "plan/scratch.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Past the caches, which it would only push other things out of. To whole registers of memory.
inline void stream(const Pack& x, double* to) {
#if defined(__clang__)
  __builtin_nontemporal_store(x.value, reinterpret_cast<Pack::Register*>(to));
#elif KINETREE_LANES == 8
  __builtin_ia32_movntpd512(to, x.value);
#elif KINETREE_LANES == 4
  __builtin_ia32_movntpd256(to, x.value);
#elif defined(__SSE2__)
  __builtin_ia32_movntpd(to, x.value);
#else
  x.store(to);
#endif
}

/// What was streamed is seen before whatever this thread writes afterwards.
inline void end_streams() {
#if defined(__SSE2__)
  __builtin_ia32_sfence();
#endif
}

/// Rows that are computed together: with two sums each, they fill the registers.
constexpr int rows_at_once = lanes == 8 ? 12 : 6;

/// Some rows of -X A and -X B, where A and B have entries by the same pattern and X is symmetric.
template <int rows>
void give_rows(int n, const PackedPattern<Pack>& pattern, const Pack* X, const Pack* A,
               const Pack* B, bool streams, double* to_A, double* to_B) {
  const int *const first = pattern.first.data(), *const row = pattern.row.data(),
                   *const at = pattern.at.data();
  for (int l = 0; l < n; ++l) {
    Pack a[std::size_t{rows}], b[std::size_t{rows}];
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) a[r] = b[r] = Pack(0.0);
    for (int z = first[l]; z < first[l + 1]; ++z) {
      const Pack *const x = X + std::ptrdiff_t{row[z]} * n, p = A[at[z]], q = B[at[z]];
#pragma GCC unroll 16
      for (int r = 0; r < rows; ++r) {
        a[r] = a[r] - p * x[r];
        b[r] = b[r] - q * x[r];
      }
    }
    const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(l) * n * lanes;
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      if (streams) {
        stream(a[r], to_A + to + r * apart);
        stream(b[r], to_B + to + r * apart);
      } else {
        a[r].store(to_A + to + r * apart);
        b[r].store(to_B + to + r * apart);
      }
    }
  }
}
template <int most>
void give_rows(int rows, int n, const PackedPattern<Pack>& pattern, const Pack* X, const Pack* A,
               const Pack* B, bool streams, double* to_A, double* to_B) {
  if (rows == most) return give_rows<most>(n, pattern, X, A, B, streams, to_A, to_B);
  if constexpr (most > 1) {
    give_rows<most - 1>(rows, n, pattern, X, A, B, streams, to_A, to_B);
  }
}

/// The rows that are taken together stay in the first cache, and are shared out evenly.
inline void give_products(const PlanView& plan, const Scratch<Pack>& w, const BatchArrays& arrays,
                          std::ptrdiff_t block) {
  const int n = plan.nv, groups = (n + rows_at_once - 1) / rows_at_once;
  const std::ptrdiff_t start = block * n * n * lanes;
  for (int g = 0; g < groups; ++g) {
    const int row = g * n / groups, rows = (g + 1) * n / groups - row;
    give_rows<rows_at_once>(rows, n, w.pattern, w.matrix[0].data() + row, w.square[0].data(),
                            w.square[1].data(), arrays.streams, arrays.out[0] + start + row * apart,
                            arrays.out[1] + start + row * apart);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
