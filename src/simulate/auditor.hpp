// Keeps the books of a run: energy and work, momentum, condition of M, tracking, limits.
#pragma once
#include "simulate/system.hpp"

namespace kinetree::simulation {

/// What is kept where the robot changes: the audit so far, and what it is made from.
struct Books {
  Audit audit;
  bool open = false;   ///< after the start
  double settled = 0;  ///< works of the robots before this one, with their penalties
  double penalties = 0;
  std::vector<std::pair<std::string, double>> works;  ///< of each velocity there has been
  long evaluations = 0, samples = 0, stride = 1;
  /// What gravity alone would make of the momentum, from this time on; linear, and about the
  /// centre of mass.
  bool floats = false;
  double since = 0;
  Vector3 momentum = Vector3::Zero(), spin = Vector3::Zero();
};

class Auditor {
 public:
  /// Opens the books at the start, and goes on with them after a change of the robot.
  Auditor(System& system, const SimulationOptions& options, const State& start, Books& books);

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
  /// The works of this robot go into the books: there are no more.
  void settle(const Vector& y);
  /// Fills in what is known only at the end, after settle().
  void finish(const State& x);

  Audit& audit;

 private:
  void open(const State& start);
  double balance(double energy, double work) const;
  void watch_momentum(const Sample& sample);
  void watch_condition(const Sample& sample);
  void watch_tracking(double t, const Vector& q);
  double condition(const Vector& q);

  System& system_;
  const SimulationOptions& options_;
  std::vector<std::string> q_joint_;  ///< joint of each coordinate
  Reference desired_;
  Books& books_;
  std::vector<int> base_;  ///< velocities of floating bases
  std::vector<bool> departed_, beyond_;
};

/// Velocities of floating joints that carry the whole robot; empty where something stands.
std::vector<int> floating_bases(const Model& model);

}  // namespace kinetree::simulation
