// What forward dynamics gives up to a motion: -M⁻¹ times derivatives of inverse dynamics.
#pragma once
#include "batch/kernels.hpp"
#include "batch/stream.hpp"
#include "plan/lanes.hpp"
#include "plan/scratch.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Rows that are computed together: with two sums each, they fill the registers.
constexpr int rows_at_once = lanes == 8 ? 12 : 6;

/// What is multiplied, and where the user wants X and the products.
struct Products {
  const Pack *X, *A, *B;
  double *to_A, *to_B, *to_X;
};

/// Some rows of -X A and -X B, where A and B have entries by the same pattern and X is symmetric.
/// X goes out with them: results that are streamed all at once would have to wait for memory.
template <int rows, bool streams>
void give_rows(int n, const PackedPattern<Pack>& pattern, Products p) {
  const auto at = [](const Pack* from, unsigned bytes) {
    return reinterpret_cast<const Pack*>(reinterpret_cast<const char*>(from) + bytes);
  };
  const KeptEntry* entry = pattern.kept.data();
  for (int l = 0; l < n; ++l) {
    Pack a[std::size_t{rows}], b[std::size_t{rows}];
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) a[r] = b[r] = Pack(0.0);
    for (const KeptEntry* const end = pattern.kept.data() + pattern.first[l + 1]; entry != end;
         ++entry) {
      const Pack *const x = at(p.X, entry->column), of_A = *at(p.A, entry->at),
                        of_B = *at(p.B, entry->at);
#pragma GCC unroll 16
      for (int r = 0; r < rows; ++r) {
        const Pack factor = loaded(x[r]);
        a[r] = a[r] - of_A * factor;
        b[r] = b[r] - of_B * factor;
      }
    }
    const Pack* const x = p.X + std::ptrdiff_t{l} * n;
    const std::ptrdiff_t to = std::ptrdiff_t{l} * n * apart;
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      give<streams>(a[r], p.to_A + to + r * apart);
      give<streams>(b[r], p.to_B + to + r * apart);
      give<streams>(x[r], p.to_X + to + r * apart);
    }
  }
}
template <int most, bool streams>
void give_rows(int rows, int n, const PackedPattern<Pack>& pattern, const Products& p) {
  if (rows == most) return give_rows<most, streams>(n, pattern, p);
  if constexpr (most > 1) give_rows<most - 1, streams>(rows, n, pattern, p);
}

/// The rows that are taken together stay in the first cache, and are shared out evenly.
template <bool streams>
void give_products(const PlanView& plan, const Scratch<Pack>& w, const BatchArrays& arrays,
                   std::ptrdiff_t block) {
  const int n = plan.nv, groups = (n + rows_at_once - 1) / rows_at_once;
  const std::ptrdiff_t start = block * n * n * apart;
  for (int g = 0; g < groups; ++g) {
    const int row = g * n / groups, rows = (g + 1) * n / groups - row;
    const std::ptrdiff_t to = start + row * apart;
    give_rows<rows_at_once, streams>(
        rows, n, w.pattern,
        {w.matrix[0].data() + row, w.square[0].data(), w.square[1].data(), arrays.out[0] + to,
         arrays.out[1] + to, arrays.out[2] + to});
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
