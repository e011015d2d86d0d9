// Dormand–Prince 5(4), its error estimate, and the interpolant of fourth order that MATLAB's ode45
// uses between steps.
//
// [dormand_prince1980]; interpolant: [shampine_reichelt1997]. Seven stages, the last of which is
// the first of the next step.
#include <array>

#include "simulate/stepper.hpp"

namespace kinetree::simulation {
namespace {

constexpr int stages = 7;
using Row = std::array<double, stages>;

constexpr Row node{0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
constexpr std::array<Row, stages> weight{
    Row{},
    Row{1.0 / 5},
    Row{3.0 / 40, 9.0 / 40},
    Row{44.0 / 45, -56.0 / 15, 32.0 / 9},
    Row{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    Row{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    Row{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
/// Fifth order minus fourth.
constexpr Row difference{71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                         -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
/// Weights of the stages at a share s of the step: coefficients of s, s², s³, s⁴.
constexpr std::array<std::array<double, 4>, stages> dense{
    {{1, -183.0 / 64, 37.0 / 12, -145.0 / 128},
     {0, 0, 0, 0},
     {0, 1500.0 / 371, -1000.0 / 159, 1000.0 / 371},
     {0, -125.0 / 32, 125.0 / 12, -375.0 / 64},
     {0, 9477.0 / 3392, -729.0 / 106, 25515.0 / 6784},
     {0, -11.0 / 7, 11.0 / 3, -55.0 / 28},
     {0, 3.0 / 2, -4, 5.0 / 2}}};

class Dopri5 final : public Stepper {
 public:
  void step(System& system, double t, double h, const Vector& y, const Vector& rate) override {
    begin(h, y, rate);
    k_.resize(y.size(), stages);
    k_.col(0) = rate;
    for (int i = 1; i < stages; ++i) {
      const auto row = static_cast<std::size_t>(i);
      // Summed before it is added: y is rounded once a step, not seven times.
      increment_.setZero(y.size());
      for (int j = 0; j < i; ++j) {
        const double w = weight[row][static_cast<std::size_t>(j)];
        if (w != 0) increment_ += w * k_.col(j);
      }
      increment_ *= h;
      end_ = y + increment_;
      system.rate(t + h * node[row], end_, end_rate_);
      k_.col(i) = end_rate_;
    }
  }

  const Vector* increment() const noexcept override { return &increment_; }
  const Vector* error() const noexcept override {
    error_.setZero(end_.size());
    for (int i = 0; i < stages; ++i) {
      error_ += (h_ * difference[static_cast<std::size_t>(i)]) * k_.col(i);
    }
    return &error_;
  }

  void between(double share, Vector& y) const override {
    y = start_;
    for (int i = 0; i < stages; ++i) {
      const auto& c = dense[static_cast<std::size_t>(i)];
      const double w = share * (c[0] + share * (c[1] + share * (c[2] + share * c[3])));
      if (w != 0) y += (h_ * w) * k_.col(i);
    }
  }

 private:
  Matrix k_;
  Vector increment_;
  mutable Vector error_;
};

}  // namespace

std::unique_ptr<Stepper> make_dopri5() { return std::make_unique<Dopri5>(); }

}  // namespace kinetree::simulation
