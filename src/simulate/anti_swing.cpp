// Computed torque for a robot from which something swings.
//
// Partial feedback linearisation makes the driven joints obey any accelerations u; the passive ones
// follow by their own equations. For a pendulum on a passive hinge, with φ its angle from where it
// would hang and w the row by which u drives it,
//
//     φ̈ = -ω² φ - w u (+ what the desired motion does),    u = a_d + kd ė + kp e + w⁺ σ,
//     σ = κ₁ (φ + w a_d / ω²) + κ₂ φ̇.
//
// Of the errors only the one along w sees σ, and with it the characteristic polynomial is
//
//     s⁴ + (kd + κ₂) s³ + (ω² + kp + κ₁) s² + ω² kd s + ω² kp,
//
// which κ₁ = (ω kd)²/(4 kp) - (ω - √kp)² and κ₂ = kd (ω/√kp - 1) make (s² + 2ζΩ s + Ω²)², with
// Ω² = ω √kp and ζ = kd √ω / (4 kp^¾): stable for all positive gains. Note the sign of κ₂. A robot
// slower than the pendulum must yield to it, a faster one must do the opposite. Where w is small
// the pendulum cannot be driven, and w⁺ is damped: that scales σ by a number between 0 and 1, for
// which Routh's criterion still holds.
//
// ω, φ and w come from the model. g_p = A sin φ and ∂g_p/∂q_p = A cos φ for any hinge, so that
// φ = atan2(g_p, ∂g_p/∂q_p) and ω² = A / M_pp; φ̇ is the link's angular velocity about the hinge.
// The formulas are those of one pendulum on joints with equal gains; of several, each is taken
// alone.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <memory>

#include "simulate/tracker.hpp"

namespace kinetree {
namespace {

using simulation::Tracker;

/// A passive hinge.
struct Hinge {
  LinkId link{};
  int v = 0;
  Vector3 axis = Vector3::UnitZ();
};

struct AntiSwing : Tracker {
  AntiSwing(const Model& model, Trajectory motion, const Gains& all_gains, const Options& options,
            const Driven& driven)
      : Tracker(model, std::move(motion), options, driven), gains(all_gains) {
    check_gains({&gains.kp, &gains.kd});
    for (const JointSlot& slot : model.joints()) {
      const Joint& joint = model.link(slot.link).joint;
      const bool turns = joint.type == JointType::revolute || joint.type == JointType::continuous;
      if (turns && !is_driven[static_cast<std::size_t>(slot.v_first)]) {
        hinges.push_back({slot.link, slot.v_first, joint.axis.normalized()});
      }
    }
    for (std::size_t k = 0; k < is_driven.size(); ++k) {
      (is_driven[k] ? actives : passives).push_back(static_cast<Eigen::Index>(k));
    }
    rest = Vector::Zero(model.nv());
  }

  void act(const State& now, const Eigen::Ref<Vector>& tau) {
    look(now.t);
    correct(now, gains, first);
    if (!hinges.empty() && !actives.empty()) add_damping(now);
    drive(now.q, now.v, first, tau);
  }

  /// u += Wᵀ (W Wᵀ + ε)⁻¹ σ.
  void add_damping(const State& now) {
    const auto count = static_cast<Eigen::Index>(hinges.size());
    const Matrix M = evaluator.mass_matrix(now.q);
    const Vector weight = evaluator.gravity(now.q);
    const Matrix slope = evaluator.inverse_dynamics_derivatives(now.q, rest, rest).dq;
    // Passive accelerations for a unit of each driven one.
    const Matrix follow = -M(passives, passives).llt().solve(M(passives, actives));
    Matrix W(count, static_cast<Eigen::Index>(actives.size()));
    Vector sigma(count), desired = Vector::Zero(W.cols());
    each([&](Eigen::Index k, int, int j) {
      desired[std::find(actives.begin(), actives.end(), j) - actives.begin()] = x.a[k];
    });
    for (Eigen::Index i = 0; i < count; ++i) {
      const Hinge& hinge = hinges[static_cast<std::size_t>(i)];
      const Vector3 axis = evaluator.poses(now.q)[index(hinge.link)].R * hinge.axis;
      const Matrix J = evaluator.jacobian(now.q, hinge.link);
      const Eigen::RowVectorXd turn = axis.transpose() * J.bottomRows<3>();
      W.row(i) = -turn(actives);
      W.row(i) -= turn(passives) * follow;
      const double g = weight[hinge.v], g_slope = slope(hinge.v, hinge.v);
      const double omega2 = std::hypot(g, g_slope) / M(hinge.v, hinge.v);
      if (!(omega2 > 0)) {
        sigma[i] = 0;
        continue;
      }
      // While the desired motion accelerates, the pendulum is to hang along what gravity seems.
      const double lean = -W.row(i).dot(desired) / omega2;
      sigma[i] =
          wanted(W.row(i), std::sqrt(omega2), std::atan2(g, g_slope) - lean, turn.dot(now.v));
    }
    constexpr double hardly = 1e-2;  // of w²: below, the pendulum is left alone
    Matrix gram = W * W.transpose();
    gram.diagonal().array() += hardly;
    const Vector more = W.transpose() * gram.llt().solve(sigma);
    for (std::size_t k = 0; k < actives.size(); ++k) {
      first[actives[k]] += more[static_cast<Eigen::Index>(k)];
    }
  }

  /// σ of one hinge, by the gains that its pendulum meets.
  double wanted(const Eigen::RowVectorXd& w, double omega, double angle, double rate) const {
    double kp = 0, kd = 0, sum = 0;
    each([&](Eigen::Index k, int, int j) {
      const auto place = std::find(actives.begin(), actives.end(), j) - actives.begin();
      const double share = w[place] * w[place];
      kp += share * gains.kp[k];
      kd += share * gains.kd[k];
      sum += share;
    });
    if (!(sum > 0) || !(kp > 0)) return 0;
    kp /= sum;
    kd /= sum;
    const double root = std::sqrt(kp), ratio = omega * kd / (2 * root);
    return (ratio * ratio - (omega - root) * (omega - root)) * angle +
           kd * (omega / root - 1) * rate;
  }

  Gains gains;
  std::vector<Hinge> hinges;
  std::vector<Eigen::Index> actives, passives;
  Vector rest;
};

}  // namespace

Controller anti_swing(const Model& model, Trajectory desired, const Gains& gains,
                      const Options& options, const Driven& driven) {
  return [c = std::make_shared<AntiSwing>(model, std::move(desired), gains, options, driven)](
             const State& x, const Eigen::Ref<Vector>& tau) { c->act(x, tau); };
}

}  // namespace kinetree
