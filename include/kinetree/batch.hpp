// The evaluator for many states at once: several of them in one register, blocks of them on
// threads.
//
//   kinetree::BatchEvaluator batch(model);
//   kinetree::BatchBuffer q = batch.to_blocks(states, model.nq());     // plain: state after state
//   kinetree::BatchBuffer M(batch.blocks(count) * batch.lanes() * nv * nv);
//   batch.mass_matrix(q, M);
//
// Arrays are in blocks of lanes() states: number k of the state in lane w of block b is at
// [(b · width + k) · lanes + w], width being how many numbers a state has. All lanes hold states;
// to_blocks() fills those that are left with the last one. Memory of any alignment will do, that of
// a BatchBuffer is fastest. docs/batches.md has the details.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kinetree/evaluator.hpp"
#include "kinetree/simd.hpp"

namespace kinetree {

struct BatchOptions {
  Include include = {};
  /// Blocks are shared among so many; 0 means all cores. The result does not depend on it.
  int threads = 1;
  /// What compile_generated() made with CompileOptions::batch: computes M, C, g, h, tau and a from
  /// then on. Refused for another robot, other armature or another instruction set.
  std::shared_ptr<const GeneratedFunctions> generated = nullptr;
};

/// Numbers in blocks, aligned to cache lines.
class BatchBuffer {
 public:
  BatchBuffer() = default;
  explicit BatchBuffer(std::size_t size);
  std::size_t size() const noexcept { return size_; }
  double* data() noexcept { return data_.get(); }
  const double* data() const noexcept { return data_.get(); }
  double& operator[](std::size_t k) noexcept { return data_[k]; }
  double operator[](std::size_t k) const noexcept { return data_[k]; }
  operator std::span<double>() noexcept { return {data(), size_}; }              // NOLINT
  operator std::span<const double>() const noexcept { return {data(), size_}; }  // NOLINT

 private:
  struct Free {
    void operator()(double* memory) const noexcept;
  };
  std::unique_ptr<double[], Free> data_;
  std::size_t size_ = 0;
};

class BatchEvaluator {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  explicit BatchEvaluator(const Model& model, const BatchOptions& options = {});
  BatchEvaluator(BatchEvaluator&&) noexcept;
  BatchEvaluator& operator=(BatchEvaluator&&) noexcept;
  ~BatchEvaluator();

  const SimdSet& simd() const noexcept;  ///< taken when this was made
  int lanes() const noexcept;            ///< states a block
  int nq() const noexcept;
  int nv() const noexcept;
  int threads() const noexcept;
  /// Blocks for so many states.
  std::size_t blocks(std::size_t states) const noexcept;
  /// From state after state, width numbers each; and back, as many states as `plain` has room for.
  BatchBuffer to_blocks(In plain, int width) const;
  void to_blocks(In plain, int width, Out blocked) const;
  void from_blocks(In blocked, int width, Out plain) const;

  // How many states there are follows from the size of q; all other sizes must fit, or UsageError
  // is thrown. So it is where a number is not finite or a quaternion not of length one, and then
  // the results of some blocks may have been written, and of others not. Nothing is allocated. One
  // evaluator is used by one thread at a time.
  void mass_matrix(In q, Out M);  ///< nv × nv, column by column, both triangles
  /// The entries that are not zero by structure, of the lower triangle, row by row: pattern().
  void packed_mass_matrix(In q, Out M);
  void coriolis(In q, In v, Out C);  ///< nv × nv, column by column
  void gravity(In q, Out g);
  void bias(In q, In v, Out h);
  void inverse_dynamics(In q, In v, In a, Out tau);
  void forward_dynamics(In q, In v, In tau, Out a);
  void inverse_dynamics_derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv);
  void forward_dynamics_derivatives(In q, In v, In tau, Out da_dq, Out da_dv, Out da_dtau);

  struct Entry {
    int row = 0, column = 0;
  };
  const std::vector<Entry>& pattern() const noexcept;  ///< of packed_mass_matrix()

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kinetree
