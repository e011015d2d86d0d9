// Simulation: a robot moves by its forward dynamics, is recorded, and is audited.
//
//     const Run run = simulate(model, {0, q, v}, controller, {.duration = 10});
//
// Floating and spherical joints move on their manifolds: every step starts from its own chart, and
// quaternions stay of unit length. The same input gives the same bits. docs/simulation.md.
#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kinetree/control.hpp"
#include "kinetree/robot_edit.hpp"
#include "kinetree/run.hpp"

namespace kinetree {

struct IntegratorInfo {
  std::string_view name, summary, reference;
  int order = 0;
  bool adaptive = false;
};
std::span<const IntegratorInfo> integrators() noexcept;

struct IntegratorOptions {
  std::string method = "dopri5";
  double rtol = 1e-8, atol = 1e-10;  ///< adaptive methods; as MATLAB's ode45 takes them
  double max_step = 0;               ///< adaptive methods; 0: a tenth of the duration
  double initial_step = 0;           ///< adaptive methods; 0: estimated
  double step = 1e-3;                ///< of the others
};

/// A force and a torque on a link, applied at a point fixed in it.
struct AppliedForce {
  LinkId link{};
  Vector3 point = Vector3::Zero();                                ///< in the link's frame
  Vector3 force = Vector3::Zero(), torque = Vector3::Zero();      ///< along the world's axes
  bool link_axes = false;                                         ///< or along the link's
  double from = 0, to = std::numeric_limits<double>::infinity();  ///< while
  std::string body = {};  ///< instead of `link`: by name, whenever the robot has it
};

/// Where value(x) crosses zero, the run is brought to that time and the event happens. Crossings
/// twice within a quarter of a step may be missed: max_step is the remedy.
///
/// Where events edit the robot, value and change go on to see the joints that the run began with;
/// `bind` is for those who want to see what came.
struct Event {
  enum Direction { both, rising, falling };
  std::string name;
  std::function<double(const State& x)> value;
  Direction direction = both;
  bool stops = false;
  std::function<void(State& x)> change = {};   ///< may change q and v: an impact, a reset
  std::shared_ptr<const RobotEdit> edit = {};  ///< the run goes on with another robot
  /// Instead of value: called with each robot in turn; nothing where it cannot happen to that one.
  std::function<std::function<double(const State& x)>(const Model& robot)> bind = {};
};
/// An event that edits the robot: at_time("take", 2) with Attach{…}.
Event with_edit(Event event, RobotEdit edit);

/// An event at a time, which should be one of the breakpoints too.
Event at_time(std::string name, double t);

/// What happens at the limits of joints with one degree of freedom.
struct LimitOptions {
  enum Rule {
    ignore,   ///< nothing; the audit says which were passed and when
    stop,     ///< the run ends
    bounce,   ///< an impact; then, where the joint still presses on it, the limit holds it
    penalty,  ///< a spring and a damper beyond it
  };
  Rule rule = ignore;
  double resting_speed = 1e-3;           ///< slower after an impact, a joint stays where it is
  double restitution = 0;                ///< speed after over speed before an impact, 0 to 1
  double stiffness = 1e4, damping = 10;  ///< of the penalty, N m/rad and N m s/rad (or N/m, N s/m)
};

/// Velocities whose motion is given: hybrid dynamics yields the forces that it takes. The others
/// are driven by the controller, passive joints by zero. Accelerations are what is taken from the
/// motion: the start must lie on it.
struct PrescribedMotion {
  std::vector<bool> velocities;  ///< nv; none: nothing is prescribed
  Trajectory motion;             ///< entries of the others are not looked at
};

/// Accelerations by other means than the model's forward dynamics, e.g. another library.
using Plant = std::function<void(const State& x, const Vector& tau, Eigen::Ref<Vector> a)>;

struct SimulationOptions {
  double duration = 1;
  IntegratorOptions integrator = {};
  Methods methods = {};
  std::shared_ptr<const GeneratedFunctions> generated = nullptr;  ///< as in Options
  Include include = {.armature = true, .friction = true};
  /// Dry friction turns with tanh(v / this): a sign would have no derivative at rest.
  double friction_speed = 1e-3;
  double record_every = 1e-2;  ///< 0: after every step
  std::vector<AppliedForce> forces = {};
  std::vector<Event> events = {};
  LimitOptions limits = {};
  PrescribedMotion prescribed = {};
  Trajectory desired = {};  ///< what the audit compares q with; empty: nothing
  double band = 1e-3;       ///< |q - q_d| beyond which a joint has departed
  /// Times at which something jumps or bends: steps end there. Forces add theirs.
  std::vector<double> breakpoints = {};
  Plant plant = {};  ///< empty: the model's own
  /// Where events edit the robot: called with each robot in turn. Nothing: the controller goes on
  /// for the joints that the run began with, and joints that come are passive.
  std::function<Controller(const Model& robot)> controller_for = {};
};

/// Called with each sample in turn, while the run goes on.
using Recorder = std::function<void(const Sample& sample)>;

/// Throws UsageError or ModelError before the first step for what is wrong with the input: sizes,
/// numbers, unknown names, a controller that gives NaN. What the motion does later ends the run,
/// and Run::stop says so; what a function of yours throws goes through. With a recorder the samples
/// are not kept.
Run simulate(const Model& model, const State& start, const Controller& controller,
             const SimulationOptions& options = {}, const Recorder& recorder = {});

/// Largest real part of the eigenvalues of the motion linearised at a state, in 1/s.
double growth_rate(const Model& model, const State& x, const Controller& controller,
                   const SimulationOptions& options = {});

}  // namespace kinetree
