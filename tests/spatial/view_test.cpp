#include "spatial/view.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <concepts>

namespace kinetree {
namespace {

TEST(View, ReadsAndWritesTheArrayBehindIt) {
  std::array<int, 3> numbers{1, 2, 3};
  const View<int> view(numbers.data(), 3);
  view[1] = 20;
  EXPECT_EQ(numbers[1], 20);
  EXPECT_EQ(view[2], 3);
  EXPECT_EQ(view.size(), 3);
  EXPECT_EQ(view.data(), numbers.data());
}

TEST(View, IsEmptyByDefault) {
  const View<double> view;
  EXPECT_EQ(view.size(), 0);
  EXPECT_EQ(view.data(), nullptr);
}

TEST(View, OfMutableBecomesViewOfConstButNotBack) {
  std::array<double, 2> numbers{1, 2};
  const View<const double> reading = View<double>(numbers.data(), 2);
  EXPECT_EQ(reading.data(), numbers.data());
  EXPECT_EQ(reading.size(), 2);
  EXPECT_TRUE((std::convertible_to<View<double>, View<const double>>));
  EXPECT_FALSE((std::convertible_to<View<const double>, View<double>>));
}

TEST(MatrixView, IsColumnMajorLikeEigen) {
  Eigen::MatrixXd A(2, 3);
  A << 1, 2, 3, 4, 5, 6;
  const MatrixView<double> view(A.data(), 2, 3);
  ASSERT_EQ(view.rows(), 2);
  ASSERT_EQ(view.columns(), 3);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_EQ(view(i, j), A(i, j)) << i << ", " << j;
  }
  view(1, 2) = 60;
  EXPECT_EQ(A(1, 2), 60);
}

#if defined(KINETREE_CHECKS) && !defined(NDEBUG)
TEST(ViewDeathTest, ChecksItsBoundsWhereAsked) {
  std::array<int, 3> numbers{1, 2, 3};
  const View<int> view(numbers.data(), 3);
  EXPECT_DEATH(static_cast<void>(view[3]), "i < size_");
  EXPECT_DEATH(static_cast<void>(view[-1]), "i >= 0");
  const MatrixView<int> matrix(numbers.data(), 1, 3);
  EXPECT_DEATH(static_cast<void>(matrix(1, 0)), "i < rows_");
}
#endif

}  // namespace
}  // namespace kinetree
