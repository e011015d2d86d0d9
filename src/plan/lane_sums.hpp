// Sums along the lanes of a register, and products of poses: of links that lie side by side.
//
// Sums over the lanes before, or after, are those over halves of ever larger blocks. Neighbours
// change places quickly; all else crosses parts of a register.
#pragma once
#include "plan/lanes.hpp"

namespace kinetree::KINETREE_SIMD_SET {

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

}  // namespace kinetree::KINETREE_SIMD_SET
