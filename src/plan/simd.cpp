#include "kinetree/simd.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "kinetree/error.hpp"
#include "plan/simd_tables.hpp"

namespace kinetree {
namespace {

using AllSets = std::array<SimdSet, 3>;

AllSets find_sets() noexcept {
  AllSets sets{{{"baseline", "nothing", 2, true},
                {"avx2", "AVX2 and FMA", 4, false},
                {"avx512", "AVX-512 F, CD, BW, DQ and VL", 8, false}}};
#if defined(KINETREE_HAS_AVX2)
  __builtin_cpu_init();
  sets[1].available = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi2");
#endif
#if defined(KINETREE_HAS_AVX512)
  sets[2].available = sets[1].available && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
  return sets;
}

const AllSets& all_sets() noexcept {
  static const AllSets sets = find_sets();
  return sets;
}

const SimdSet& choose_set() {
  const AllSets& sets = all_sets();
  const char* const wanted = std::getenv("KINETREE_SIMD");
  const SimdSet* best = nullptr;
  std::vector<std::string_view> names;
  for (const SimdSet& set : sets) {
    if (!set.available) continue;
    best = &set;
    names.push_back(set.name);
  }
  if (wanted == nullptr || *wanted == '\0') return *best;
  for (const SimdSet& set : sets) {
    if (set.name != wanted) continue;
    if (set.available) return set;
    throw UsageError(fmt::format("KINETREE_SIMD={}: this processor does not have {} (it has: {})",
                                 wanted, set.needs, fmt::join(names, ", ")));
  }
  throw UsageError(fmt::format("KINETREE_SIMD={}: there is no such instruction set (there are: {})",
                               wanted, fmt::join(names, ", ")));
}

}  // namespace

std::span<const SimdSet> simd_sets() noexcept { return all_sets(); }
const SimdSet& simd() { return choose_set(); }

const SimdTables& tables_of([[maybe_unused]] const SimdSet& set) noexcept {
#if defined(KINETREE_HAS_AVX2)
  if (set.name == "avx2") return avx2::tables();
#endif
#if defined(KINETREE_HAS_AVX512)
  if (set.name == "avx512") return avx512::tables();
#endif
  return baseline::tables();
}

}  // namespace kinetree
