// Plain arrays, state after state, to blocks of lanes and back.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/batch.hpp"
#include "kinetree/error.hpp"

namespace kinetree {
namespace {

/// How many states of so many numbers an array holds.
std::size_t count_states(const char* what, std::size_t numbers, int width) {
  if (width > 0 && numbers % static_cast<std::size_t>(width) == 0) {
    return numbers / static_cast<std::size_t>(width);
  }
  throw UsageError(
      fmt::format("{} numbers are no whole number of {} with {} each", numbers, what, width));
}

}  // namespace

std::size_t BatchEvaluator::blocks(std::size_t states) const noexcept {
  const auto block = static_cast<std::size_t>(lanes());
  return (states + block - 1) / block;
}

BatchBuffer BatchEvaluator::to_blocks(In plain, int width) const {
  const std::size_t count = count_states("states", plain.size(), width);
  BatchBuffer blocked(blocks(count) * static_cast<std::size_t>(lanes() * width));
  to_blocks(plain, width, blocked);
  return blocked;
}

void BatchEvaluator::to_blocks(In plain, int width, Out blocked) const {
  const std::size_t states = count_states("states", plain.size(), width);
  const auto block = static_cast<std::size_t>(lanes()), size = static_cast<std::size_t>(width);
  if (blocked.size() != blocks(states) * block * size) {
    throw UsageError(fmt::format("{} states of {} numbers need {} in blocks of {}, not {}", states,
                                 width, blocks(states) * block * size, block, blocked.size()));
  }
  for (std::size_t b = 0; b < blocks(states); ++b) {
    double* const to = blocked.data() + b * block * size;
    for (std::size_t lane = 0; lane < block; ++lane) {
      const double* const from = plain.data() + std::min(b * block + lane, states - 1) * size;
      for (std::size_t k = 0; k < size; ++k) to[k * block + lane] = from[k];
    }
  }
}

void BatchEvaluator::from_blocks(In blocked, int width, Out plain) const {
  const std::size_t states = count_states("states", plain.size(), width);
  const auto block = static_cast<std::size_t>(lanes()), size = static_cast<std::size_t>(width);
  if (blocked.size() < blocks(states) * block * size) {
    throw UsageError(fmt::format("{} states of {} numbers are {} in blocks of {}, not {}", states,
                                 width, blocks(states) * block * size, block, blocked.size()));
  }
  for (std::size_t state = 0; state < states; ++state) {
    const double* const from = blocked.data() + state / block * block * size + state % block;
    double* const to = plain.data() + state * size;
    for (std::size_t k = 0; k < size; ++k) to[k] = from[k * block];
  }
}

}  // namespace kinetree
