// Keeps the books of a run: energy and work, momentum, condition of M, tracking, limits.
#pragma once
#include "simulate/system.hpp"

namespace kinetree::simulation {

class Auditor {
 public:
  Auditor(System& system, const SimulationOptions& options, const State& start);

  /// A sample of a state; a and tau by a fresh evaluation. y has the works done so far.
  Sample sample(const State& x, const Vector& y);
  /// After each step and at each sample: limits and the band.
  void watch(const State& x);
  /// Energy came in by a jump of the state.
  void jump(double energy, bool by_limit);
  double energy(const State& x);
  /// Something from outside changed the motion: momentum is not conserved any more.
  void lose_momentum();
  void step(double h);
  void instability(double t, std::string joint, std::optional<double> growth, bool broke_down);
  /// Fills in what is known only at the end.
  Audit finish(const State& x, const Vector& y);

  Audit audit;

 private:
  double balance(double energy, const Vector& y) const;
  void watch_momentum(const Sample& sample);
  void watch_condition(const Sample& sample);
  void watch_tracking(double t, const Vector& q);
  double condition(const Vector& q);

  System& system_;
  const SimulationOptions& options_;
  std::vector<std::string> q_joint_;  ///< joint of each coordinate
  Reference desired_;
  bool floats_ = false;
  std::vector<int> base_;  ///< velocities of floating bases
  Vector3 momentum_ = Vector3::Zero(), spin_ = Vector3::Zero();
  double start_t_ = 0;
  long samples_ = 0, stride_ = 1;
  std::vector<bool> departed_, beyond_;
};

}  // namespace kinetree::simulation
