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
  void happen(std::size_t event);
  void bounce(Watched& watched);
  void hold(Watched& watched);
  void set_free(Watched& watched);
  void jump_to(const State& x, double energy_before, bool by_limit);
  void break_down(Stop stop, const std::string& why);
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
  bool done_ = false;
  Run result_;
};

}  // namespace kinetree::simulation
