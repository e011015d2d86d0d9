// Controllers. Those that know a model own an evaluator of it and its buffers.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <memory>

#include "kinetree/control.hpp"
#include "simulate/tracker.hpp"

namespace kinetree {
namespace {

void check_torques(Eigen::Index given, Eigen::Index taken) {
  if (given == taken) return;
  throw UsageError(
      fmt::format("the controller gives {} torques, but the robot takes {}", given, taken));
}

using simulation::Tracker;

std::shared_ptr<Tracker> track(const Model& model, Trajectory desired, const Options& options,
                               const Driven& driven) {
  return std::make_shared<Tracker>(model, std::move(desired), options, driven);
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

Controller feedforward(const Model& model, Trajectory desired, const Options& options,
                       const Driven& driven) {
  return [c = track(model, std::move(desired), options, driven), q = Vector{}, v = Vector{}](
             const State& x, const Eigen::Ref<Vector>& tau) mutable {
    c->look(x.t);
    q = x.q;
    v = x.v;
    c->each([&](Eigen::Index k, int i, int j) {
      q[i] = c->x.q[k];
      v[j] = c->x.v[k];
      c->first[j] = c->x.a[k];
    });
    c->drive(q, v, c->first, tau);
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
                      const Options& options, const Driven& driven) {
  auto c = track(model, std::move(desired), options, driven);
  c->check_gains({&gains.kp, &gains.kd});
  return [c = std::move(c), gains](const State& x, Eigen::Ref<Vector> tau) {
    c->look(x.t);
    c->first = c->evaluator.gravity(x.q);
    c->each([&](Eigen::Index k, int i, int j) {
      tau[j] =
          c->first[j] + gains.kp[k] * (c->x.q[k] - x.q[i]) + gains.kd[k] * (c->x.v[k] - x.v[j]);
    });
  };
}

Controller computed_torque(const Model& model, Trajectory desired, const Gains& gains,
                           const Options& options, const Driven& driven) {
  auto c = track(model, std::move(desired), options, driven);
  c->check_gains({&gains.kp, &gains.kd});
  return [c = std::move(c), gains](const State& x, const Eigen::Ref<Vector>& tau) {
    c->look(x.t);
    c->correct(x, gains, c->first);
    c->drive(x.q, x.v, c->first, tau);
  };
}

namespace {

/// Passive rows of M a_r + C v_r + g are zero: they say what a_r is there.
void fill_passive(const Tracker& c, const Matrix& M, const Vector& rest, Vector& a_r) {
  Eigen::VectorXi passive(std::count(c.is_driven.begin(), c.is_driven.end(), false));
  Eigen::Index found = 0;
  for (std::size_t k = 0; k < c.is_driven.size(); ++k) {
    if (!c.is_driven[k]) passive[found++] = static_cast<int>(k);
  }
  for (const int k : passive) a_r[k] = 0;
  const Vector force = M * a_r + rest;
  const Vector solved = M(passive, passive).llt().solve(force(passive));
  a_r(passive) = -solved;
}

}  // namespace

Controller passivity(const Model& model, Trajectory desired, const Vector& lambda, const Vector& kd,
                     const Options& options, const Driven& driven) {
  auto c = track(model, std::move(desired), options, driven);
  c->check_gains({&lambda, &kd});
  return [c = std::move(c), lambda, kd](const State& x, Eigen::Ref<Vector> tau) {
    c->look(x.t);
    Vector& v_r = c->first;
    Vector& a_r = c->second;
    v_r = x.v;
    c->each([&](Eigen::Index k, int i, int j) {
      v_r[j] = c->x.v[k] + lambda[k] * (c->x.q[k] - x.q[i]);
      a_r[j] = c->x.a[k] + lambda[k] * (c->x.v[k] - x.v[j]);
    });
    const Matrix M = c->evaluator.mass_matrix(x.q);
    const Vector rest = c->evaluator.coriolis(x.q, x.v) * v_r + c->evaluator.gravity(x.q);
    if (!c->all) fill_passive(*c, M, rest, a_r);
    tau = M * a_r + rest;
    c->each([&](Eigen::Index k, int, int j) { tau[j] -= kd[k] * (x.v[j] - v_r[j]); });
    for (Eigen::Index k = 0; k < tau.size(); ++k) {
      if (!c->is_driven[static_cast<std::size_t>(k)]) tau[k] = 0;
    }
  };
}

}  // namespace kinetree
