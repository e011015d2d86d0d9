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
