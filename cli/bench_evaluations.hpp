// Evaluations of a robot that does not change: what is asked for, and who takes part.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bench_case.hpp"
#include "bench_peers.hpp"
#include "bench_report.hpp"
#include "kinetree/generated.hpp"

namespace kinetree::cli {

/// How many states a batch has, and on how many threads.
struct BatchSize {
  int states = 0, threads = 1;
};

/// What one run is asked for.
struct BenchPlan {
  std::vector<Measured> quantities;
  std::vector<Method> methods;  ///< by name; for quantities without one, what "auto" picks
  std::vector<const Peer*> peers;
  std::vector<BatchSize> batches;  ///< none: one state at a time only
  bool generated = true;           ///< code made for the robot as well, where nobody named methods
};

/// Beyond so many velocities code is generated only for those who name it: it takes minutes.
inline constexpr int largest_generated = 20;

/// Our own rows, of modes one_state and generated. `code` is null where none is asked for. Methods
/// that do not take the robot become notes.
std::unique_ptr<Contestant> make_our_contestant(EvaluationCase& robot, const BenchPlan& plan,
                                                std::shared_ptr<const CompiledCode> code,
                                                std::vector<std::string>& notes);

/// Our rows of modes batch and generated_batch; no `code`: of the former.
std::unique_ptr<Contestant> make_batch_contestant(EvaluationCase& robot, const BenchPlan& plan,
                                                  std::shared_ptr<const CompiledCode> code);

/// The methods that serve as oracles against others of the registry, for the quantities asked for.
std::vector<BenchCheck> check_oracles(EvaluationCase& robot,
                                      const std::vector<Measured>& quantities);

void tell_wrong(const BenchCheck& check, const Console& console);

/// Compares every row, and times those that are right. False where one is not; console says which.
bool time_robot(EvaluationCase& robot, const std::vector<std::unique_ptr<Contestant>>& contestants,
                const Effort& effort, const Console& console, BenchReport& report);

/// Best peer over best of ours, for every model and quantity that both have.
void add_peer_verdicts(BenchReport& report);

}  // namespace kinetree::cli
