// The definitions, theorems and the lemma of Truc et al., on matrices of unequal sizes.
#include "kernel/matrix_calculus.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "support/close.hpp"

namespace kinetree::testing::matrix_calculus_test {
namespace {

using kernel::kronecker;
using Matrix = Eigen::MatrixXd;

MatrixView<double> view(Matrix& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols())};
}
View<const double> view(const Eigen::VectorXd& x) { return {x.data(), static_cast<int>(x.size())}; }

template <class A>
Matrix dense(const A& a) {
  Matrix result(a.rows(), a.columns());
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.columns(); ++j) result(i, j) = a(i, j);
  }
  return result;
}

/// A p × q matrix of quadratic polynomials in r variables, and its derivative (Definition 2).
struct Polynomials {
  int p, q, r;
  Matrix value(const Eigen::VectorXd& x) const {
    Matrix D(p, q);
    for (int i = 0; i < p; ++i) {
      for (int j = 0; j < q; ++j) {
        D(i, j) = 1 + i - j;
        for (int k = 0; k < r; ++k)
          D(i, j) += (i + 2 * j - k) * x[k] + (1 + i * j + k) * x[k] * x[k];
      }
    }
    return D;
  }
  Matrix derivative(const Eigen::VectorXd& x) const {
    Matrix dD(p, q * r);
    for (int i = 0; i < p; ++i) {
      for (int j = 0; j < q; ++j) {
        for (int k = 0; k < r; ++k) {
          dD(i, j * r + k) = (i + 2 * j - k) + 2 * (1 + i * j + k) * x[k];
        }
      }
    }
    return dD;
  }
};

TEST(MatrixCalculus, Definition1IsEveryEntryTimesTheOtherMatrix) {
  Matrix D(2, 3), H(3, 2);
  D << 1, 2, 3, 4, 5, 6;
  H << 7, 8, 9, 10, 11, 12;
  const auto product = kronecker(view(D), view(H));
  ASSERT_EQ(product.rows(), 6);
  ASSERT_EQ(product.columns(), 6);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(dense(product).block(3 * i, 2 * j, 3, 2), D(i, j) * H);
    }
  }
}

TEST(MatrixCalculus, ZerosOfIdentitiesAreKnownWithoutNumbers) {
  const Eigen::VectorXd x = Eigen::Vector3d(1, 0, 2);
  const auto product =
      kronecker(kernel::Identity<double>{2}, kernel::ColumnVector<double>{view(x)});
  EXPECT_TRUE(product.is_zero(3, 0));
  EXPECT_FALSE(product.is_zero(1, 0));  // happens to be zero, but is not known to be
  EXPECT_EQ(product(1, 0), 0);
}

TEST(MatrixCalculus, Definition2PutsTheVariablesSideBySide) {
  const Polynomials f{2, 3, 4};
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, -0.7, 1.1, 0.2);
  const auto slope = [&](int i, int j, int k) {
    return (i + 2 * j - k) + 2 * (1 + i * j + k) * x[k];
  };
  const auto dD = kernel::derivative(f.p, f.q, f.r, slope);
  ASSERT_EQ(dD.rows(), 2);
  ASSERT_EQ(dD.columns(), 12);
  EXPECT_EQ(dD(1, 2 * 4 + 3), slope(1, 2, 3));
  EXPECT_EQ(dense(dD), f.derivative(x));
}

TEST(MatrixCalculus, Theorem1IsTheProductRule) {
  const Polynomials left{2, 3, 4}, right{3, 5, 4};
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, -0.7, 1.1, 0.2);
  Matrix D = left.value(x), dD = left.derivative(x), H = right.value(x), dH = right.derivative(x);
  Matrix ours(2, 5 * 4);
  kernel::product_rule(view(D), view(dD), view(H), view(dH), 4, view(ours));
  Matrix slopes(2, 5 * 4);
  constexpr double step = 1e-4;
  for (int k = 0; k < 4; ++k) {
    const Eigen::VectorXd move = step * Eigen::VectorXd::Unit(4, k);
    const Matrix slope = (left.value(x + move) * right.value(x + move) -
                          left.value(x - move) * right.value(x - move)) /
                         (2 * step);
    for (int j = 0; j < 5; ++j) slopes.col(j * 4 + k) = slope.col(j);
  }
  EXPECT_TRUE(close(ours, slopes, 1e-6));
}

// Three columns, four variables: with 1_r as printed in (33) the product would not even exist.
TEST(MatrixCalculus, Theorem2IsTheTimeDerivative) {
  const Polynomials f{2, 3, 4};
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, -0.7, 1.1, 0.2);
  const Eigen::VectorXd x_dot = Eigen::Vector4d(-1, 0.5, 2, 0.1);
  Matrix dD = f.derivative(x), ours(2, 3);
  kernel::time_derivative(view(dD), view(x_dot), view(ours));
  constexpr double step = 1e-4;
  const Matrix rate = (f.value(x + step * x_dot) - f.value(x - step * x_dot)) / (2 * step);
  EXPECT_TRUE(close(ours, rate, 1e-7));
}

TEST(MatrixCalculus, Lemma1HoldsForSquares) {
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, -0.7, 1.1, 0.2);
  const kernel::ColumnVector<double> column{view(x)};
  const kernel::Identity<double> one{4};
  Matrix left(16, 1), right(16, 1);
  kernel::product(kronecker(one, column), column, view(left));
  kernel::product(kronecker(column, one), column, view(right));
  EXPECT_EQ(left, right);
  EXPECT_EQ(dense(kronecker(column, column)), left);
}

}  // namespace
}  // namespace kinetree::testing::matrix_calculus_test
