// Code generated for one robot in place of the kernels, for the quantities it has.
#pragma once
#include <memory>

#include "batch/kernels.hpp"
#include "kinetree/batch.hpp"
#include "kinetree/generated.hpp"

namespace kinetree {

class GeneratedBatch {
 public:
  /// Throws UsageError where the code was made for another robot or other options, or another
  /// instruction set.
  GeneratedBatch(const Model& model, const BatchOptions& options, const SimdSet& set,
                 decltype(BatchKernels::takes) takes);

  /// Friction is not part of generated code: kernels compute what includes it.
  bool has(BatchTask task) const noexcept;
  /// As a BatchKernel does.
  std::ptrdiff_t run(BatchTask task, const PlanView& plan, const BatchArrays& arrays,
                     std::ptrdiff_t first, std::ptrdiff_t last) const noexcept;

 private:
  std::shared_ptr<const GeneratedFunctions> code_;
  decltype(BatchKernels::takes) takes_;
  bool friction_;
};

}  // namespace kinetree
