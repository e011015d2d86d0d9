// A linearly implicit method of second order for stiff robots: stiff springs, strong damping, dry
// friction, penalties. L-stable, no iterations: every step solves with one matrix.
//
//     W = 1 - h d J,  d = 1/(2 + √2)
//     W k1 = f0 + h d f_t,     W (k2 - k1) = f(t + h/2, y + h/2 k1) - k1,     y1 = y + h k2
//     W k3 = f1 - (6 + √2)(k2 - f(t + h/2, …)) - 2 (k1 - f0) + h d f_t
//     error = h/6 (k1 - 2 k2 + k3)
//
// [shampine_reichelt1997], the formulas of ode23s. J by differences, once a step, controller and
// friction included. Works do not act back on the motion: their rows are solved without a factor.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "simulate/stepper.hpp"

namespace kinetree::simulation {
namespace {

class Rosenbrock23 final : public Stepper {
 public:
  void step(System& system, double t, double h, const Vector& y, const Vector& rate) override {
    // A rejected step is tried again from the same place.
    if (!known_ || t != t_ || start_ != y) linearise(system, t, h, y, rate);
    known_ = true;
    t_ = t;
    begin(h, y, rate);
    const double d = 1 / (2 + std::sqrt(2.0)), e = 6 + std::sqrt(2.0);
    hd_ = h * d;
    const Eigen::Index n = J_.cols();
    lu_.compute(Matrix::Identity(n, n) - hd_ * J_.topRows(n));
    k1_ = solve(rate + hd_ * drift_);
    stage_ = y + (h / 2) * k1_;
    system.rate(t + h / 2, stage_, middle_);
    k2_ = solve(middle_ - k1_) + k1_;
    end_ = y + h * k2_;
    system.rate(t + h, end_, end_rate_);
    const Vector k3 = solve(end_rate_ - e * (k2_ - middle_) - 2 * (k1_ - rate) + hd_ * drift_);
    error_ = (h / 6) * (k1_ - 2 * k2_ + k3);
  }
  const Vector* error() const noexcept override { return &error_; }
  void restart(System& /*system*/, const State& /*x*/, const Vector& /*y*/) override {
    known_ = false;
  }

 private:
  /// W⁻¹ b; the works follow from what moves.
  Vector solve(const Vector& b) const {
    const Eigen::Index n = J_.cols();
    Vector x = b;
    x.head(n) = lu_.solve(b.head(n));
    x.tail(b.size() - n) += hd_ * (J_.bottomRows(b.size() - n) * x.head(n));
    return x;
  }

  void linearise(System& system, double t, double h, const Vector& y, const Vector& rate) {
    const Eigen::Index n = Eigen::Index{2} * system.nv();
    const double root_eps = 0x1p-26;
    J_.resize(y.size(), n);
    stage_ = y;
    middle_.resize(y.size());
    for (Eigen::Index k = 0; k < n; ++k) {
      const double step = root_eps * std::max(1.0, std::abs(y[k]));
      stage_[k] = y[k] + step;
      system.rate(t, stage_, middle_);
      J_.col(k) = (middle_ - rate) / (stage_[k] - y[k]);
      stage_[k] = y[k];
    }
    const double later = std::min(root_eps * std::max(1.0, std::abs(t)), h);
    system.rate(t + later, y, middle_);
    drift_ = (middle_ - rate) / later;
  }

  Matrix J_;
  Eigen::PartialPivLU<Matrix> lu_;
  double hd_ = 0, t_ = 0;
  bool known_ = false;
  Vector drift_, stage_, middle_, k1_, k2_, error_;
};

}  // namespace

std::unique_ptr<Stepper> make_rosenbrock23() { return std::make_unique<Rosenbrock23>(); }

}  // namespace kinetree::simulation
