#include "batch/generated_batch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/error.hpp"

namespace kinetree {
namespace {

/// Of a block of n × n matrices.
void transpose_block(double* C, std::ptrdiff_t n, std::ptrdiff_t lanes) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    for (std::ptrdiff_t j = 0; j < i; ++j) {
      double* const a = C + (i * n + j) * lanes;
      std::swap_ranges(a, a + lanes, C + (j * n + i) * lanes);
    }
  }
}

}  // namespace

GeneratedBatch::GeneratedBatch(const Model& model, const BatchOptions& options, const SimdSet& set,
                               decltype(BatchKernels::takes) takes)
    : code_(options.generated), takes_(takes), friction_(options.include.friction) {
  if (code_->model != model.hash()) {
    throw UsageError(
        fmt::format("the generated code was made for another robot than '{}' is now: generate it "
                    "again, or leave BatchOptions::generated empty",
                    model.name));
  }
  if (model.has_mimics()) {
    throw UsageError(fmt::format(
        "generated: not for '{}', whose joints mimic others (make them independent)", model.name));
  }
  if (code_->armature != options.include.armature) {
    throw UsageError("the generated code was made with another choice of armature");
  }
  if (code_->batch.lanes == 0) {
    throw UsageError("the generated code has no functions for batches (set CompileOptions::batch)");
  }
  if (code_->batch.lanes != set.lanes) {
    throw UsageError(
        fmt::format("the generated code takes {} states at once, but {} are {} (generate it again "
                    "with this KINETREE_SIMD)",
                    code_->batch.lanes, set.name, set.lanes));
  }
}

bool GeneratedBatch::has(BatchTask task) const noexcept {
  const GeneratedFunctions::Batch& f = code_->batch;
  switch (task) {
    case BatchTask::mass_matrix:
      return f.mass_matrix != nullptr;
    case BatchTask::packed_mass_matrix:
      return f.packed_mass_matrix != nullptr;
    case BatchTask::coriolis:
      return f.coriolis != nullptr;
    case BatchTask::gravity:
      return f.gravity != nullptr;
    case BatchTask::bias:
      return f.bias != nullptr;
    case BatchTask::inverse_dynamics:
      return f.inverse_dynamics != nullptr && !friction_;
    case BatchTask::forward_dynamics:
      return f.forward_dynamics != nullptr && !friction_;
    default:
      return false;
  }
}

std::ptrdiff_t GeneratedBatch::run(BatchTask task, const PlanView& plan, const BatchArrays& arrays,
                                   std::ptrdiff_t first, std::ptrdiff_t last) const noexcept {
  const GeneratedFunctions::Batch& f = code_->batch;
  const std::ptrdiff_t lanes = f.lanes, n = plan.nv * lanes;
  const auto for_each = [&](std::ptrdiff_t size, auto call) {
    for (std::ptrdiff_t b = first; b < last; ++b) {
      if (!takes_(plan, arrays, b)) return b;
      call(arrays.q + b * plan.nq * lanes, b * n, arrays.out[0] + b * size);
    }
    return last;
  };
  const double* const v = arrays.v;
  const double* const x = arrays.x;
  using Place = std::ptrdiff_t;
  switch (task) {
    case BatchTask::mass_matrix:
      return for_each(n * plan.nv, [&](const double* q, Place, double* M) { f.mass_matrix(q, M); });
    case BatchTask::packed_mass_matrix:
      return for_each(plan.packed * lanes,
                      [&](const double* q, Place, double* M) { f.packed_mass_matrix(q, M); });
    case BatchTask::coriolis:
      return for_each(n * plan.nv, [&](const double* q, Place at, double* C) {
        f.coriolis(q, v + at, C);
        if (f.rows) transpose_block(C, plan.nv, lanes);
      });
    case BatchTask::gravity:
      return for_each(n, [&](const double* q, Place, double* g) { f.gravity(q, g); });
    case BatchTask::bias:
      return for_each(n, [&](const double* q, Place at, double* h) { f.bias(q, v + at, h); });
    case BatchTask::inverse_dynamics:
      return for_each(n, [&](const double* q, Place at, double* tau) {
        f.inverse_dynamics(q, v + at, x + at, tau);
      });
    default:
      return for_each(n, [&](const double* q, Place at, double* a) {
        f.forward_dynamics(q, v + at, x + at, a);
      });
  }
}

}  // namespace kinetree
