// Which instructions the fast kernels use on this machine.
//
// Kernels are compiled for several instruction sets; the best one the processor has is taken when
// it is first asked for. KINETREE_SIMD=NAME in the environment takes another. Results of different
// sets agree to rounding: wider ones multiply and add in one step.
#pragma once
#include <span>
#include <string_view>

namespace kinetree {

struct SimdSet {
  std::string_view name;   ///< baseline, avx2, avx512
  std::string_view needs;  ///< of the processor
  int lanes = 0;           ///< doubles in a register: states that are evaluated at once
  bool available = false;  ///< on this machine
};

/// From the narrowest to the widest.
std::span<const SimdSet> simd_sets() noexcept;
/// The one in use. Throws UsageError where KINETREE_SIMD names none, or one that this processor
/// does not have.
const SimdSet& simd();

}  // namespace kinetree
