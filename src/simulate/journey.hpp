// A run whose events edit the robot: one driver for each robot in turn.
//
// Where an edit is due, a driver stops; the robot is edited, its state is carried over by the names
// of the joints, and the next driver goes on with the clock, the grid of records, the works and the
// audit. Functions that were written for the robot of the start go on to see that robot: its joints
// alone, in its order (a locked one at rest, one that is gone as NaN).
#pragma once
#include "simulate/changing_robot.hpp"
#include "simulate/driver.hpp"

namespace kinetree::simulation {

/// The robot that a run began with, as seen in the one that it has become.
class View {
 public:
  View(const Model& first, const ChangingRobot& robot);
  /// q and v of the first robot.
  void look(const State& x, State& first) const;
  /// The way back, for what both have.
  void copy_back(const State& first, State& x) const;
  void copy_v(const Vector& first, Vector& now) const { way_.copy_v(first, now); }
  void copy_q(const Vector& first, Vector& now) const { way_.copy_q(first, now); }
  const Correspondence& way() const noexcept { return way_; }

 private:
  Correspondence way_, back_;
  State otherwise_;  ///< what is not there any more
};

class Journey {
 public:
  /// Throws UsageError or ModelError for edits that no robot takes.
  Journey(const Model& model, const Controller& controller, const SimulationOptions& options,
          const Recorder& recorder);
  Run run(const State& start);

 private:
  void check(const Event& event) const;
  void check(const Event& event, const Attach& attach) const;
  bool is_known(const std::string& name, bool joint) const;
  void bind();
  void bind_events();
  void bind_motion();
  bool change(const Driver& driver, State& x);
  void carry_momentum(const ChangingRobot::Momentum& payload, const State& x);
  void sum_up(const RobotChange& change, double t);
  void describe_robot(double t);

  const Model& first_;
  const Controller& controller_;
  const SimulationOptions& options_;
  const Recorder& recorder_;
  ChangingRobot robot_;
  std::unique_ptr<Passage> at_;
  int number_ = 0;
  // of the robot as it is
  std::shared_ptr<const View> view_;
  SimulationOptions bound_;
  Controller acting_;
};

/// Whether any event edits the robot.
bool edits_robot(const SimulationOptions& options);

}  // namespace kinetree::simulation
