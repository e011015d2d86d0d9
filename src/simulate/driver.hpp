// Drives a stepper from the start of a run to its end, or to where the robot changes: step lengths,
// events, records, the audit.
#pragma once
#include "simulate/auditor.hpp"
#include "simulate/stepper.hpp"
#include "simulate/watch.hpp"

namespace kinetree::simulation {

/// What goes on from one robot of a run to the next.
struct Passage {
  Passage(double start, double end)
      : t_start(start), t_end(end), last_record(start), busy_since(start) {}
  double t_start, t_end;
  double last_record, busy_since, initial_error = 0;
  long recorded = 0, grid = 0;
  int busy = 0;
  bool analysed = false;
  bool under_way = false;
  bool changed = false;           ///< the robot did, just now
  std::vector<int> sides;         ///< of the user's events that just happened; 0: did not
  std::vector<std::string> held;  ///< limits that hold their joint
  Books books;
  Run run;
  std::shared_ptr<const RunRobot> robot;  ///< null where no event edits it
};

/// An edit of the robot that is due.
struct DueEdit {
  std::size_t happening = 0;  ///< where it is noted
  std::shared_ptr<const RobotEdit> edit;
};

class Driver {
 public:
  Driver(const Model& model, const State& start, const Controller& controller,
         const SimulationOptions& options, const Recorder& recorder, Passage& passage);
  Driver(const Driver&) = delete;  // events look back at it
  Driver& operator=(const Driver&) = delete;
  ~Driver() = default;
  /// Until the run ends, or the robot is to change. Throws UsageError where it cannot even start.
  void go();
  /// What is to change; empty: the run has ended.
  const std::vector<DueEdit>& due() const noexcept { return due_; }
  /// Ends the part of this robot: records its last state, and leaves everything in the passage.
  void leave();
  /// Closes the books of a run that has ended.
  Run finish();

  const State& state() const noexcept { return x_; }
  /// Velocities that are prescribed or held.
  std::vector<bool> fixed() const;
  double energy() { return auditor_.energy(x_); }

 private:
  void start();
  void go_on_from_before();
  void list_events();
  void list_breakpoints();
  /// The next time a step must end at, or the end of the run.
  double next_stop() const;
  void enter_next_piece();
  double first_step();
  double weighted_error(const Vector& error);
  /// Takes one step of the method; false: the run cannot go on.
  bool advance();
  bool advance_adaptively(double stop);
  bool advance_by_fixed_step(double stop);
  /// Shortens the step just taken so that it ends where the first event happens.
  std::optional<std::size_t> meet_event();
  void record_until(double t);
  void record(const State& x, const Vector& y);
  void accept();
  void take_end();
  void happen(std::size_t first);
  bool happen_to_user(const Watched& watched);
  bool time_goes_on();
  void list_limit(std::size_t which, bool upper);
  void hit(const Watched& watched);
  std::vector<std::size_t> contacts() const;
  const System::Limited& limited(std::size_t event) const;
  void settle();
  void note(std::size_t event, const char* action);
  std::vector<std::size_t> collide(const std::vector<std::size_t>& at);
  std::vector<std::size_t> hold_pressed(const std::vector<std::size_t>& at);
  bool go_on_from_here();
  void break_down(Stop stop, const std::string& why);
  void analyse_departure();
  std::string fastest_joint() const;
  void end(Stop stop, std::string text);

  const SimulationOptions& options_;
  const Recorder& recorder_;
  Passage& at_;
  System system_;
  const StepperInfo& info_;
  std::unique_ptr<Stepper> stepper_;
  State x_;  ///< where the run is
  Auditor auditor_;
  Watch watch_;
  std::vector<double> breakpoints_;
  std::size_t next_breakpoint_ = 0;
  double h_ = 0, taken_ = 0;
  Vector y_, rate_, carry_, size_, size_end_, between_;
  bool done_ = false;
  std::vector<DueEdit> due_;
};

}  // namespace kinetree::simulation
