// A robot that is edited in mid-motion: links come and go, joints lock, and momentum is kept.
//
// Let v be the velocities that the new robot would have if nothing happened to the old joints and
// the new ones stood still, V⁻ the velocities of the payload's links before the capture. Then
//
//     M Δv = Σ_payload Jᵀ I (V⁻ - J v),      v⁺ = v + Δv,      Δv = 0 where motion is prescribed,
//
// which is M v⁺ = M_old v⁻ + Σ_payload Jᵀ I V⁻ without its rounding: nothing jumps where the
// payload moves along. It is Gauss's principle for impulses; kinetic energy is lost (Carnot) by
// Σ ½ (V⁺ - V⁻)ᵀ I (V⁺ - V⁻). Locking a joint removes its row and column: M v⁺ = what is left of M
// v⁻.
#pragma once
#include <map>
#include <optional>

#include "kinetree/evaluator.hpp"
#include "kinetree/simulate.hpp"

namespace kinetree::simulation {

class ChangingRobot {
 public:
  ChangingRobot(const Model& model, Options options)
      : model_(model), options_(std::move(options)) {}

  const Model& model() const noexcept { return model_; }

  /// Momentum of what came, or minus that of what went, about the world's origin.
  struct Momentum {
    Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
  };
  struct Outcome {
    RobotChange books;
    Momentum payload;
  };
  /// Edits the robot in a state, which becomes that of the new one; `fixed` are velocities that
  /// nothing changes, and follow too. Throws Error where it cannot be: then nothing has changed.
  Outcome apply(const RobotEdit& edit, State& x, std::vector<bool>& fixed);

  /// Where a joint was locked by an edit.
  const Vector* locked_at(const std::string& joint) const;

 private:
  struct Moment;
  Outcome attach(const Attach& edit, State& x, std::vector<bool>& fixed);
  Outcome detach(const Detach& edit, State& x, std::vector<bool>& fixed);
  Outcome lock(const Lock& edit, State& x, std::vector<bool>& fixed);
  Outcome unlock(const Unlock& edit, State& x, std::vector<bool>& fixed);

  Model model_;
  Options options_;
  std::map<std::string, std::vector<std::string>> attached_;  ///< roots of what came, by its name
  std::map<std::string, Vector> locked_;                      ///< q, by joint
};

/// Coordinates of one robot in another one: the same joints by their names.
class Correspondence {
 public:
  Correspondence(const Model& from, const Model& to);
  /// Entries that both have; the others of `to` stay.
  void copy_q(const Vector& from, Vector& to) const { copy(q_, from, to); }
  void copy_v(const Vector& from, Vector& to) const { copy(v_, from, to); }
  void copy_v(const std::vector<bool>& from, std::vector<bool>& to) const;
  const std::vector<int>& v() const noexcept { return v_; }  ///< -1: not there

 private:
  static void copy(const std::vector<int>& places, const Vector& from, Vector& to);
  std::vector<int> q_, v_;  ///< place in `to` of each entry of `from`
};

}  // namespace kinetree::simulation
