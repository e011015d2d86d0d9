// Comparison with a tolerance that says what it is relative to.
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace kinetree::testing {

constexpr double eps = std::numeric_limits<double>::epsilon();

inline double largest(const Eigen::Ref<const Eigen::MatrixXd>& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0;
}

/// max |a - b| ≤ tolerance · scale; the scale defaults to max |b|. NaN is never close.
inline ::testing::AssertionResult close(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                        const Eigen::Ref<const Eigen::MatrixXd>& b,
                                        double tolerance, double scale = -1) {
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

/// What M and g may be off by: 50 n eps, and never less than 1e-13.
inline double rounding(int n) { return std::max(1e-13, 50 * n * eps); }

}  // namespace kinetree::testing
