#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "result_fixture.hpp"

namespace kinetree {
namespace {

std::uint32_t integer(const std::string& bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes.at(at + static_cast<std::size_t>(i)));
  }
  return value;
}

/// The members of a stored zip archive, read through its directory as unzip does.
std::map<std::string, std::string> unzip(const std::string& zip) {
  std::map<std::string, std::string> members;
  const std::size_t end = zip.size() - 22;
  EXPECT_EQ(zip.substr(end, 4), "PK\x05\x06");
  std::size_t at = integer(zip, end + 16, 4);
  EXPECT_EQ(at + integer(zip, end + 12, 4), end);
  for (std::uint32_t i = 0; i < integer(zip, end + 10, 2); ++i) {
    EXPECT_EQ(zip.substr(at, 4), "PK\x01\x02");
    const std::uint32_t size = integer(zip, at + 24, 4), length = integer(zip, at + 28, 2);
    const std::size_t local = integer(zip, at + 42, 4);
    EXPECT_EQ(zip.substr(local, 4), "PK\x03\x04");
    EXPECT_EQ(zip.substr(local + 6, 24), zip.substr(at + 8, 24));  // the two headers agree
    members[zip.substr(at + 46, length)] = zip.substr(local + 30 + length, size);
    at += 46 + length;
  }
  EXPECT_EQ(at, end);
  return members;
}

/// Checks the header of a .npy member and gives its values.
std::string values(const std::string& npy, const std::string& type, const std::string& shape) {
  EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x02\x00", 8));
  const std::uint32_t length = integer(npy, 8, 4);
  EXPECT_EQ((12 + length) % 64, 0U);
  const std::string header = npy.substr(12, length);
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(header.find("'descr': '" + type + "'"), std::string::npos) << header;
  EXPECT_NE(header.find("'shape': " + shape), std::string::npos) << header;
  return npy.substr(12 + length);
}

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
}  // namespace kinetree
