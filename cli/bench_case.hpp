// One robot in many states, and what must come out: every row is compared with it before it is
// timed.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench_trial.hpp"
#include "kinetree/verify.hpp"

namespace kinetree::cli {

/// What is timed. The first six are those of other libraries, in the order of peer_module.hpp.
enum class Measured {
  mass_matrix,
  inverse_dynamics,
  forward_dynamics,
  coriolis,
  bias,
  gravity,
  inverse_derivatives,
  forward_derivatives
};
inline constexpr int measured_by_peers = 6;

struct MeasuredInfo {
  Measured measured;
  std::string_view name;             ///< "tau"
  std::optional<Quantity> registry;  ///< whose method computes it
};
std::span<const MeasuredInfo> measured_infos() noexcept;
const MeasuredInfo& info_of(Measured measured) noexcept;
/// "M,tau" in that order, each once. Throws UsageError with the nearest spelling.
std::vector<Measured> read_measured(const std::string& list);

class EvaluationCase {
 public:
  static constexpr int count = 64;  ///< of states, a power of two

  explicit EvaluationCase(const Model& model);
  const Model& model() const noexcept { return model_; }
  const std::vector<RandomState>& states() const noexcept { return states_; }
  const Method& oracle(Quantity quantity) const noexcept { return oracle_.method(quantity); }
  static std::size_t state(int k) noexcept { return static_cast<std::size_t>(k) % count; }

  /// Why it cannot be had for this robot; empty where it can.
  std::string refusal(Measured measured) const;
  /// By the methods that serve as oracles: crba, rnea, recursive, and aba (cholesky where joints
  /// mimic others). Derivatives by central differences of these; those of forward dynamics are
  /// compared as compared() turns them. Computed when first asked for.
  const std::vector<Matrix>& expected(Measured measured);
  /// Derivatives of a are M times them: so no digit is asked for that a singular M takes away.
  Matrix compared(Measured measured, int k, const Matrix& result) const;
  /// What differences are relative to where a result is small because its terms cancel.
  double size(Measured measured) const;
  /// What rounding allows: between methods of ours, and for other libraries.
  double bound(Measured measured) const;
  double peer_bound(Measured measured) const;

 private:
  Matrix derivatives(const RandomState& x);
  std::vector<Matrix> compute(Measured measured);

  Model model_;
  Evaluator oracle_;
  std::vector<RandomState> states_;
  std::vector<Matrix> M_, tau_;
  std::array<std::vector<Matrix>, 8> expected_;
  double condition_ = 1;  ///< the worst of M
  std::string massless_;  ///< a joint that nothing gives inertia
};

}  // namespace kinetree::cli
