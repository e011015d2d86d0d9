// Reading NPZ files without NumPy.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace kinetree::testing {

inline std::uint32_t integer(const std::string& bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes.at(at + static_cast<std::size_t>(i)));
  }
  return value;
}

/// The members of a stored zip archive, read through its directory as unzip does.
inline std::map<std::string, std::string> unzip(const std::string& zip) {
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
inline std::string npy_values(const std::string& npy, const std::string& type,
                              const std::string& shape) {
  EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x02\x00", 8));
  const std::uint32_t length = integer(npy, 8, 4);
  EXPECT_EQ((12 + length) % 64, 0U);
  const std::string header = npy.substr(12, length);
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(header.find("'descr': '" + type + "'"), std::string::npos) << header;
  EXPECT_NE(header.find("'shape': " + shape), std::string::npos) << header;
  return npy.substr(12 + length);
}

}  // namespace kinetree::testing
