// Comparison with a tolerance that says what it is relative to.
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace kinetree::testing {

constexpr double eps = std::numeric_limits<double>::epsilon();

double largest(const Eigen::Ref<const Eigen::MatrixXd>& x);

/// max |a - b| ≤ tolerance · scale; the scale defaults to max |b|. NaN is never close.
::testing::AssertionResult close(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                 const Eigen::Ref<const Eigen::MatrixXd>& b, double tolerance,
                                 double scale = -1);

/// The metric (32) of Safeea et al.: the sum of all differences beside the largest entry.
double summed_difference(const Eigen::Ref<const Eigen::MatrixXd>& a,
                         const Eigen::Ref<const Eigen::MatrixXd>& b);

/// What M and g may be off by: 50 n eps, and never less than 1e-13.
inline double rounding(int n) { return std::max(1e-13, 50 * n * eps); }

}  // namespace kinetree::testing
