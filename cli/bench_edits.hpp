// Edits of a robot that is in use: what is attached where, in which configurations, and the M that
// must come out.
#pragma once
#include <optional>

#include "bench_trial.hpp"
#include "kinetree/evaluator.hpp"

namespace kinetree::cli {

/// A robot, what is put into its hand, and M of every combination, from models built link by link.
struct EditCase {
  explicit EditCase(const Model& robot);

  static constexpr int configurations = 16;  ///< a power of two, so that k can count on
  static std::size_t configuration(int k) { return static_cast<std::size_t>(k % configurations); }

  Model robot;
  LinkId hand{};               ///< the last link
  Link payload, swinging;      ///< rigid; on a passive revolute joint
  MassProperties heavier;      ///< the hand, as if it held something
  Model loaded, swung, heavy;  ///< the robot with the one, with the other, with the heavier hand
  std::vector<Vector> q, q_swung;
  std::vector<Matrix> M, M_loaded, M_swung, M_heavy;
};

/// A model by add() of every link, as if it had never been edited.
Model built_again(const Model& model, const std::optional<Link>& at_hand = std::nullopt);

/// An arm of seven revolute joints with the sizes and masses of today's: shoulder, elbow and wrist.
Model arm7();

std::unique_ptr<Contestant> make_kinetree_contestant(const EditCase& edits);
/// Null where the tool was built without. Throws UsageError for robots they are not given.
std::unique_ptr<Contestant> make_mujoco_contestant(const EditCase& edits);
std::unique_ptr<Contestant> make_dart_contestant(const EditCase& edits);

/// Attaches and detaches, and tells whether memory grew or was asked for.
struct Soak {
  std::uint64_t edits = 0, wrong = 0;  ///< wrong: M after detach was not that before
  std::optional<long> allocations;     ///< after warm-up; nothing where they are not counted
  std::optional<long> growth;          ///< resident bytes; nothing where the system does not say
  double seconds = 0;
  static constexpr long growth_allowed = 256L * 1024;
  bool passed() const noexcept;
};
Soak soak(const EditCase& edits, std::uint64_t count, ProgressBar& progress);

}  // namespace kinetree::cli
