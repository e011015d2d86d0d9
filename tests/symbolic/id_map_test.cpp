#include "symbolic/id_map.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

TEST(IdMap, FindsWhatItWasGiven) {
  symbolic::IdMap<int> map;
  bool known = true;
  for (std::uint64_t k = 0; k < 5000; ++k) {
    map.find_or_add(k << 32 | 7, known) = static_cast<int>(3 * k);
    EXPECT_FALSE(known);
  }
  EXPECT_EQ(map.size(), 5000U);
  for (std::uint64_t k = 0; k < 5000; ++k) {
    EXPECT_EQ(map.find_or_add(k << 32 | 7, known), static_cast<int>(3 * k));
    EXPECT_TRUE(known);
  }
}

}  // namespace
}  // namespace kinetree::testing
