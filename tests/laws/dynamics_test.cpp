// Inverse and forward dynamics undo each other, all methods agree, and energy is accounted for.
#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

/// |a| that an error of one rounding in each term of tau = M a + h may cause.
double amplified(Evaluator& e, const RandomState& x) {
  const Matrix M = e.mass_matrix(x.q);
  const double terms = largest(e.bias(x.q, x.v)) + largest(M) * largest(x.a);
  return largest(x.a) + e.mass_matrix_inverse(x.q).norm() * terms;
}

TEST(Dynamics, ForwardUndoesInverse) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    const int n = robot.model.nv();
    for (Candidate& id : candidates(robot.model, Quantity::inverse_dynamics)) {
      const Vector tau = id.evaluator.inverse_dynamics(x.q, x.v, x.a);
      const double size = amplified(id.evaluator, x);
      for (Candidate& fd : candidates(robot.model, Quantity::forward_dynamics)) {
        EXPECT_TRUE(close(fd.evaluator.forward_dynamics(x.q, x.v, tau), x.a, rounding(n), size))
            << id.method.name << ", " << fd.method.name;
      }
    }
  }
}

TEST(Dynamics, FrictionIsTheSameInBothDirections) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    const Include friction{.armature = true, .friction = true};
    for (Candidate& fd : candidates(robot.model, Quantity::forward_dynamics, friction)) {
      const Vector tau = fd.evaluator.inverse_dynamics(x.q, x.v, x.a);
      const double size = amplified(fd.evaluator, x);
      EXPECT_TRUE(close(fd.evaluator.forward_dynamics(x.q, x.v, tau), x.a,
                        rounding(robot.model.nv()), size))
          << fd.method.name;
    }
  }
}

TEST(Dynamics, InverseIsMassMatrixTimesAccelerationPlusBias) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    for (Candidate& id : candidates(robot.model, Quantity::inverse_dynamics)) {
      const Vector Ma = id.evaluator.mass_matrix(x.q) * x.a;
      const Vector h = id.evaluator.bias(x.q, x.v);
      EXPECT_TRUE(close(id.evaluator.inverse_dynamics(x.q, x.v, x.a), Ma + h, 1e-12,
                        largest(Ma) + largest(h)))
          << id.method.name;
    }
  }
}

TEST(Dynamics, BiasAtRestIsGravity) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const Vector rest = Vector::Zero(robot.model.nv());
    for (Candidate& b : candidates(robot.model, Quantity::bias)) {
      const Vector h = b.evaluator.bias(robot.state.q, rest);
      for (Candidate& g : candidates(robot.model, Quantity::gravity)) {
        EXPECT_TRUE(close(g.evaluator.gravity(robot.state.q), h, rounding(robot.model.nv())))
            << b.method.name << ", " << g.method.name;
      }
    }
  }
}

// Central differences with Richardson's extrapolation: error of the order step⁴.
template <class F>
double derivative(F f, double step = 1e-3) {
  const double coarse = (f(step) - f(-step)) / (2 * step);
  const double fine = (f(step / 2) - f(-step / 2)) / step;
  return (4 * fine - coarse) / 3;
}

TEST(Dynamics, GravityIsTheGradientOfPotentialEnergy) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const int n = robot.model.nv();
    if (n > 60) continue;  // n evaluations each
    for (Candidate& c : candidates(robot.model, Quantity::gravity)) {
      const Vector g = c.evaluator.gravity(robot.state.q);
      Vector slope(n);
      for (int k = 0; k < n; ++k) {
        slope[k] = derivative([&](double t) {
          const Vector q = displace(robot.model, robot.state.q, t * Vector::Unit(n, k));
          return c.evaluator.potential_energy(q);
        });
      }
      EXPECT_TRUE(close(g, slope, 1e-8, largest(g) + 1)) << c.method.name;
    }
  }
}

TEST(Dynamics, PowerOfTheForcesIsTheRateOfEnergy) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const RandomState& x = robot.state;
    for (Candidate& c : candidates(robot.model, Quantity::inverse_dynamics)) {
      const Vector tau = c.evaluator.inverse_dynamics(x.q, x.v, x.a);
      const double rate = derivative(
          [&](double t) {
            const Vector q = displace(robot.model, x.q, t * x.v + 0.5 * t * t * x.a);
            return c.evaluator.kinetic_energy(q, x.v + t * x.a) + c.evaluator.potential_energy(q);
          },
          1e-4);
      const double size = tau.cwiseAbs().dot(x.v.cwiseAbs());
      EXPECT_NEAR(tau.dot(x.v), rate, 1e-6 * size) << c.method.name;
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
