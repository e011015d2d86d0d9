#include "spatial/vec3.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing::vec3_test {
namespace {

constexpr double rounding_of_a_few_terms = 1e-14;  // entries are at most 1

class RandomNumbers : public ::testing::TestWithParam<int> {
 protected:
  RandomSpatial random{static_cast<std::uint64_t>(GetParam())};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(GetParam())};
  const spatial::Vec3<double> a = random.vec(), b = random.vec();
  const spatial::Mat3<double> A = random.mat(), B = random.mat();
  const spatial::Sym3<double> P = random.sym(), Q = random.sym();
  const double s = random.number();

  static ::testing::AssertionResult same(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return close(x, y, rounding_of_a_few_terms, 1);
  }
};

using Vec3 = RandomNumbers;
using Mat3 = RandomNumbers;
using Sym3 = RandomNumbers;
INSTANTIATE_TEST_SUITE_P(Seeds, Vec3, ::testing::Range(1, 6));
INSTANTIATE_TEST_SUITE_P(Seeds, Mat3, ::testing::Range(1, 6));
INSTANTIATE_TEST_SUITE_P(Seeds, Sym3, ::testing::Range(1, 6));

TEST_P(Vec3, AddsSubtractsNegatesAndScalesByEntry) {
  EXPECT_TRUE(same(dense(a + b), dense(a) + dense(b)));
  EXPECT_TRUE(same(dense(a - b), dense(a) - dense(b)));
  EXPECT_TRUE(same(dense(-a), -dense(a)));
  EXPECT_TRUE(same(dense(s * a), s * dense(a)));
}

TEST_P(Vec3, ProductsAreThoseOfEigen) {
  EXPECT_NEAR(dot(a, b), dense(a).dot(dense(b)), rounding_of_a_few_terms);
  EXPECT_TRUE(same(dense(cross(a, b)), dense(a).cross(dense(b))));
}

TEST_P(Mat3, ProductsAreThoseOfEigen) {
  EXPECT_TRUE(same(dense(A * a), dense(A) * dense(a)));
  EXPECT_TRUE(same(dense(A * B), dense(A) * dense(B)));
  EXPECT_TRUE(same(dense(transpose_times(A, a)), dense(A).transpose() * dense(a)));
  EXPECT_TRUE(same(dense(cross(a, B)), skew(dense(a)) * dense(B)));
}

TEST_P(Mat3, AddsSubtractsAndTransposes) {
  EXPECT_TRUE(same(dense(A + B), dense(A) + dense(B)));
  EXPECT_TRUE(same(dense(A - B), dense(A) - dense(B)));
  EXPECT_EQ(dense(transpose(A)), Eigen::Matrix3d(dense(A).transpose()));
  EXPECT_EQ(dense(spatial::identity3<double>()), Eigen::Matrix3d(Eigen::Matrix3d::Identity()));
}

TEST_P(Sym3, AddsSubtractsAndMultiplies) {
  EXPECT_TRUE(same(dense(P + Q), dense(P) + dense(Q)));
  EXPECT_TRUE(same(dense(P - Q), dense(P) - dense(Q)));
  EXPECT_TRUE(same(dense(P * a), dense(P) * dense(a)));
}

TEST_P(Sym3, FullAndSymmetricAreInverse) {
  EXPECT_EQ(dense(full(P)), dense(P));
  EXPECT_EQ(dense(symmetric(full(P))), dense(P));
}

TEST_P(Sym3, OuterProducts) {
  const Eigen::Vector3d u = dense(a), v = dense(b);
  EXPECT_TRUE(same(dense(symmetric_outer(a, b)), u * v.transpose() + v * u.transpose()));
  EXPECT_TRUE(same(dense(outer(a, s)), s * u * u.transpose()));
}

TEST_P(Sym3, RotateIsCongruenceWithAnyMatrix) {
  EXPECT_TRUE(same(dense(rotate(A, P)), dense(A) * dense(P) * dense(A).transpose()));
}

TEST_P(Vec3, TwoCrossProductsAreTheProductOfTwoSkewMatrices) {
  EXPECT_TRUE(same(dense(cross_cross(a, b)), skew(dense(a)) * skew(dense(b))));
}

TEST_P(Mat3, IsScaledByEntry) { EXPECT_TRUE(same(dense(s * A), s * dense(A))); }

}  // namespace
}  // namespace kinetree::testing::vec3_test
