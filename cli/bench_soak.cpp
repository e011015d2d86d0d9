// Many edits of one robot in a row: nothing may leak, and nothing may drift.
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>

#include "allocation_count.hpp"
#include "bench_edits.hpp"

namespace kinetree::cli {
namespace {

/// Bytes of this program that are in memory.
std::optional<long> resident() {
  std::ifstream file("/proc/self/statm");
  long total = 0, pages = 0;
  if (!(file >> total >> pages)) return std::nullopt;
  return pages * sysconf(_SC_PAGESIZE);
}

/// A rigid payload and a pendulum in turn, so that the sizes of M change as well.
class Cycle {
 public:
  explicit Cycle(const EditCase& edits) : edits_(edits), model_(edits.robot) {
    model_.reserve(1, 1);
    rigid_.add(edits.payload);
    swinging_.add(edits.swinging);
    evaluator_.emplace(model_);
  }

  /// False where M after the edit is not that before it, bit for bit.
  bool run(int k) {
    const std::size_t c = EditCase::configuration(k / 2);
    const bool swings = k % 2 != 0;
    Model& branch = swings ? swinging_ : rigid_;
    const Edit edit = model_.attach(edits_.hand, std::move(branch));
    evaluator_->sync(model_);
    evaluator_->mass_matrix(swings ? edits_.q_swung[c] : edits_.q[c]);
    model_.detach(edit.link, branch);
    evaluator_->sync(model_);
    const auto& M = evaluator_->mass_matrix(edits_.q[c]);
    const auto bytes = static_cast<std::size_t>(edits_.M[c].size()) * sizeof(double);
    return std::memcmp(M.data(), edits_.M[c].data(), bytes) == 0;
  }

 private:
  const EditCase& edits_;
  Model model_, rigid_, swinging_;
  std::optional<Evaluator> evaluator_;
};

}  // namespace

bool Soak::passed() const noexcept {
  return wrong == 0 && allocations.value_or(0) == 0 && growth.value_or(0) <= growth_allowed;
}

Soak soak(const EditCase& edits, std::uint64_t count, ProgressBar& progress) {
  constexpr int warm_up = 1000, stretch = 1000;
  Cycle cycle(edits);
  Soak result;
  for (int k = 0; k < warm_up; ++k) {
    if (!cycle.run(k)) ++result.wrong;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto resident_before = resident();
  long allocations = 0;
  while (result.edits < count) {  // progress asks for memory of its own
    const long before = allocation_count();
    for (int k = 0; k < stretch && result.edits < count; ++k, result.edits += 2) {
      if (!cycle.run(k)) ++result.wrong;
    }
    allocations += allocation_count() - before;
    progress.show(static_cast<double>(result.edits) / static_cast<double>(count));
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (allocations_are_counted()) result.allocations = allocations;
  const auto resident_after = resident();
  if (resident_before && resident_after) result.growth = *resident_after - *resident_before;
  return result;
}

}  // namespace kinetree::cli
