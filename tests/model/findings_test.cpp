#include "model/findings.hpp"

#include <gtest/gtest.h>

namespace kinetree::testing {
namespace {

Diagnostic complaint(Diagnostic::Level level) {
  return {level, "rule", "f", {}, "s", "message", "remedy"};
}

TEST(Findings, AreBoundedAndSaySo) {
  Diagnostics list;
  Findings found(list);
  for (int i = 0; i < 5000; ++i) found.add(complaint(Diagnostic::warning));
  ASSERT_EQ(list.size(), 1001U);
  EXPECT_EQ(list[999].rule, "rule");
  EXPECT_EQ(list[1000].rule, "too_many");
  EXPECT_EQ(list[1000].level, Diagnostic::warning);
  EXPECT_TRUE(found.full(Diagnostic::warning));
  EXPECT_FALSE(found.any(Diagnostic::error));
}

TEST(Findings, NotesNeverCrowdOutAnError) {
  Diagnostics list;
  Findings found(list);
  for (int i = 0; i < 5000; ++i) found.add(complaint(Diagnostic::note));
  found.add(complaint(Diagnostic::error));
  EXPECT_EQ(list.back().level, Diagnostic::error);
  EXPECT_EQ(list.back().rule, "rule");
}

}  // namespace
}  // namespace kinetree::testing
