#include "kernel/coupling.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <vector>

#include "support/close.hpp"

namespace kinetree::testing {
namespace {

// Seven coordinates of the tree from three of the user's; the last user coordinate moves one only.
class CouplingOfSeven : public ::testing::Test {
 protected:
  static constexpr int tree_size = 7, user_size = 3;
  std::vector<int> source{0, 1, 0, 1, 2, 0, 1};
  std::vector<double> multiplier{1, 1, -2, 0.5, 3, 0, -1}, offset{0, 0, 0.1, -0.2, 0, 0.7, 1};
  std::vector<double> none = std::vector<double>(7, 0.0);

  static View<const double> of(const std::vector<double>& x) {
    return {x.data(), static_cast<int>(x.size())};
  }
  static View<double> of(Eigen::VectorXd& x) { return {x.data(), static_cast<int>(x.size())}; }
  static MatrixView<double> of(Eigen::MatrixXd& A) {
    return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols())};
  }
  kernel::Coupling<double> coupling(const std::vector<double>& offsets) const {
    return {{source.data(), tree_size}, of(multiplier), of(offsets)};
  }
  Eigen::MatrixXd G() const {
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(tree_size, user_size);
    for (int k = 0; k < tree_size; ++k) {
      const auto i = static_cast<std::size_t>(k);
      result(k, source[i]) = multiplier[i];
    }
    return result;
  }
  Eigen::VectorXd user = Eigen::Vector3d(0.3, -1.2, 2.5);
  Eigen::VectorXd tree = Eigen::VectorXd::LinSpaced(tree_size, -1, 2);
};

TEST_F(CouplingOfSeven, ExpandIsAffine) {
  Eigen::VectorXd x(tree_size);
  kernel::expand<double>(coupling(offset), of(user), of(x));
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(offset.data(), tree_size);
  EXPECT_TRUE(close(x, G() * user + b, 1e-15));
}

TEST_F(CouplingOfSeven, ReduceIsTheTransposeAndOverwrites) {
  Eigen::VectorXd x = Eigen::VectorXd::Constant(user_size, 1e30);
  kernel::reduce<double>(coupling(offset), of(tree), of(x));
  EXPECT_TRUE(close(x, G().transpose() * tree, 1e-15));
}

TEST_F(CouplingOfSeven, ExpandAndReduceAreTransposesOfEachOther) {
  Eigen::VectorXd expanded(tree_size), reduced(user_size);
  kernel::expand<double>(coupling(none), of(user), of(expanded));
  kernel::reduce<double>(coupling(none), of(tree), of(reduced));
  EXPECT_NEAR(expanded.dot(tree), user.dot(reduced), 1e-14);
}

TEST_F(CouplingOfSeven, ColumnsOfAJacobianAreAddedUp) {
  std::srand(1);
  Eigen::MatrixXd J = Eigen::MatrixXd::Random(6, tree_size);
  Eigen::MatrixXd reduced = Eigen::MatrixXd::Constant(6, user_size, 1e30);
  kernel::reduce_columns<double>(coupling(none), of(J), of(reduced));
  EXPECT_TRUE(close(reduced, J * G(), 1e-14));
}

TEST_F(CouplingOfSeven, TheMassMatrixIsReducedFromBothSides) {
  std::srand(2);
  const Eigen::MatrixXd A = Eigen::MatrixXd::Random(tree_size, tree_size);
  Eigen::MatrixXd M = A * A.transpose();
  Eigen::MatrixXd reduced = Eigen::MatrixXd::Constant(user_size, user_size, 1e30);
  kernel::reduce_matrix<double>(coupling(none), of(M), of(reduced));
  EXPECT_TRUE(close(reduced, G().transpose() * M * G(), 1e-14));
}

}  // namespace
}  // namespace kinetree::testing
