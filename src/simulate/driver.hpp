// Drives a stepper from the start of a run to its end: step lengths, events, records, the audit.
#pragma once
#include "simulate/auditor.hpp"
#include "simulate/stepper.hpp"
#include "simulate/watch.hpp"

namespace kinetree::simulation {

class Driver {
 public:
  Driver(const Model& model, const State& start, const Controller& controller,
         const SimulationOptions& options, const Recorder& recorder);
  Driver(const Driver&) = delete;  // events look back at it
  Driver& operator=(const Driver&) = delete;
  ~Driver() = default;
  Run run();

 private:
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
  System system_;
  const StepperInfo& info_;
  std::unique_ptr<Stepper> stepper_;
  State x_;  ///< where the run is
  Auditor auditor_;
  Watch watch_;
  std::vector<double> breakpoints_;
  std::size_t next_breakpoint_ = 0;
  double t_start_, t_end_, h_ = 0, taken_ = 0;
  Vector y_, rate_, carry_, size_, size_end_, between_;
  long recorded_ = 0, grid_ = 0;
  double last_record_ = 0, busy_since_ = 0, initial_error_ = 0;
  int busy_ = 0;
  bool analysed_ = false;
  bool done_ = false;
  Run result_;
};

}  // namespace kinetree::simulation
