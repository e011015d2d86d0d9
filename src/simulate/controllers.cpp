// Controllers. Those that know a model own an evaluator of it and its buffers.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "kinetree/control.hpp"

namespace kinetree {
namespace {

void check_sizes(const Model& model, std::initializer_list<const Vector*> vectors) {
  for (const Vector* x : vectors) {
    if (x->size() == model.nv()) continue;
    throw UsageError(fmt::format("a gain has {} numbers, but the model '{}' has {} velocities",
                                 x->size(), model.name, model.nv()));
  }
}

void check_torques(Eigen::Index given, Eigen::Index taken) {
  if (given == taken) return;
  throw UsageError(
      fmt::format("the controller gives {} torques, but the robot takes {}", given, taken));
}

/// A model to compute with, and where the desired motion goes.
struct Tracker {
  Tracker(const Model& model, Trajectory motion, const Options& options)
      : evaluator(model, options), desired(std::move(motion)) {
    if (!desired) throw UsageError("a controller needs a trajectory");
    if (model.nq() != model.nv()) {
      throw UsageError(fmt::format(
          "'{}' has floating or spherical joints, for which there are no desired coordinates",
          model.name));
    }
    for (Vector* vector : {&x.q, &x.v, &x.a, &first, &second}) vector->setZero(model.nv());
    desired(0, x);
    if (x.q.size() == model.nv()) return;
    throw UsageError(fmt::format("the trajectory has {} coordinates, but the model '{}' has {}",
                                 x.q.size(), model.name, model.nv()));
  }
  Evaluator evaluator;
  Trajectory desired;
  Reference x;
  Vector first, second;
};

std::shared_ptr<Tracker> track(const Model& model, Trajectory desired, const Options& options) {
  return std::make_shared<Tracker>(model, std::move(desired), options);
}

}  // namespace

Controller no_torque() {
  return [](const State& /*x*/, const Eigen::Ref<Vector>& /*tau*/) {};
}

Controller constant_torque(const Vector& tau) {
  return [tau](const State&, Eigen::Ref<Vector> out) {
    check_torques(tau.size(), out.size());
    out = tau;
  };
}

Controller torque_table(const std::vector<double>& times, const Matrix& tau) {
  if (times.empty() || tau.cols() != static_cast<Eigen::Index>(times.size())) {
    throw UsageError(fmt::format("a table of {} times and {} torques", times.size(), tau.cols()));
  }
  if (std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) != times.end()) {
    throw UsageError("the times of a table must grow");
  }
  return [times, tau](const State& x, Eigen::Ref<Vector> out) {
    check_torques(tau.rows(), out.size());
    const auto above = std::upper_bound(times.begin(), times.end(), x.t);
    const Eigen::Index i = above - times.begin();
    if (above == times.begin()) {
      out = tau.col(0);
    } else if (above == times.end()) {
      out = tau.col(tau.cols() - 1);
    } else {
      const double share = (x.t - *(above - 1)) / (*above - *(above - 1));
      out = (1 - share) * tau.col(i - 1) + share * tau.col(i);
    }
  };
}

Controller feedforward(const Model& model, Trajectory desired, const Options& options) {
  return [c = track(model, std::move(desired), options)](const State& x, Eigen::Ref<Vector> tau) {
    c->desired(x.t, c->x);
    tau = c->evaluator.inverse_dynamics(c->x.q, c->x.v, c->x.a);
  };
}

Controller pd(Trajectory desired, const Gains& gains) {
  if (!desired) throw UsageError("a controller needs a trajectory");
  return [desired = std::move(desired), gains, r = std::make_shared<Reference>()](
             const State& x, Eigen::Ref<Vector> tau) {
    desired(x.t, *r);
    for (const Eigen::Index size : {gains.kp.size(), gains.kd.size(), r->q.size(), r->v.size()}) {
      check_torques(size, tau.size());
    }
    tau = gains.kp.cwiseProduct(r->q - x.q) + gains.kd.cwiseProduct(r->v - x.v);
  };
}

Controller pd_gravity(const Model& model, Trajectory desired, const Gains& gains,
                      const Options& options) {
  check_sizes(model, {&gains.kp, &gains.kd});
  return [c = track(model, std::move(desired), options), gains](const State& x,
                                                                Eigen::Ref<Vector> tau) {
    c->desired(x.t, c->x);
    tau = c->evaluator.gravity(x.q) + gains.kp.cwiseProduct(c->x.q - x.q) +
          gains.kd.cwiseProduct(c->x.v - x.v);
  };
}

Controller computed_torque(const Model& model, Trajectory desired, const Gains& gains,
                           const Options& options) {
  check_sizes(model, {&gains.kp, &gains.kd});
  return [c = track(model, std::move(desired), options), gains](const State& x,
                                                                Eigen::Ref<Vector> tau) {
    c->desired(x.t, c->x);
    c->first = c->x.a + gains.kp.cwiseProduct(c->x.q - x.q) + gains.kd.cwiseProduct(c->x.v - x.v);
    tau = c->evaluator.inverse_dynamics(x.q, x.v, c->first);
  };
}

Controller passivity(const Model& model, Trajectory desired, const Vector& lambda, const Vector& kd,
                     const Options& options) {
  check_sizes(model, {&lambda, &kd});
  return [c = track(model, std::move(desired), options), lambda, kd](const State& x,
                                                                     Eigen::Ref<Vector> tau) {
    c->desired(x.t, c->x);
    Vector& v_r = c->first;
    Vector& a_r = c->second;
    v_r = c->x.v + lambda.cwiseProduct(c->x.q - x.q);
    a_r = c->x.a + lambda.cwiseProduct(c->x.v - x.v);
    tau = c->evaluator.mass_matrix(x.q) * a_r;
    tau += c->evaluator.coriolis(x.q, x.v) * v_r + c->evaluator.gravity(x.q);
    tau -= kd.cwiseProduct(x.v - v_r);
  };
}

}  // namespace kinetree
