// Lanes against each other: sums along them, and registers put together from memory.
//
// Where the lanes of a register are the bodies of a chain, what a body carries is a sum over the
// lanes after its own, and how it moves one over those before. A sum takes log2(lanes) steps.
#pragma once
#include <cstddef>
#include <utility>
#if KINETREE_LANES > 2
#include <immintrin.h>
#endif

#include "plan/numberwise.hpp"

namespace kinetree::KINETREE_SIMD_SET {

using Lanes = std::make_integer_sequence<int, lanes>;
constexpr std::ptrdiff_t apart = lanes;  ///< numbers from one register to the next in memory

/// Lane k gets what lane k - by has, the first ones get zero.
template <int by, int... k>
Pack shifted_up(const Pack& x, std::integer_sequence<int, k...> /*all*/) {
  return Pack(
      __builtin_shufflevector(Pack::Register{}, x.value, (k >= by ? lanes + k - by : k)...));
}
/// Lane k gets what lane k + by has, the last ones get zero.
template <int by, int... k>
Pack shifted_down(const Pack& x, std::integer_sequence<int, k...> /*all*/) {
  return Pack(
      __builtin_shufflevector(Pack::Register{}, x.value, (k + by < lanes ? lanes + k + by : k)...));
}

// Sums over the lanes before, or after, are those over halves of ever larger blocks. Neighbours
// change places quickly; all else crosses parts of a register.

/// In the second half of a block all lanes get what the last one of the first half has; the others
/// get zero, or what else is given.
template <int half, int... k>
Pack first_half(const Pack& x, std::integer_sequence<int, k...> /*all*/,
                const Pack& others = Pack(0.0)) {
#if KINETREE_LANES == 8 && defined(__AVX512F__)
  if constexpr (half > 1) {
    constexpr int second = (((k & half) != 0 ? 1 << k : 0) | ...);
    const __m512i which{(k / (2 * half) * (2 * half) + half - 1)...};
    return Pack(Pack::Register(_mm512_mask_permutexvar_pd(others.value, second, which, x.value)));
  }
#endif
  constexpr int block = 2 * half, last = lanes + half - 1;
  return Pack(__builtin_shufflevector(others.value, x.value,
                                      ((k & half) != 0 ? k / block * block + last : k)...));
}
/// In the first half of a block all lanes get what the first one of the second half has.
template <int half, int... k>
Pack second_half(const Pack& x, std::integer_sequence<int, k...> /*all*/) {
#if KINETREE_LANES == 8 && defined(__AVX512F__)
  if constexpr (half > 1) {
    constexpr int first = (((k & half) == 0 ? 1 << k : 0) | ...);
    const __m512i which{(k / (2 * half) * (2 * half) + half)...};
    return Pack(Pack::Register(_mm512_maskz_permutexvar_pd(first, which, x.value)));
  }
#endif
  constexpr int block = 2 * half;
  return Pack(__builtin_shufflevector(x.value, Pack::Register{},
                                      ((k & half) == 0 ? k / block * block + half : lanes + k)...));
}

/// What a has in lanes with a bit, what b has elsewhere.
#if KINETREE_LANES == 8 && defined(__AVX512F__)
inline Pack choose_lanes(unsigned bits, const Pack& a, const Pack& b) {
  return Pack(Pack::Register(_mm512_mask_blend_pd(static_cast<__mmask8>(bits), b.value, a.value)));
}
#else
inline Pack choose_lanes(unsigned bits, const Pack& a, const Pack& b) {
  struct Table {
    long long mask[1 << lanes][lanes] = {};
    constexpr Table() {
      for (int k = 0; k < lanes << lanes; ++k) {
        mask[k / lanes][k % lanes] = -(k / lanes >> k % lanes & 1);
      }
    }
  };
  alignas(64) static constexpr Table table;
  Mask<Pack::Register> mask;
  __builtin_memcpy(&mask, table.mask[bits], sizeof mask);
  return Pack(choose(mask, a.value, b.value));
}
#endif
inline Pack only_lanes(unsigned bits, const Pack& x) { return choose_lanes(bits, x, Pack(0.0)); }

/// Every lane with all before it; with all after it.
inline Pack sum_before(Pack x) {
  x = x + first_half<1>(x, Lanes());
  if constexpr (lanes > 2) x = x + first_half<2>(x, Lanes());
  if constexpr (lanes > 4) x = x + first_half<4>(x, Lanes());
  return x;
}
inline Pack sum_after(Pack x) {
  x = x + second_half<1>(x, Lanes());
  if constexpr (lanes > 2) x = x + second_half<2>(x, Lanes());
  if constexpr (lanes > 4) x = x + second_half<4>(x, Lanes());
  return x;
}

/// Of every pose, the one that these say is before it, then itself.
template <class Moved, class Diagonal>
spatial::Pose<Pack> product_of_lanes(const spatial::Pose<Pack>& X, Moved moved, Diagonal diagonal) {
  const spatial::Mat3<Pack>& R = X.R;
  const spatial::Pose<Pack> before = {{{diagonal(R.x.x), moved(R.x.y), moved(R.x.z)},
                                       {moved(R.y.x), diagonal(R.y.y), moved(R.y.z)},
                                       {moved(R.z.x), moved(R.z.y), diagonal(R.z.z)}},
                                      {moved(X.p.x), moved(X.p.y), moved(X.p.z)}};
  return before * X;
}
/// Every pose after that of the lane `by` before it, in lanes with a bit.
template <int by>
spatial::Pose<Pack> after_lanes_before(const spatial::Pose<Pack>& X, unsigned joined) {
  const auto moved = [=](const Pack& x) { return only_lanes(joined, shifted_up<by>(x, Lanes())); };
  const auto diagonal = [=](const Pack& x) {
    return choose_lanes(joined, shifted_up<by>(x, Lanes()), Pack(1.0));
  };
  return product_of_lanes(X, moved, diagonal);
}
/// Every pose of the second half of a block after the last one of the first half.
template <int half>
spatial::Pose<Pack> after_first_half(const spatial::Pose<Pack>& X) {
  const auto moved = [](const Pack& x) { return first_half<half>(x, Lanes()); };
  const auto diagonal = [](const Pack& x) { return first_half<half>(x, Lanes(), Pack(1.0)); };
  return product_of_lanes(X, moved, diagonal);
}
/// Every pose after all before it.
inline spatial::Pose<Pack> product_before(spatial::Pose<Pack> X) {
  X = after_first_half<1>(X);
  if constexpr (lanes > 2) X = after_first_half<2>(X);
  if constexpr (lanes > 4) X = after_first_half<4>(X);
  return X;
}

#if KINETREE_LANES == 8 && defined(__AVX512F__)
inline __mmask8 first_bits(int count) {
  return static_cast<__mmask8>(count >= lanes ? 0xff : (1 << count) - 1);
}
#endif

/// So many numbers become zero, and with them the rest of the last register.
inline void clear(double* to, std::ptrdiff_t count) {
  for (std::ptrdiff_t k = 0; k < count; k += lanes) Pack(0.0).store(to + k);
}

/// All bits of one lane, or of all of them, none of the others, as seen from lane `first` on.
template <bool all>
Mask<Pack::Register> some_lanes(int first) {
  struct Window {
    long long bits[3 * lanes] = {};
    constexpr Window() {
      for (int k = 0; k < (all ? lanes : 1); ++k) bits[lanes + k] = -1;
    }
  };
  alignas(64) static constexpr Window window;
  Mask<Pack::Register> mask;
  __builtin_memcpy(&mask, window.bits + lanes - first, sizeof mask);
  return mask;
}
inline Mask<Pack::Register> one_lane(int lane) { return some_lanes<false>(lane); }
inline Mask<Pack::Register> first_lanes(int count) {
  return some_lanes<true>(count >= lanes ? 0 : count - lanes);
}
inline Pack only(const Mask<Pack::Register>& mask, const Pack& x) {
  return Pack(choose(mask, x.value, Pack::Register{}));
}
/// The first `count` lanes of a, then those of b.
inline Pack first_of(int count, const Pack& a, const Pack& b) {
#if KINETREE_LANES == 8 && defined(__AVX512F__)
  return Pack(Pack::Register(_mm512_mask_blend_pd(first_bits(count), b.value, a.value)));
#else
  return Pack(choose(first_lanes(count), a.value, b.value));
#endif
}

template <int... k>
Pack gathered(const double* from, int stride, std::integer_sequence<int, k...> /*all*/) {
  return Pack(Pack::Register{from[k * std::ptrdiff_t{stride}]...});
}
/// Numbers that lie `stride` apart.
inline Pack gather(const double* from, int stride) { return gathered(from, stride, Lanes()); }

/// The first `count` of a register from memory that ends there, zeros after them; and to memory.
#if KINETREE_LANES == 8 && defined(__AVX512F__)
inline Pack load_some(const double* from, int count) {
  return Pack(Pack::Register(_mm512_maskz_loadu_pd(first_bits(count), from)));
}
inline void store_some(const Pack& x, double* to, int count) {
  _mm512_mask_storeu_pd(to, first_bits(count), x.value);
}
#elif KINETREE_LANES == 4 && defined(__AVX2__)
inline Pack load_some(const double* from, int count) {
  const __m256i mask = reinterpret_cast<__m256i>(first_lanes(count));
  return Pack(Pack::Register(_mm256_maskload_pd(from, mask)));
}
inline void store_some(const Pack& x, double* to, int count) {  // not masked: slow on some
  if (count >= lanes) return x.store(to);
  if (count >= 2) _mm_storeu_pd(to, _mm256_castpd256_pd128(x.value));
  if (count == 3) to[2] = x[2];
  if (count == 1) to[0] = x[0];
}
#else
inline Pack load_some(const double* from, int count) {
  if (count >= lanes) return Pack::load(from);
  Pack x(0.0);
  for (int k = 0; k < count; ++k) x.value[k] = from[k];
  return x;
}
inline void store_some(const Pack& x, double* to, int count) {
  if (count >= lanes) return x.store(to);
  for (int k = 0; k < count; ++k) to[k] = x[k];
}
#endif

}  // namespace kinetree::KINETREE_SIMD_SET
