// The right-hand side of a simulation: what acts on the robot, and what follows from it.
//
// The integrated vector is y = (ξ, v, W): local coordinates, velocities, and the works done so far,
// one of each actuated velocity, then of friction, of forces on links and of penalties at limits.
// Works are integrated by the same formula as the motion, so that the balance E - E0 - W shows the
// error of the motion and not of a second quadrature.
#pragma once
#include <array>
#include <optional>

#include "kinetree/simulate.hpp"
#include "simulate/chart.hpp"

namespace kinetree::simulation {

/// How a run wants its evaluators.
Options evaluation(const SimulationOptions& options);

/// Works beside those of the velocities.
enum Work { friction, external, limit, works };

class System {
 public:
  /// Throws UsageError or ModelError where the options do not fit the model.
  System(const Model& model, const Controller& controller, const SimulationOptions& options);

  int nv() const noexcept { return evaluator_.nv(); }
  int size() const noexcept { return 3 * nv() + works; }
  Chart& chart() noexcept { return chart_; }
  Evaluator& evaluator() noexcept { return evaluator_; }
  const Model& model() const noexcept { return model_; }
  long evaluations = 0;

  /// Between these times nothing jumps: a step that ends at one of them sees what is before it, and
  /// the next one what comes after.
  void set_piece(double begin, double end);
  /// ẏ at a time. Not finite where the state or a force is not.
  void rate(double t, const Vector& y, Vector& y_rate);
  /// The part of ẏ that needs no forces: ξ̇.
  void position_rate(const Vector& y, Vector& y_rate) const;

  /// q and v of y.
  void unpack(double t, const Vector& y, State& x) const;
  /// The chart's origin and y at a state; works stay.
  void pack(const State& x, Vector& y);
  /// The same after a step to x: what rounding took from q stays in ξ, and is not lost.
  void recentre(const State& x, Vector& y);

  /// Forces and accelerations at a state; false where anything is not finite.
  bool act(const State& x);
  const Vector& a() const noexcept { return a_; }
  const Vector& tau() const noexcept { return tau_; }

  /// The first velocity for which the controller gave what is no finite number; -1: none.
  int bad_torque() const noexcept { return bad_torque_; }
  void forget_bad_torque() noexcept { bad_torque_ = -1; }
  bool given(int velocity) const { return given_[static_cast<std::size_t>(velocity)]; }

  /// Joints at a limit that holds them: their velocity stays as it is, whatever acts.
  void hold(int velocity, bool held);
  bool held(int velocity) const { return held_[static_cast<std::size_t>(velocity)]; }
  /// What holding takes, after act(): the limit pushes by it.
  double reaction(int velocity) const { return reaction_[velocity]; }
  /// Change of all velocities by a unit impulse on one; prescribed ones do not change.
  Vector impulse_response(const State& x, int velocity);

  /// Velocities with a limited coordinate.
  struct Limited {
    int q = 0, v = 0;
    double lower = 0, upper = 0;
    std::string joint;
  };
  const std::vector<Limited>& limited() const noexcept { return limited_; }

 private:
  struct Loss {
    int v = 0;
    double multiplier = 1, damping = 0, friction = 0;
  };
  void check();
  void check_forces() const;
  void list_losses();
  void list_limits();
  void add_losses(const State& x);
  void add_forces(const State& x);
  void add_penalties(const State& x);
  void accelerate(const State& x);

  const Model& model_;
  const Controller& controller_;
  const SimulationOptions& options_;
  Evaluator evaluator_;
  Chart chart_;
  std::vector<Loss> losses_;
  std::vector<Limited> limited_;
  std::vector<bool> held_, given_, fixed_;
  int bad_torque_ = -1;
  bool any_held_ = false, any_given_ = false;
  double earliest_ = -std::numeric_limits<double>::infinity();
  double latest_ = std::numeric_limits<double>::infinity();
  State x_;
  Reference motion_;
  Vector tau_, total_, a_, reaction_;
  std::array<double, works> power_{};
};

}  // namespace kinetree::simulation
