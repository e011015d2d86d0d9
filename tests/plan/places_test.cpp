// Loops whose code is repeated take the same steps in the same order as others.
#include "plan/places.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <type_traits>
#include <vector>

namespace kinetree::testing {
namespace {

constexpr int own = 3;

class Places : public ::testing::TestWithParam<int> {
 protected:
  const int count = GetParam();
  std::vector<int> taken;
  std::vector<int> all() const {
    std::vector<int> x(static_cast<std::size_t>(count));
    std::iota(x.begin(), x.end(), 0);
    return x;
  }
};
INSTANTIATE_TEST_SUITE_P(Counts, Places, ::testing::Values(0, 1, 2, 3, 4, 9));

TEST_P(Places, ComeFromTheFirstAndFromTheLast) {
  from_first<own>(count, [&](auto place) { taken.push_back(place.value); });
  EXPECT_EQ(taken, all());
  taken.clear();
  from_last<own>(count, [&](auto place) { taken.push_back(place.value); });
  EXPECT_EQ(std::vector<int>(taken.rbegin(), taken.rend()), all());
}

TEST_P(Places, AreAllOnceBeforeEach) {
  std::vector<int> expected;
  for (int i = 0; i < count; ++i) {
    for (int j = i - 1; j >= 0; --j) expected.push_back(j);
  }
  from_first<own>(count, [&](auto place) {
    before_place(place, [&](auto before) { taken.push_back(before.value); });
  });
  EXPECT_EQ(taken, expected);
}

TEST(Places, OfTheirOwnAreKnownWhenCodeIsMade) {
  int known = 0, later = 0;
  const auto look = [&]<class P>(P) { ++(std::is_same_v<P, LaterPlace> ? later : known); };
  from_last<own>(5, look);
  EXPECT_EQ(known, own);
  EXPECT_EQ(later, 5 - own);
}

}  // namespace
}  // namespace kinetree::testing
