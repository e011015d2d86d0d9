// M⁻¹ of one state, several columns of it in a register.
//
// The factor is the branch-sparse Lᵀ D L of kernel/forward_dynamics/ltdl.hpp. M is symmetric, so
// row i up to its diagonal is column i, whose numbers lie together; entries of unrelated velocities
// are zero and stay zero, so that rows may be taken as a whole. M⁻¹ is built by rows: they are as
// good as columns. Columns are `stride` numbers apart, whole registers; what is below the diagonal
// of the factor means nothing. Velocities in a row go together, since they have the same ones
// before them: what is loaded of those serves them all.
//
// Plain pointers: a function of View that is not inlined would be shared by the sets.
#pragma once
#include "plan/lanes.hpp"

namespace kinetree::KINETREE_SIMD_SET {

constexpr int whole_registers(int count) { return (count + lanes - 1) / lanes * lanes; }

/// Registers of a column at a time: so many that additions do not wait for each other, and that no
/// sum has to leave its register.
constexpr int most_registers = lanes == 8 ? 5 : 3;

/// Calls f(first row, as a constant so many registers) until all are done, in equal parts.
template <class F>
void for_each_part(int registers, F f) {
  int parts = (registers + most_registers - 1) / most_registers;
  std::ptrdiff_t r = 0;
  for (; parts > 0; --parts) {
    const int now = (registers + parts - 1) / parts;
    if (now == 1) f(r, std::integral_constant<int, 1>());
    if (now == 2) f(r, std::integral_constant<int, 2>());
    if (now == 3) f(r, std::integral_constant<int, 3>());
    if constexpr (most_registers > 3) {
      if (now == 4) f(r, std::integral_constant<int, 4>());
      if (now == 5) f(r, std::integral_constant<int, 5>());
    }
    registers -= now;
    r += now * apart;
  }
}

/// to -= s · from, from number `first` on, in whole registers.
inline void subtract(double* to, double s, const double* from, int first, int last) {
  for (int c = first / lanes * lanes; c < last; c += lanes) {
    (Pack::load(to + c) - Pack(s) * Pack::load(from + c)).store(to + c);
  }
}

constexpr int longest_run = 4;
/// From the last to the first of velocities: run(k, count) for as many in a row as have the same
/// ones before them.
template <class F>
void for_each_run(const int* previous, int n, F run) {
  for (int k = n, end = n; end > 0; end = k) {
    k = end - 1;
    while (k > 0 && previous[k] == k - 1 && end - k < longest_run) --k;
    if (end - k == 1) run(k, std::integral_constant<int, 1>());
    if (end - k == 2) run(k, std::integral_constant<int, 2>());
    if (end - k == 3) run(k, std::integral_constant<int, 3>());
    if (end - k == 4) run(k, std::integral_constant<int, 4>());
  }
}
/// Rows i before a run of velocities k, k + 1, …, less weight(j, i) times row k + j of the run,
/// from number `first` on up to last(i).
template <int count, class Last, class Weight>
void subtract_run(const int* previous, int k, double* X, std::ptrdiff_t stride, int first,
                  Last last, Weight weight) {
  const double* const from = X + k * stride;
  for (int i = previous[k]; i >= 0; i = previous[i]) {
    Pack weights[std::size_t{count}];
    for (int j = 0; j < count; ++j) weights[j] = Pack(weight(j, i));
    double* const row = X + i * stride;
    for (int c = first / lanes * lanes; c <= last(i); c += lanes) {
      Pack sum = Pack::load(row + c);
      for (int j = 0; j < count; ++j) sum = sum - weights[j] * Pack::load(from + j * stride + c);
      sum.store(row + c);
    }
  }
}

/// M becomes L above the diagonal, column by column, and D on it.
inline void factor_columns(const int* previous, int n, double* M, std::ptrdiff_t stride) {
  for_each_run(previous, n, [=](int k, auto run) {
    constexpr int count = decltype(run)::value;
    double* const L = M + k * stride;
    double d[std::size_t{count}];
    for (int j = count - 1; j >= 0; --j) {
      double* const row = L + j * stride;
      d[j] = row[k + j];
      const double inverse_d = 1.0 / d[j];
      for (int i = 0; i < j; ++i) {
        subtract(L + i * stride, row[k + i] * inverse_d, row, 0, k + i + 1);
      }
      for (int c = 0; c < k + j; c += lanes) {
        const Pack x = Pack::load(row + c);
        first_of(k + j - c, Pack(inverse_d) * x, x).store(row + c);
      }
    }
    subtract_run<count>(
        previous, k, M, stride, 0, [](int i) { return i; },
        [&](int j, int i) { return L[j * stride + i] * d[j]; });
  });
}

/// Numbers before x[k], less theirs of a row times it.
inline void subtract_before(double* x, int k, const double* row) {
  const int rest = k % lanes;
  subtract(x, x[k], row, 0, k - rest);
  double* const to = x + k - rest;
  (Pack::load(to) - Pack(x[k]) * only(first_lanes(rest), Pack::load(row + k - rest))).store(to);
}

/// X ← L⁻ᵀ, row k from k on; x ← L⁻ᵀ x.
inline void invert_outer(const int* previous, const int* last, int n, const double* factor,
                         double* X, std::ptrdiff_t stride, double* x) {
  for (int k = 0; k < n; ++k) {
    double* const row = X + k * stride;
    for (int c = 0; c < static_cast<int>(stride); c += lanes) Pack(0.0).store(row + c);
    only(one_lane(k % lanes), Pack(1.0)).store(row + k / lanes * apart);
  }
  for_each_run(previous, n, [=](int k, auto run) {
    constexpr int count = decltype(run)::value;
    for (int j = k + count - 1; j >= k; --j) {
      const double* const row = factor + j * stride;
      for (int i = j - 1; i >= k; --i) {
        subtract(X + i * stride, row[i], X + j * stride, j, last[k] + 1);
      }
      subtract_before(x, j, row);
    }
    subtract_run<count>(
        previous, k, X, stride, k, [=](int /*row*/) { return last[k]; },
        [=](int j, int i) { return factor[(k + j) * stride + i]; });
  });
}

/// Rows k, k + 1, … of X, so many registers of them from number r on.
template <int rows, int registers>
void substitute(const int* previous, int k, const double* factor, double* X, std::ptrdiff_t stride,
                std::ptrdiff_t r) {
  Pack sum[std::size_t{rows}][std::size_t{registers}];
  const double* const L = factor + k * stride;
  double* const to = X + k * stride + r;
  for (int j = 0; j < rows; ++j) {
    const Pack inverse_d(1.0 / L[j * stride + k + j]);
    for (int p = 0; p < registers; ++p) {
      sum[j][p] = inverse_d * Pack::load(to + j * stride + p * apart);
    }
  }
  for (int i = previous[k]; i >= 0; i = previous[i]) {
    const double* const from = X + i * stride + r;
    for (int j = 0; j < rows; ++j) {
      const Pack weight(L[j * stride + i]);
      for (int p = 0; p < registers; ++p) {
        sum[j][p] = sum[j][p] - weight * Pack::load(from + p * apart);
      }
    }
  }
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < j; ++i) {
      const Pack weight(L[j * stride + k + i]);
      for (int p = 0; p < registers; ++p) sum[j][p] = sum[j][p] - weight * sum[i][p];
    }
    for (int p = 0; p < registers; ++p) sum[j][p].store(to + j * stride + p * apart);
  }
}

/// Numbers of a column with room for one more.
constexpr std::ptrdiff_t columns_for_inverse(int n) { return whole_registers(n + 1); }

/// X ← (Lᵀ D L)⁻¹, x ← X x, in a column of its own; `last` has the last velocity of every subtree.
/// x has whole registers.
inline void invert_factor(const int* previous, const int* last, int n, const double* factor,
                          double* X, std::ptrdiff_t stride, double* x) {
  invert_outer(previous, last, n, factor, X, stride, x);
  for (int k = 0; k < n; ++k) X[k * stride + n] = x[k];
  const int registers = static_cast<int>(stride) / lanes;
  for (int k = 0, rows = 1; k < n; k += rows) {
    rows = 1;
    while (rows < 3 && k + rows < n && previous[k + rows] == k + rows - 1) ++rows;
    for_each_part(registers, [&](std::ptrdiff_t r, auto part) {
      constexpr int wide = decltype(part)::value;
      if (rows == 1) substitute<1, wide>(previous, k, factor, X, stride, r);
      if (rows == 2) substitute<2, wide>(previous, k, factor, X, stride, r);
      if (rows == 3) substitute<3, wide>(previous, k, factor, X, stride, r);
    });
  }
  for (int k = 0; k < n; ++k) x[k] = X[k * stride + n];
}

/// From columns of whole registers to those of the user, which are written from the first to the
/// last one and end with room for a register.
inline void copy_columns(const double* from, std::ptrdiff_t stride, int n, double* to) {
  for (int c = 0; c < n; ++c, from += stride, to += n) {
    for (int r = 0; r < n; r += lanes) Pack::load(from + r).store(to + r);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
