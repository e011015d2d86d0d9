// One step of an integrator, for the vector y of simulate/system.hpp.
//
// A stepper keeps its last step: both ends, what lies between, and how wrong it may be. Who decides
// about step lengths (simulate/driver.cpp) does not know which method it drives.
#pragma once
#include <memory>

#include "simulate/system.hpp"

namespace kinetree::simulation {

class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// From y at t, where its rate is known, over h.
  virtual void step(System& system, double t, double h, const Vector& y, const Vector& rate) = 0;
  const Vector& end() const noexcept { return end_; }
  const Vector& end_rate() const noexcept { return end_rate_; }

  /// What end() is more than y, before the sum was rounded; null where the method does not say.
  virtual const Vector* increment() const noexcept { return nullptr; }
  /// Estimated error of end(); null for methods of fixed steps.
  virtual const Vector* error() const noexcept { return nullptr; }
  /// y at a share of the last step, from 0 to 1: cubic unless the method has better.
  virtual void between(double share, Vector& y) const;
  /// The motion goes on from here: at the start, and after a jump.
  virtual void restart(System& /*system*/, const State& /*x*/, const Vector& /*y*/) {}

 protected:
  void begin(double h, const Vector& y, const Vector& rate);
  double h_ = 0;
  Vector start_, start_rate_, end_, end_rate_;
};

std::unique_ptr<Stepper> make_dopri5();
std::unique_ptr<Stepper> make_rosenbrock23();
std::unique_ptr<Stepper> make_rk4();
std::unique_ptr<Stepper> make_rk4_energy();
std::unique_ptr<Stepper> make_semi_implicit_euler();

struct StepperInfo {
  IntegratorInfo info;
  int error_order;  ///< power of the step that the estimated error goes with
  std::unique_ptr<Stepper> (*make)();
};
/// Throws UsageError with the nearest spelling.
const StepperInfo& find_stepper(const std::string& name);

}  // namespace kinetree::simulation
