// Whether a block of inputs is one of states: asked before generated code runs, which does not
// look.
#pragma once
#include <cstddef>

#include "batch/kernels.hpp"

namespace kinetree {

/// False where a number of the block is not finite, or a quaternion not of length one.
using BatchInputs = bool (*)(const PlanView& plan, const BatchArrays& arrays, std::ptrdiff_t block);

namespace baseline {
bool batch_inputs(const PlanView& plan, const BatchArrays& arrays, std::ptrdiff_t block);
}
namespace avx2 {
bool batch_inputs(const PlanView& plan, const BatchArrays& arrays, std::ptrdiff_t block);
}
namespace avx512 {
bool batch_inputs(const PlanView& plan, const BatchArrays& arrays, std::ptrdiff_t block);
}

}  // namespace kinetree
