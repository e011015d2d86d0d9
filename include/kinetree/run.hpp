// What a simulation returns: samples, what happened on the way, and the audit.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/link.hpp"

namespace kinetree {

/// The robot in one part of a run whose events edit it.
struct RunRobot {
  int number = 0;   ///< in the order of time
  double from = 0;  ///< s
  std::vector<std::string> joints;
  std::vector<int> dofs;
  std::vector<std::string> q_names, v_names;
};

struct Sample {
  double t = 0;
  Vector q, v, a, tau;
  double T = 0, U = 0;  ///< kinetic and potential energy
  double balance = 0;   ///< E - E0 - all work done since the start: zero but for the integrator
  Vector q_desired;     ///< empty where nothing is desired, NaN for joints that came
  std::shared_ptr<const RunRobot> robot;  ///< whose q this is; null where no event edits it
};

/// The books of an event that edited the robot. Momenta are those of the robot and of what came or
/// went together, along the world's axes and about its origin.
struct RobotChange {
  std::string what;  ///< came or went, or the joint
  double mass = 0;   ///< that came; negative: that went
  Vector3 linear_before = Vector3::Zero(), angular_before = Vector3::Zero();
  Vector3 linear_after = Vector3::Zero(), angular_after = Vector3::Zero();
  bool floats = false;    ///< so that these two are conserved
  double residual = 0;    ///< generalised momentum, free directions: the largest change
  double kinetic = 0;     ///< energy that the payload brought; negative: took away
  double potential = 0;   ///< likewise
  double lost = 0;        ///< kinetic energy in the impact: never negative
  double drive_work = 0;  ///< by joints that kept their velocity because it is prescribed
};

/// Something that happened at a time found by root finding, or the end of a hold at a limit.
struct Happening {
  double t = 0;
  std::string name;  ///< of the event, or "limit JOINT"
  /// "record", "stop", "change", "bounce", "hold", "release", "attach", "detach", "lock", "unlock";
  /// "ignored": an edit that this robot does not take
  std::string action;
  std::optional<RobotChange> robot = {};
  std::string reason = {};  ///< why it was ignored
};

/// Entries of an audit.
struct AuditEntries {
  struct Extreme {
    double value = 0, at = 0;
  };
  struct Departure {
    std::string joint;
    double t = 0;
  };
  struct LimitViolation {
    std::string joint;
    double t = 0, q = 0;
    bool upper = false;
  };
  /// A run that leaves its reference, blows up or cannot go on.
  struct Instability {
    double t = 0;
    std::string joint;  ///< the first
    /// Largest real part of the eigenvalues of the motion linearised there, controller included,
    /// in 1/s. Positive: neighbouring motions part by themselves, and no integrator is at fault.
    std::optional<double> growth;
    std::string text;  ///< what that means, in a sentence
  };
  /// All events that edited the robot, summed up.
  struct RobotChanges {
    int number = 0;
    double kinetic = 0, potential = 0, lost = 0, drive_work = 0;
    Extreme residual, linear_residual, angular_residual;  ///< the last two where the robot floats
  };
};

struct Audit : AuditEntries {
  double initial_energy = 0, final_energy = 0;
  Vector work;  ///< ∫ τ_k v_k dt of each velocity: controllers and prescribed motion
  std::vector<std::string> work_names;  ///< where the robot changed: of all velocities there were
  double friction_work = 0;             ///< damping and dry friction: never positive
  double external_work = 0;             ///< forces on links
  double limit_work = 0;                ///< penalties and impacts at joint limits
  double event_work = 0;                ///< energy that events brought by changing the state
  double final_balance = 0;             ///< E - E0 - ∫ τ·v dt - the other works
  Extreme largest_balance;
  /// How far momentum is from what gravity makes of it, linear and about the centre of mass; only
  /// where nothing else acts on a robot that floats.
  std::optional<Extreme> linear_drift, angular_drift;
  long steps = 0, rejected = 0, evaluations = 0;
  double smallest_step = 0, largest_step = 0;
  double initial_condition = 0;  ///< of M, in the 2-norm
  Extreme largest_condition;

  std::optional<Extreme> tracking_error;  ///< the largest |q - q_d|; none where nothing is desired
  std::string tracking_joint;             ///< where it was
  double band = 0;
  std::vector<Departure> departures;   ///< when each joint first left the band, in order of time
  std::vector<LimitViolation> limits;  ///< the first time each joint was beyond its limit

  std::optional<RobotChanges> robot_changes;
  std::optional<Instability> instability;
  std::vector<std::string> remarks;
};

enum class Stop { reached_end, event, limit, step_too_small, not_finite };
std::string_view to_string(Stop stop) noexcept;

struct Run {
  std::vector<Sample> samples;  ///< empty where a recorder took them
  std::vector<Happening> happenings;
  Audit audit;
  Stop stop = Stop::reached_end;
  std::string stop_text;                                ///< why, in a sentence
  double t = 0;                                         ///< when
  std::vector<std::shared_ptr<const RunRobot>> robots;  ///< empty where no event edits the robot
};

}  // namespace kinetree
