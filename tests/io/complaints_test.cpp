// Complaints: bounded lists, safe quotations, suggestions.
#include "io/complaints.hpp"

#include "support.hpp"

namespace kinetree::testing {
namespace {

TEST(Complaints, AreBoundedHoweverBadTheFile) {
  const Source source("f", "");
  Diagnostics list;
  Complaints complaints(source, list);
  for (int i = 0; i < 5000; ++i) complaints.error({1, 1}, "rule", "", "message", "remedy");
  EXPECT_EQ(list.size(), 1001U);
  EXPECT_EQ(list.back().rule, "too_many");
  EXPECT_TRUE(complaints.exhausted());
}

TEST(Complaints, NotesAreNoFailure) {
  const Source source("f", "");
  Diagnostics list;
  Complaints complaints(source, list);
  complaints.note({}, "rule", "", "message", "");
  complaints.warning({}, "rule", "", "message", "");
  EXPECT_FALSE(complaints.failed());
  complaints.error({}, "rule", "", "message", "");
  EXPECT_TRUE(complaints.failed());
  EXPECT_EQ(list[2].file, "f");
}

TEST(Quotes, ShowControlCharactersAndPercentSignsAsText) {
  EXPECT_EQ(in_quotes("%n%s"), "'%n%s'");
  EXPECT_EQ(in_quotes("a\x1B[31m\n"), "'a\\x1B[31m\\x0A'");
  EXPECT_EQ(in_quotes("größe"), "'größe'");
  EXPECT_EQ(in_quotes("\xFFx\xC3"), "'\\xFFx\\xC3'") << "not UTF-8";
}

TEST(Quotes, CutLongTextBetweenCharacters) {
  std::string text(79, 'a');
  text += "ößß";  // the 80th byte is the first half of ö
  EXPECT_EQ(shown(text), std::string(79, 'a') + "ö…");
  EXPECT_LT(in_quotes(std::string(1000000, 'x')).size(), 100U);
}

TEST(Names, AreOneLineOfUtf8) {
  EXPECT_TRUE(is_printable("größe 1"));
  EXPECT_TRUE(is_printable(""));
  for (const char* name : {"a\n", "\x1B[31m", "\x7F", "\xC3", "a\xFF"}) {
    EXPECT_FALSE(is_printable(name));
  }
}

TEST(Suggestions, NameTheNearestAndTheAlternative) {
  EXPECT_EQ(did_you_mean("elbw", {"wrist", "elbow"}, "or declare it"),
            "did you mean 'elbow'? or declare it");
  EXPECT_EQ(did_you_mean("xyzzyx", {"wrist", "elbow"}, "or declare it"), "or declare it");
}

}  // namespace
}  // namespace kinetree::testing
