// Files that must load, and files that must not, with the exact words.
//
// A file in corpus/fail has a file of the same name plus ".expected" beside it: the complaints of
// level error, one a line, without the path. The corpus also seeds the fuzzers.
#include <set>

#include "support.hpp"

namespace kinetree::testing {
namespace {

std::set<std::filesystem::path> files(const std::string& folder) {
  std::set<std::filesystem::path> found;
  const auto path = std::filesystem::path(KINETREE_TEST_DATA) / "corpus" / folder;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() != ".expected") found.insert(entry.path());
  }
  return found;
}

std::string errors(const std::filesystem::path& file) {
  std::string text;
  for (Diagnostic d : examine_model(file.string()).diagnostics) {
    if (d.level != Diagnostic::error) continue;
    d.file = file.filename().string();
    text += to_string(d) + "\n";
  }
  return text;
}

TEST(Corpus, WhatIsRightLoads) {
  const auto right = files("pass");
  EXPECT_FALSE(right.empty());
  for (const auto& file : right) EXPECT_EQ(errors(file), "") << file;
}

TEST(Corpus, WhatIsWrongFailsInTheseWords) {
  const auto wrong = files("fail");
  EXPECT_FALSE(wrong.empty());
  for (const auto& file : wrong) {
    EXPECT_EQ(errors(file), read_text(file.string() + ".expected")) << file;
  }
}

}  // namespace
}  // namespace kinetree::testing
