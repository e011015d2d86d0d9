// Results that the caches would not keep go past them.
#pragma once
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

/// Past the caches, or as memory comes.
template <bool streams>
void give(const Pack& x, double* to) {
  if constexpr (streams) {
    stream(x, to);
  } else {
    x.store(to);
  }
}

/// What was streamed is seen before whatever this thread writes afterwards.
inline void end_streams() {
#if defined(__SSE2__)
  __builtin_ia32_sfence();
#endif
}

}  // namespace kinetree::KINETREE_SIMD_SET
