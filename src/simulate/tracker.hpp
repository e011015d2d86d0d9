// What controllers that follow a trajectory have in common: a model to compute with, and which of
// its joints are driven.
#pragma once
#include <vector>

#include "kinetree/control.hpp"

namespace kinetree::simulation {

class Tracker {
 public:
  /// Throws UsageError where the trajectory does not fit the driven joints.
  Tracker(const Model& model, Trajectory motion, const Options& options, const Driven& driven);

  Evaluator evaluator;
  /// Where each entry of the trajectory is in q and v of the model; -1: the model does not have it.
  std::vector<int> q, v;
  bool all = true;              ///< every joint is driven, in the order of the model
  std::vector<bool> is_driven;  ///< by velocity
  Reference x;                  ///< desired now
  Vector first, second;         ///< room for whoever computes

  void look(double t) { desired_(t, x); }
  Eigen::Index size() const noexcept { return static_cast<Eigen::Index>(v.size()); }
  void check_gains(std::initializer_list<const Vector*> gains) const;

  /// a_d + kp (q_d - q) + kd (v_d - v) of the driven joints, zero for the others.
  void correct(const State& now, const Gains& gains, Vector& a) const;
  /// Torques for these accelerations of the driven joints; passive ones have none.
  void drive(const Vector& at_q, const Vector& at_v, const Vector& a, Eigen::Ref<Vector> tau);

  /// act(entry of the trajectory, its place in q, its place in v) for all that the model has.
  template <class Act>
  void each(Act act) const {
    for (std::size_t k = 0; k < v.size(); ++k) {
      if (v[k] >= 0) act(static_cast<Eigen::Index>(k), q[k], v[k]);
    }
  }

 private:
  void place(const Model& model, const Driven& driven);
  Trajectory desired_;
  Vector none_;
};

}  // namespace kinetree::simulation
