// Between lanes and arrays of single numbers: in registers, since numbers that are written one by
// one and read as a register, or the other way round, wait for memory.
#pragma once
#include "plan/lanes.hpp"
#include "scalar/single.hpp"
#include "spatial/view.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// A lane of a struct of packs.
template <template <class> class T>
void set_lane(T<Pack>& to, int lane, const T<double>& from) {
  const double* const x = reinterpret_cast<const double*>(&from);
  double* const y = reinterpret_cast<double*>(&to) + lane;
  for (int c = 0; c < static_cast<int>(sizeof from / sizeof(double)); ++c) y[c * apart] = x[c];
}

/// Lane k has number which[k] of an array.
template <int... k>
Pack picked(const double* from, const int* which, std::integer_sequence<int, k...> /*all*/) {
  return Pack(Pack::Register{from[which[k]]...});
}
inline Pack pick(const double* from, const int* which) { return picked(from, which, Lanes()); }

/// Rows become columns.
template <int by, int... k>
void exchange(Pack& a, Pack& b, std::integer_sequence<int, k...> /*all*/) {
  const Pack::Register first = a.value, second = b.value;
  a.value = __builtin_shufflevector(first, second, ((k & by) == 0 ? k : lanes + k - by)...);
  b.value = __builtin_shufflevector(first, second, ((k & by) == 0 ? k + by : lanes + k)...);
}
template <int by>
void exchange_all(Pack* x) {
  for (int k = 0; k < lanes; ++k) {
    if ((k & by) == 0) exchange<by>(x[k], x[k + by], Lanes());
  }
}
inline void transpose(Pack* x) {
  exchange_all<1>(x);
  if constexpr (lanes > 2) exchange_all<2>(x);
  if constexpr (lanes > 4) exchange_all<4>(x);
}

template <class T>
constexpr int numbers_of = static_cast<int>(sizeof(T) / sizeof(double));

/// Lane k has element which[k] of an array; `one`: all lanes have the same.
template <template <class> class T>
T<Pack> lanes_of(View<T<Single>> from, const int* which, bool one) {
  constexpr int numbers = numbers_of<T<Single>>;
  const double* const x = reinterpret_cast<const double*>(from.data());
  T<Pack> to;
  Pack* const y = reinterpret_cast<Pack*>(&to);
  if (one) {
    const double* const same = x + static_cast<std::ptrdiff_t>(which[0]) * numbers;
    for (int c = 0; c < numbers; ++c) y[c] = Pack(same[c]);
    return to;
  }
  int at[lanes];
  for (int k = 0; k < lanes; ++k) at[k] = which[k] * numbers;
  for (int c = 0; c < numbers; ++c) y[c] = pick(x + c, at);
  return to;
}

/// The other way: lanes are added to elements. Zero is added to numbers after the last one, so
/// that it must not be at the end of memory.
template <template <class> class T>
void add_lanes(const T<Pack>& x, const int* which, View<T<Single>> to) {
  constexpr int numbers = numbers_of<T<Single>>;
  const Pack* const from = reinterpret_cast<const Pack*>(&x);
  for (int c = 0; c < numbers; c += lanes) {
    Pack part[lanes];
    for (int k = 0; k < lanes; ++k) part[k] = c + k < numbers ? from[c + k] : Pack(0.0);
    transpose(part);
    const auto add = [&](int lane, const Pack& sum) {
      double* const at = reinterpret_cast<double*>(&to[which[lane]]) + c;
      (Pack::load(at) + sum).store(at);
    };
    Pack sum = part[0];  // of neighbours on the same one
    for (int lane = 1; lane < lanes; ++lane) {
      if (which[lane] == which[lane - 1]) {
        sum = sum + part[lane];
      } else {
        add(lane - 1, sum);
        sum = part[lane];
      }
    }
    add(lanes - 1, sum);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
