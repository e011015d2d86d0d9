#include <gtest/gtest.h>

#include "result_fixture.hpp"

namespace kinetree {
namespace {

TEST(WriteText, AlignsAndLabels) {
  const std::string text = written(write_text, sample_result());
  EXPECT_TRUE(text.starts_with("two\"link%n: 2 degrees of freedom, gravity 0 0 -9.81\n"));
  EXPECT_NE(text.find("method: mass_matrix=crba\n"), std::string::npos);
  EXPECT_NE(text.find("assumed: v is zero (not given)\n"), std::string::npos);
  EXPECT_NE(text.find("state 2 of 2\n"), std::string::npos);
  EXPECT_NE(text.find("M\n"
                      "            [0]  [1]\n"
                      "  shoulder    1    2\n"
                      "  ellbögen    2    5\n"),
            std::string::npos)
      << text;
}

TEST(WriteText, NeverSteersTheTerminal) {
  Result result = sample_result();
  result.model = "\x1b[31mred";
  result.fields[0].row_names = {"a\nb", "\xFF"};
  const std::string text = written(write_text, result);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\xFF'), std::string::npos);
  EXPECT_NE(text.find("a?b"), std::string::npos);
}

}  // namespace
}  // namespace kinetree
