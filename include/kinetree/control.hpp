// Trajectories and controllers for simulations. Both are plain functions: write your own in five
// lines, or take one from here.
//
//     Controller spring = [](const State& x, Eigen::Ref<Vector> tau) { tau = -10 * x.q - x.v; };
//
// A controller is asked at every stage of an integrator, also at times that are tried and rejected:
// it should depend on the state alone, and may keep buffers but no history. Those that take a model
// share an evaluator with their copies: one thread for all of them.
#pragma once
#include <functional>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

struct State {
  double t = 0;
  Vector q, v;
};

/// Forces for a state. tau has nv numbers and is zero on entry.
using Controller = std::function<void(const State& x, Eigen::Ref<Vector> tau)>;

/// A desired motion at one time. For robots in which every coordinate has a velocity of its own
/// (nq = nv): no floating or spherical joints.
struct Reference {
  Vector q, v, a;
};
using Trajectory = std::function<void(double t, Reference& x)>;

// ---- trajectories: before their start and after their end, the robot rests ----
Trajectory hold(const Vector& q);
/// q = from + (to - from) (t/T - sin(2πt/T) / 2π): [mohan_saha2007] (38).
Trajectory cycloid(const Vector& from, const Vector& to, double T);
/// q = from + amplitude (1 - cos ωt), for ever: [truc2020] (73).
Trajectory cosine(const Vector& from, const Vector& amplitude, const Vector& omega);
/// The polynomial of fifth degree that starts and ends at rest without acceleration.
Trajectory quintic(const Vector& from, const Vector& to, double T);
/// The cubic spline through one column of q a time, at rest at both ends.
Trajectory spline(const std::vector<double>& times, const Matrix& q);

// ---- controllers ----
Controller no_torque();
Controller constant_torque(const Vector& tau);
/// Straight lines between one column of tau a time; the first and the last go on.
Controller torque_table(const std::vector<double>& times, const Matrix& tau);

// Those that follow take robots with passive joints, too: `driven` names the joints (of one degree
// of freedom each) that trajectories and gains are for, in that order; none: all joints of the
// model. The others are passive, their torque is zero, and what the law prescribes for the driven
// ones is reached by hybrid dynamics. Names that the model does not have are passed over, so that
// one list serves all robots of a run. docs/pick_and_drop.md.
using Driven = std::vector<std::string>;

/// Inverse dynamics of the desired motion, whatever the robot does: tau = ID(q_d, v_d, a_d).
/// Passive joints are taken as they are.
Controller feedforward(const Model& model, Trajectory desired, const Options& options = {},
                       const Driven& driven = {});

struct Gains {
  Vector kp, kd;
};
/// tau = kp (q_d - q) + kd (v_d - v); with the model's gravity g(q) added in the second one.
Controller pd(Trajectory desired, const Gains& gains);
Controller pd_gravity(const Model& model, Trajectory desired, const Gains& gains,
                      const Options& options = {}, const Driven& driven = {});
/// tau = M (a_d + kd (v_d - v) + kp (q_d - q)) + h: linear, decoupled errors.
Controller computed_torque(const Model& model, Trajectory desired, const Gains& gains,
                           const Options& options = {}, const Driven& driven = {});
/// Slotine and Li: tau = M a_r + C v_r + g - kd s, with v_r = v_d + λ (q_d - q), s = v - v_r. Its
/// proof needs the C for which Ṁ - 2C is skew, which ours is. For passive joints v_r = v, and a_r
/// is what their equations of motion leave: the proof does not cover them.
Controller passivity(const Model& model, Trajectory desired, const Vector& lambda, const Vector& kd,
                     const Options& options = {}, const Driven& driven = {});
/// Computed torque that also brings to rest what swings from passive joints of one degree of
/// freedom: their poles and those of the driven joints are placed together. The same as
/// computed_torque() where nothing is passive. docs/pick_and_drop.md.
Controller anti_swing(const Model& model, Trajectory desired, const Gains& gains,
                      const Options& options = {}, const Driven& driven = {});

}  // namespace kinetree
