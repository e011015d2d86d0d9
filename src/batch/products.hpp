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

/// A root that floats and on which nothing acts but gravity and what it carries.
inline bool falls_freely(const PlanView& plan) {
  if (!plan.floats || plan.coupled() || plan.damping.size() > 0) return false;
  const double* const rotor = plan.tree.armature.data();
  return rotor[0] == 0 && rotor[1] == 0 && rotor[2] == 0;
}

/// What is multiplied, and where the user wants X and the products.
struct Products {
  const Pack *X, *A, *B;
  double *to_A, *to_B, *to_X;
};

/// Some rows of -X A and -X B, where A and B have entries by the same pattern and X is symmetric;
/// of those columns. X goes out with them: results that are streamed all at once would have to wait
/// for memory.
template <int rows, bool streams, bool both>
void give_columns(int first, int last, int n, const PackedPattern<Pack>& pattern, Products p) {
  const auto at = [](const Pack* from, unsigned bytes) {
    return reinterpret_cast<const Pack*>(reinterpret_cast<const char*>(from) + bytes);
  };
  const KeptEntry* entry = pattern.kept.data() + pattern.first[first];
  for (int l = first; l < last; ++l) {
    Pack::Register a[std::size_t{rows}], b[std::size_t{rows}];
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) a[r] = b[r] = Pack::Register{};
    for (const KeptEntry* const end = pattern.kept.data() + pattern.first[l + 1]; entry != end;
         ++entry) {
      const Pack* const x = at(p.X, entry->column);
      const Pack::Register of_A = at(p.A, entry->at)->value, of_B = at(p.B, entry->at)->value;
#pragma GCC unroll 16
      for (int r = 0; r < rows; ++r) {
        const Pack::Register factor = loaded(x[r]).value;
        if constexpr (both) a[r] = a[r] - of_A * factor;
        b[r] = b[r] - of_B * factor;
      }
    }
    const Pack* const x = p.X + std::ptrdiff_t{l} * n;
    const std::ptrdiff_t to = std::ptrdiff_t{l} * n * apart;
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      if constexpr (both) give<streams>(Pack(a[r]), p.to_A + to + r * apart);
      give<streams>(Pack(b[r]), p.to_B + to + r * apart);
      give<streams>(x[r], p.to_X + to + r * apart);
    }
  }
}

/// Of a root that floats, columns that are known: a robot that is displaced as a whole, or moves on
/// without turning, accelerates as before; but along its own axes it is -g that turns with the
/// first, and its velocity with the axes.
template <bool streams>
void give_root(int n, const Scratch<Pack>& w, Products p) {
  using spatial::Mat3, spatial::Vec3;
  const Pack zero(0.0);
  const auto turning = [&zero](const Vec3<Pack>& a) {
    return Mat3<Pack>{{zero, -a.z, a.y}, {a.z, zero, -a.x}, {-a.y, a.x, zero}};
  };
  const auto give_column = [=](double* to, const Vec3<Pack>& top) {
    give<streams>(top.x, to);
    give<streams>(top.y, to + apart);
    give<streams>(top.z, to + 2 * apart);
    for (int k = 3; k < n; ++k) give<streams>(zero, to + k * apart);
  };
  const Mat3<Pack> R = kernel::root_axes<Pack>(w.phi);
  const Mat3<Pack> falls = turning(-transpose_times(R, w.tree.gravity));
  const Mat3<Pack> moves = turning({w.v[3], w.v[4], w.v[5]});
  const std::ptrdiff_t column = std::ptrdiff_t{n} * apart;
  for (int j = 0; j < 3; ++j) {
    const auto of = [j](const Mat3<Pack>& A) { return j == 0 ? A.x : j == 1 ? A.y : A.z; };
    give_column(p.to_A + j * column, {zero, zero, zero});
    give_column(p.to_A + (3 + j) * column, of(falls));
    give_column(p.to_B + j * column, of(moves));
    const Pack* const x = p.X + std::ptrdiff_t{j} * n;
    for (int k = 0; k < n; ++k) give<streams>(x[k], p.to_X + j * column + k * apart);
  }
}

template <int most, bool streams>
void give_rows(int rows, bool root, int n, const PackedPattern<Pack>& pattern, const Products& p) {
  if (rows == most) {
    if (root) give_columns<most, streams, false>(3, 6, n, pattern, p);
    return give_columns<most, streams, true>(root ? 6 : 0, n, n, pattern, p);
  }
  if constexpr (most > 1) give_rows<most - 1, streams>(rows, root, n, pattern, p);
}

/// The rows that are taken together stay in the first cache, and are shared out evenly.
template <bool streams>
void give_products(const PlanView& plan, const Scratch<Pack>& w, const BatchArrays& arrays,
                   std::ptrdiff_t block) {
  const int n = plan.nv, groups = (n + rows_at_once - 1) / rows_at_once;
  const std::ptrdiff_t start = block * n * n * apart;
  Products all = {w.matrix[0].data(),    w.square[0].data(),    w.square[1].data(),
                  arrays.out[0] + start, arrays.out[1] + start, arrays.out[2] + start};
  const bool root = falls_freely(plan);
  if (root) give_root<streams>(n, w, all);
  for (int g = 0; g < groups; ++g) {
    const int row = g * n / groups, rows = (g + 1) * n / groups - row;
    Products p = all;
    p.X += row;
    for (double** const to : {&p.to_A, &p.to_B, &p.to_X}) *to += std::ptrdiff_t{row} * apart;
    give_rows<rows_at_once, streams>(rows, root, n, w.pattern, p);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
