#include "bench_peak.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace kinetree::cli {
namespace {

#if defined(__x86_64__)

// Twelve sums that do not wait for each other: two units of four to six cycles are kept busy, and
// with two constants they fit into sixteen registers.
constexpr int sums = 12;
constexpr int passes = 2000;

// A macro, because a function that is compiled for another instruction set cannot be inlined into
// one that is not: every set has a body of its own. NOLINTBEGIN(bugprone-macro-parentheses): types
// and names of functions cannot be put into parentheses.
#define KINETREE_RUN_SUMS(Pack, set1, fma)                                          \
  Pack x[sums];                                                                     \
  for (Pack & one : x) one = set1(start);                                           \
  const Pack m = set1(0.999), c = set1(0.001);                                      \
  for (int pass = 0; pass < passes; ++pass) {                                       \
    _Pragma("GCC unroll 12") for (int i = 0; i < sums; ++i) x[i] = fma(x[i], m, c); \
  }                                                                                 \
  for (int i = 1; i < sums; ++i) x[0] = fma(x[i], m, x[0]);

__attribute__((target("fma"))) double run_scalar(double start) {
  KINETREE_RUN_SUMS(__m128d, _mm_set_sd, _mm_fmadd_sd)
  return _mm_cvtsd_f64(x[0]);
}

__attribute__((target("avx2,fma"))) double run_avx2(double start) {
  KINETREE_RUN_SUMS(__m256d, _mm256_set1_pd, _mm256_fmadd_pd)
  return _mm256_cvtsd_f64(x[0]);
}

__attribute__((target("avx512f"))) double run_avx512(double start) {
  KINETREE_RUN_SUMS(__m512d, _mm512_set1_pd, _mm512_fmadd_pd)
  return _mm512_cvtsd_f64(x[0]);
}
// NOLINTEND(bugprone-macro-parentheses)
#undef KINETREE_RUN_SUMS

double gflops(double (*run)(double), int lanes) {
  using PeakClock = std::chrono::steady_clock;
  constexpr int windows = 200;
  double least = std::numeric_limits<double>::infinity();
  volatile double sink = 1;
  for (int window = 0; window < windows; ++window) {
    const auto start = PeakClock::now();
    sink = run(sink);
    const auto time = PeakClock::now() - start;
    least = std::min(least, std::chrono::duration<double, std::nano>(time).count());
  }
  return 2.0 * lanes * sums * passes / least;
}

#endif

}  // namespace

std::vector<FmaPeak> measure_fma_peaks() {
  std::vector<FmaPeak> peaks;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) peaks.push_back({"scalar", gflops(run_scalar, 1)});
  if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2")) {
    peaks.push_back({"avx2", gflops(run_avx2, 4)});
  }
  if (__builtin_cpu_supports("avx512f")) peaks.push_back({"avx512", gflops(run_avx512, 8)});
#endif
  return peaks;
}

}  // namespace kinetree::cli
