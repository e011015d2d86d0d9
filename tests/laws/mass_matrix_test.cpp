// M is symmetric and positive definite, and ½ vᵀ M v is the kinetic energy.
#include <Eigen/Cholesky>

#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

TEST(MassMatrix, IsSymmetricToTheLastBit) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    for (Candidate& c : candidates(robot.model, Quantity::mass_matrix)) {
      const Matrix M = c.evaluator.mass_matrix(robot.state.q);
      EXPECT_EQ(M, M.transpose()) << c.method.name;
    }
  }
}

TEST(MassMatrix, IsPositiveDefinite) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    for (Candidate& c : candidates(robot.model, Quantity::mass_matrix)) {
      const Matrix M = c.evaluator.mass_matrix(robot.state.q);
      EXPECT_EQ(Eigen::LLT<Matrix>(M).info(), Eigen::Success) << c.method.name;
    }
  }
}

TEST(MassMatrix, HalfVMVIsKineticEnergy) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const Vector& v = robot.state.v;
    for (Candidate& c : candidates(robot.model, Quantity::mass_matrix)) {
      const double energy = 0.5 * v.dot(c.evaluator.mass_matrix(robot.state.q) * v);
      const double T = c.evaluator.kinetic_energy(robot.state.q, v);
      EXPECT_NEAR(energy, T, rounding(robot.model.nv()) * T) << c.method.name;
    }
  }
}

TEST(MassMatrix, TimesVelocityIsMomentum) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    for (Candidate& c : candidates(robot.model, Quantity::mass_matrix)) {
      const Vector p = c.evaluator.mass_matrix(robot.state.q) * robot.state.v;
      EXPECT_TRUE(
          close(c.evaluator.momentum(robot.state.q, robot.state.v), p, rounding(robot.model.nv())))
          << c.method.name;
    }
  }
}

TEST(MassMatrix, TimesItsInverseIsOne) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    Evaluator e(robot.model);
    const Matrix M = e.mass_matrix(robot.state.q);
    const Matrix inverse = e.mass_matrix_inverse(robot.state.q);
    EXPECT_EQ(inverse, inverse.transpose());
    // The residual of a backward stable inverse is eps · |M| |M⁻¹|.
    EXPECT_TRUE(close(M * inverse, Matrix::Identity(M.rows(), M.cols()), rounding(robot.model.nv()),
                      M.norm() * inverse.norm()));
  }
}

TEST(MassMatrix, ArmatureIsOnItsDiagonalOnly) {
  KINETREE_FOR_EACH(robot, law_cases(false)) {
    for (Candidate& c : candidates(robot.model, Quantity::mass_matrix)) {
      Evaluator bare(robot.model, {.methods = {.mass_matrix = std::string(c.method.name)},
                                   .include = {.armature = false}});
      Matrix difference = c.evaluator.mass_matrix(robot.state.q) - bare.mass_matrix(robot.state.q);
      for (const JointSlot& slot : robot.model.joints()) {
        for (int k = 0; k < slot.nv; ++k) {
          difference(slot.v_first + k, slot.v_first + k) -=
              robot.model.link(slot.link).joint.armature;
        }
      }
      EXPECT_LE(largest(difference), 4 * eps * largest(bare.mass_matrix(robot.state.q)));
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
