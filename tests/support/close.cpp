// Compiled once: these few lines of Eigen took seconds in every test.
#include "support/close.hpp"

namespace kinetree::testing {

double largest(const Eigen::Ref<const Eigen::MatrixXd>& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0;
}

::testing::AssertionResult close(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                 const Eigen::Ref<const Eigen::MatrixXd>& b, double tolerance,
                                 double scale) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) {
    return ::testing::AssertionFailure()
           << "sizes " << a.rows() << "×" << a.cols() << " and " << b.rows() << "×" << b.cols();
  }
  const double bound = tolerance * (scale < 0 ? largest(b) : scale);
  const double difference = largest(a - b);
  if (a.size() == 0 || (a.allFinite() && difference <= bound)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "differ by " << difference << ", allowed " << bound << "\n"
         << a << "\nagainst\n"
         << b;
}

double summed_difference(const Eigen::Ref<const Eigen::MatrixXd>& a,
                         const Eigen::Ref<const Eigen::MatrixXd>& b) {
  return (a - b).cwiseAbs().sum() / largest((a + b) / 2);
}

}  // namespace kinetree::testing
