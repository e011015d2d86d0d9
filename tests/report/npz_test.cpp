#include <gtest/gtest.h>

#include <cstring>

#include "result_fixture.hpp"
#include "unzip.hpp"

namespace kinetree::npz_test {
namespace {

using testing::integer;
using testing::unzip;

constexpr auto values = testing::npy_values;

TEST(WriteNpz, HoldsEveryFieldInItsShape) {
  const auto members = unzip(written(write_npz, sample_result()));
  EXPECT_EQ(values(members.at("T.npy"), "<f8", "(2,)").size(), 16U);
  EXPECT_EQ(values(members.at("q.npy"), "<f8", "(2,2,)").size(), 32U);
  const std::string M = values(members.at("M.npy"), "<f8", "(2,2,2,)");
  ASSERT_EQ(M.size(), 64U);
  double entry = 0;
  std::memcpy(&entry, M.data() + 5 * sizeof(double), sizeof entry);
  EXPECT_EQ(entry, 0.1);
  values(members.at("centroidal_momentum.npy"), "<f8", "(2,6,)");
  values(members.at("poses_position.npy"), "<f8", "(2,1,3,)");
  EXPECT_EQ(values(members.at("poses_rotation.npy"), "<f8", "(2,1,3,3,)").size(), 144U);
  const std::string com = values(members.at("poses_com.npy"), "<f8", "(2,1,3,)");
  std::memcpy(&entry, com.data() + 5 * sizeof(double), sizeof entry);
  EXPECT_EQ(entry, -2);
}

TEST(WriteNpz, NamesAreText) {
  const auto members = unzip(written(write_npz, sample_result()));
  const std::string joints = values(members.at("joints.npy"), "<U8", "(2,)");
  ASSERT_EQ(joints.size(), 64U);
  EXPECT_EQ(integer(joints, 0, 4), U's');
  EXPECT_EQ(integer(joints, 32 + 4 * 4, 4), U'ö');  // "ellbögen"
  const auto& about = members.at("about.npy");
  EXPECT_NE(about.find("'shape': ()"), std::string::npos);
}

TEST(WriteNpz, IsTheSameBytesEveryTime) {
  EXPECT_EQ(written(write_npz, sample_result()), written(write_npz, sample_result()));
}

}  // namespace
}  // namespace kinetree::npz_test
