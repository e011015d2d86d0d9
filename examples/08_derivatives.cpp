// Derivatives of inverse and forward dynamics, and the regressor of the inertial parameters.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  kinetree::Model arm = kinetree::load_model("planar3");
  arm.set_armature(arm.at("L2"), 0.02);  // a motor with a gear
  kinetree::Options options;
  options.regressor.armature = true;  // it is in tau, so it needs a column
  kinetree::Evaluator eval(arm, options);
  const kinetree::Vector q{{0.1, 0.2, 0.3}}, v{{1, -1, 0.5}}, a{{0, 1, 2}}, tau{{5, 1, 0.2}};

  const kinetree::InverseDynamicsDerivatives& inverse = eval.inverse_dynamics_derivatives(q, v, a);
  std::cout << "dtau/dq =\n" << inverse.dq << '\n';

  // A linear model x' = A x + B u around (q, v, tau): what a linear-quadratic regulator starts
  // from.
  const kinetree::ForwardDynamicsDerivatives& forward =
      eval.forward_dynamics_derivatives(q, v, tau);
  kinetree::Matrix A = kinetree::Matrix::Zero(6, 6);
  A.topRightCorner(3, 3).setIdentity();
  A.bottomRows(3) << forward.dq, forward.dv;
  std::cout << "A has trace " << A.trace() << ", B ends with " << forward.dtau.row(2) << '\n';

  const kinetree::Matrix& Y = eval.regressor(q, v, a);
  const kinetree::Vector parameters = eval.regressor_parameters();
  std::cout << "regressor: " << Y.rows() << " x " << Y.cols() << ", column 1 is "
            << eval.regressor_names()[1] << '\n';
  const bool same = (Y * parameters).isApprox(eval.inverse_dynamics(q, v, a), 1e-13);
  std::cout << "Y times the parameters is tau: " << (same ? "yes" : "no") << '\n';
}
