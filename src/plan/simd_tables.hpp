// What is compiled once for each instruction set, by its addresses: the only way in.
#pragma once

namespace kinetree {

struct SimdSet;
struct StateKernels;
struct BatchKernels;
struct RolloutKernels;

struct SimdTables {
  const StateKernels& (*state)() noexcept;
  const BatchKernels& (*batch)() noexcept;
  const RolloutKernels& (*rollout)() noexcept;
};

const SimdTables& tables_of(const SimdSet& set) noexcept;

namespace baseline {
const SimdTables& tables() noexcept;
}
namespace avx2 {
const SimdTables& tables() noexcept;
}
namespace avx512 {
const SimdTables& tables() noexcept;
}

}  // namespace kinetree
