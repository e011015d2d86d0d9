#include "kernel/coriolis/body.hpp"

#include <gtest/gtest.h>

#include "support/close.hpp"
#include "support/dense.hpp"

namespace kinetree::testing::body_test {
namespace {

/// B as a 6×6 matrix, column by column.
Matrix6 dense(const kernel::BodyCoriolis<double>& B) {
  Matrix6 result;
  for (int k = 0; k < 6; ++k) {
    const Vector6 unit = Vector6::Unit(k);
    const spatial::Motion<double> m{{unit[0], unit[1], unit[2]}, {unit[3], unit[4], unit[5]}};
    result.col(k) = testing::dense(B * m);
  }
  return result;
}

TEST(BodyCoriolis, GivesTheForceAndTheRateOfInertia) {
  RandomSpatial random(11);
  for (int trial = 0; trial < 20; ++trial) {
    const spatial::Inertia<double> body = random.inertia();
    const spatial::Motion<double> v = random.motion(), x = random.motion();
    const kernel::BodyCoriolis<double> compact = kernel::body_coriolis(body, v);
    const Matrix6 B = dense(compact), I = testing::dense(body);
    const Matrix6 X = motion_cross(testing::dense(v));
    const Matrix6 minus_IX = -(I * X);  // I is symmetric: its transpose is -Xᵀ I
    EXPECT_TRUE(close(B * testing::dense(v), minus_IX.transpose() * testing::dense(v), 1e-14, 10));
    EXPECT_TRUE(close(B + B.transpose(), minus_IX + minus_IX.transpose(), 1e-14, 10));
    const Vector6 transposed = B.transpose() * testing::dense(x);
    EXPECT_TRUE(
        close(testing::dense(transpose_times(compact, x)), transposed.head<3>(), 1e-14, 10));
    EXPECT_EQ(transposed.tail<3>().norm(), 0);
  }
}

// Torsion: B(v) w - B(w) v = -I (v × w), which leaves no freedom in B.
TEST(BodyCoriolis, HasNoTorsion) {
  RandomSpatial random(12);
  for (int trial = 0; trial < 20; ++trial) {
    const spatial::Inertia<double> body = random.inertia();
    const spatial::Motion<double> v = random.motion(), w = random.motion();
    const Vector6 difference = testing::dense(kernel::body_coriolis(body, v) * w) -
                               testing::dense(kernel::body_coriolis(body, w) * v);
    EXPECT_TRUE(close(difference, -testing::dense(body * cross(v, w)), 1e-14, 10));
  }
}

}  // namespace
}  // namespace kinetree::testing::body_test
