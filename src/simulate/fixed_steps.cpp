// Methods of fixed steps: Runge–Kutta, the same with exact energy, and semi-implicit Euler.
#include <cmath>

#include "simulate/stepper.hpp"

namespace kinetree::simulation {
namespace {

class Rk4 : public Stepper {
 public:
  void step(System& system, double t, double h, const Vector& y, const Vector& rate) override {
    begin(h, y, rate);
    k_.resize(y.size());
    end_ = y + (h / 6) * rate;
    stage_ = y + (h / 2) * rate;
    system.rate(t + h / 2, stage_, k_);
    end_ += (h / 3) * k_;
    stage_ = y + (h / 2) * k_;
    system.rate(t + h / 2, stage_, k_);
    end_ += (h / 3) * k_;
    stage_ = y + h * k_;
    system.rate(t + h, stage_, k_);
    end_ += (h / 6) * k_;
    finish(system, t + h);
  }

 protected:
  virtual void finish(System& system, double t) { system.rate(t, end_, end_rate_); }

 private:
  Vector stage_, k_;
};

/// After each step the velocities are scaled so that T + U is what the works leave of it: the
/// projection onto the level of energy [hairer2006] IV.4, along v because T is quadratic in v and
/// so needs no iteration. Where the robot is about to rest there is nothing to scale; the next
/// steps make up for it, because the level is kept since the start.
class Rk4Energy final : public Rk4 {
 public:
  void restart(System& system, const State& x, const Vector& y) override {
    level_ = energy(system, x) - work(system, y);
  }

 protected:
  void finish(System& system, double t) override {
    if (end_.allFinite()) {
      system.unpack(t, end_, x_);
      const double T = system.evaluator().kinetic_energy(x_.q, x_.v);
      const double wanted = level_ + work(system, end_) - system.evaluator().potential_energy(x_.q);
      // Further away than that, the step was wrong and not only its energy.
      constexpr double most = 1.5;
      if (wanted > T / most && wanted < T * most) {
        end_.segment(system.nv(), system.nv()) *= std::sqrt(wanted / T);
      }
    }
    Rk4::finish(system, t);
  }

 private:
  static double energy(System& system, const State& x) {
    return system.evaluator().kinetic_energy(x.q, x.v) + system.evaluator().potential_energy(x.q);
  }
  static double work(const System& system, const Vector& y) {
    return y.tail(system.nv() + works).sum();
  }
  double level_ = 0;
  State x_;
};

/// v += h a, then q moves by the new v: symplectic where M is constant, and steady where it is not.
class SemiImplicitEuler final : public Stepper {
 public:
  void step(System& system, double t, double h, const Vector& y, const Vector& rate) override {
    begin(h, y, rate);
    const int n = system.nv();
    end_ = y + h * rate;
    stage_ = y;
    stage_.segment(n, n) = end_.segment(n, n);
    moved_.resize(y.size());
    system.position_rate(stage_, moved_);
    end_.head(n) = y.head(n) + h * moved_.head(n);
    system.rate(t + h, end_, end_rate_);
    const Eigen::Index all_works = n + works;  // by the mean of both ends
    end_.tail(all_works) = y.tail(all_works) + (h / 2) * (rate + end_rate_).tail(all_works);
  }

 private:
  Vector stage_, moved_;
};

}  // namespace

std::unique_ptr<Stepper> make_rk4() { return std::make_unique<Rk4>(); }
std::unique_ptr<Stepper> make_rk4_energy() { return std::make_unique<Rk4Energy>(); }
std::unique_ptr<Stepper> make_semi_implicit_euler() {
  return std::make_unique<SemiImplicitEuler>();
}

}  // namespace kinetree::simulation
