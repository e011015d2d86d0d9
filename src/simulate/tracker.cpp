#include "simulate/tracker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kinetree::simulation {

Tracker::Tracker(const Model& model, Trajectory motion, const Options& options,
                 const Driven& driven)
    : evaluator(model, options), desired_(std::move(motion)) {
  if (!desired_) throw UsageError("a controller needs a trajectory");
  if (driven.empty() && model.nq() != model.nv()) {
    throw UsageError(fmt::format(
        "'{}' has floating or spherical joints, for which there are no desired coordinates",
        model.name));
  }
  place(model, driven);
  for (Vector* vector : {&x.q, &x.v, &x.a}) vector->setZero(size());
  for (Vector* vector : {&first, &second, &none_}) vector->setZero(model.nv());
  desired_(0, x);
  if (x.q.size() == size()) return;
  throw UsageError(fmt::format("the trajectory has {} coordinates, but {} of '{}'", x.q.size(),
                               driven.empty() ? fmt::format("the model has {}", size())
                                              : fmt::format("{} joints are driven", size()),
                               model.name));
}

void Tracker::place(const Model& model, const Driven& driven) {
  is_driven.assign(static_cast<std::size_t>(model.nv()), driven.empty());
  if (driven.empty()) {
    for (int k = 0; k < model.nv(); ++k) {
      q.push_back(k);
      v.push_back(k);
    }
    return;
  }
  for (const std::string& name : driven) {
    q.push_back(-1);
    v.push_back(-1);
    for (const JointSlot& slot : model.joints()) {
      if (model.link(slot.link).joint.name != name) continue;
      if (slot.nv != 1) {
        throw UsageError(
            fmt::format("joint '{}' has {} degrees of freedom, and cannot follow one "
                        "desired coordinate",
                        name, slot.nv));
      }
      q.back() = slot.q_first;
      v.back() = slot.v_first;
      is_driven[static_cast<std::size_t>(slot.v_first)] = true;
    }
  }
  all = static_cast<int>(v.size()) == model.nv() && model.nq() == model.nv();
  for (std::size_t k = 0; k < v.size(); ++k) all = all && v[k] == static_cast<int>(k);
}

void Tracker::check_gains(std::initializer_list<const Vector*> gains) const {
  for (const Vector* gain : gains) {
    if (gain->size() == size()) continue;
    throw UsageError(
        fmt::format("a gain has {} numbers, but {} velocities are driven", gain->size(), size()));
  }
}

void Tracker::correct(const State& now, const Gains& gains, Vector& a) const {
  a.setZero(evaluator.nv());
  each([&](Eigen::Index k, int i, int j) {
    a[j] = x.a[k] + gains.kp[k] * (x.q[k] - now.q[i]) + gains.kd[k] * (x.v[k] - now.v[j]);
  });
}

void Tracker::drive(const Vector& at_q, const Vector& at_v, const Vector& a,
                    Eigen::Ref<Vector> tau) {
  if (all) {
    tau = evaluator.inverse_dynamics(at_q, at_v, a);
  } else {
    tau = evaluator.hybrid_dynamics(at_q, at_v, is_driven, a, none_).tau;
  }
}

}  // namespace kinetree::simulation
