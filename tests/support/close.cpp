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
  Eigen::Index row = 0, column = 0;
  (a - b).cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&row, &column);
  auto failure = ::testing::AssertionFailure()
                 << "differ by " << difference << ", allowed " << bound << ", at (" << row << ", "
                 << column << "): " << a(row, column) << " against " << b(row, column);
  constexpr Eigen::Index readable = 8;
  if (std::max(a.rows(), a.cols()) <= readable) failure << "\n" << a << "\nagainst\n" << b;
  return failure;
}

double summed_difference(const Eigen::Ref<const Eigen::MatrixXd>& a,
                         const Eigen::Ref<const Eigen::MatrixXd>& b) {
  return (a - b).cwiseAbs().sum() / largest((a + b) / 2);
}

}  // namespace kinetree::testing
