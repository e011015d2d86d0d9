#include "kinetree/error.hpp"

#include <gtest/gtest.h>

namespace kinetree {
namespace {

TEST(DiagnosticText, SaysPlaceSubjectMessageAndRemedy) {
  const Diagnostic d{Diagnostic::error, "zero_axis", "arm.urdf",    {12, 7},
                     "joint 'elbow'",   "has none",  "give an axis"};
  EXPECT_EQ(to_string(d), "arm.urdf:12:7: joint 'elbow': has none (give an axis)");
}

TEST(DiagnosticText, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(to_string(Diagnostic{Diagnostic::note, "", "", {}, "", "only this", ""}), "only this");
  EXPECT_EQ(to_string(Diagnostic{Diagnostic::note, "", "a.json", {3, 0}, "", "m", ""}),
            "a.json:3: m");
  EXPECT_EQ(to_string(Diagnostic{Diagnostic::note, "", "a.json", {}, "link 'x'", "m", "r"}),
            "a.json: link 'x': m (r)");
}

TEST(ErrorTypes, AreAllErrors) {
  EXPECT_THROW(throw ParseError("x"), Error);
  EXPECT_THROW(throw FileError("x"), Error);
  EXPECT_THROW(throw ModelError("x"), Error);
  EXPECT_THROW(throw UsageError("x"), Error);
}

TEST(Nearest, FindsTheClosestSpelling) {
  EXPECT_EQ(nearest("elbw", {"shoulder", "elbow", "wrist"}), "elbow");
  EXPECT_EQ(nearest("wirst", {"shoulder", "elbow", "wrist"}), "wrist");
  EXPECT_EQ(nearest("elbow", {"elbow_2", "elbow"}), "elbow");
  EXPECT_EQ(nearest("CRBA", {"rnea", "crba"}), "crba") << "case is free";
}

TEST(Nearest, IsEmptyWhereNothingIsClose) {
  EXPECT_EQ(nearest("gripper", {"shoulder", "elbow"}), "");
  EXPECT_EQ(nearest("gripper", {}), "");
  EXPECT_EQ(nearest("x", {"M", "h"}), "") << "one letter is no slip of another";
  EXPECT_EQ(nearest(std::string(100000, 'x'), {std::string(100000, 'x')}), "");
}

}  // namespace
}  // namespace kinetree
