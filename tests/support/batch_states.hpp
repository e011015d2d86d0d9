// Random states in plain arrays and in blocks, and results taken out of blocks again.
#pragma once
#include <utility>
#include <vector>

#include "kinetree/batch.hpp"
#include "kinetree/verify.hpp"

namespace kinetree::testing {

struct BatchStates {
  BatchStates(const Model& model, const BatchEvaluator& batch, int count, std::uint64_t seed = 1)
      : BatchStates(batch, draw(model, count, seed)) {}
  BatchStates(const BatchEvaluator& batch, std::vector<RandomState> given)
      : evaluator(batch), states(std::move(given)) {
    std::vector<double> plain_q, plain_v, plain_a, plain_tau;
    const auto append = [](std::vector<double>& to, const Vector& x) {
      to.insert(to.end(), x.begin(), x.end());
    };
    for (const RandomState& x : states) {
      append(plain_q, x.q);
      append(plain_v, x.v);
      append(plain_a, x.a);
      append(plain_tau, x.tau);
    }
    q = batch.to_blocks(plain_q, batch.nq());
    v = batch.to_blocks(plain_v, batch.nv());
    a = batch.to_blocks(plain_a, batch.nv());
    tau = batch.to_blocks(plain_tau, batch.nv());
  }
  static std::vector<RandomState> draw(const Model& model, int count, std::uint64_t seed) {
    std::vector<RandomState> drawn;
    for (int k = 0; k < count; ++k) {
      drawn.push_back(random_state(model, seed + static_cast<std::uint64_t>(k)));
    }
    return drawn;
  }
  /// Room for a result of so many numbers a state.
  BatchBuffer room(int width) const {
    const std::size_t blocks = evaluator.blocks(states.size());
    return BatchBuffer(blocks * static_cast<std::size_t>(evaluator.lanes() * width));
  }
  /// The result of one state, as a matrix.
  Matrix result(const BatchBuffer& blocked, std::size_t state, int rows, int columns) const {
    const auto lanes = static_cast<std::size_t>(evaluator.lanes());
    const auto width = static_cast<std::size_t>(rows * columns);
    Matrix x(rows, columns);
    for (std::size_t k = 0; k < width; ++k) {
      x.data()[k] = blocked[(state / lanes * width + k) * lanes + state % lanes];
    }
    return x;
  }

  /// One number of one state, within a block.
  double& number(BatchBuffer& blocked, std::size_t state, int which) const {
    const auto lanes = static_cast<std::size_t>(evaluator.lanes());
    const std::size_t width = blocked.size() / (evaluator.blocks(states.size()) * lanes);
    return blocked[(state / lanes * width + static_cast<std::size_t>(which)) * lanes +
                   state % lanes];
  }

  const BatchEvaluator& evaluator;
  std::vector<RandomState> states;
  BatchBuffer q, v, a, tau;
};

}  // namespace kinetree::testing
