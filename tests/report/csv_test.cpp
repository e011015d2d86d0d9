#include <gtest/gtest.h>

#include "result_fixture.hpp"

namespace kinetree {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) list.push_back(line);
  return list;
}

TEST(WriteCsv, HeaderNamesEveryColumn) {
  const auto text = lines(written(write_csv, sample_result()));
  ASSERT_EQ(text.size(), 3U);
  EXPECT_TRUE(
      text[0].starts_with(R"(q[shoulder],q[ellbögen],T,"M[0,0]","M[0,1]","M[1,0]","M[1,1]",)"
                          "centroidal_momentum.linear.x"));
  EXPECT_NE(text[0].find(R"("poses[hand, left].R00")"), std::string::npos);
  EXPECT_TRUE(text[0].ends_with(R"("poses[hand, left].com_z")"));
}

TEST(WriteCsv, HasSeventeenDigits) {
  const auto text = lines(written(write_csv, sample_result()));
  EXPECT_TRUE(text[1].starts_with("0.10000000000000001,-0,0.5,1,2,2,5,1,2,3,4,5,6,"));
  EXPECT_TRUE(text[2].starts_with("1e-300,3,0.33333333333333331,"));
}

TEST(WriteCsv, DoublesQuotesInNames) {
  Result result;
  result.states = 1;
  result.fields = {{"h", Field::vector, 1, 1, {"a\"b"}, {1}}};
  EXPECT_EQ(written(write_csv, result), "\"h[a\"\"b]\"\n1\n");
}

}  // namespace
}  // namespace kinetree
