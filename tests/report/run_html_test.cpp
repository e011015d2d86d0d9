#include <gtest/gtest.h>

#include "report/report_page.hpp"
#include "run_fixture.hpp"

namespace kinetree::run_html_test {
namespace {

std::string page() {
  std::ostringstream out;
  write_run_html(out, sample_info(), sample_samples(3), sample_run());
  return out.str();
}

/// What the page holds between its own two halves.
std::string data(const std::string& text) {
  EXPECT_TRUE(text.starts_with(detail::report_head));
  EXPECT_TRUE(text.ends_with(detail::report_tail));
  const std::size_t begin = detail::report_head.size();
  return text.substr(begin, text.size() - begin - detail::report_tail.size());
}

TEST(RunHtml, CarriesTheWholeRun) {
  const auto json = nlohmann::json::parse(data(page()));
  EXPECT_EQ(json["format"], "kinetree-run/1");
  EXPECT_EQ(json["samples"].size(), 3U);
  EXPECT_EQ(json["model"], "arm</script><!--\"\\");
  EXPECT_EQ(json["audit"]["remarks"][0], "a <b>remark</b>");
}

TEST(RunHtml, NamesCannotLeaveTheirElement) {
  EXPECT_EQ(data(page()).find('<'), std::string::npos);
}

TEST(RunHtml, IsTheSameBytesEveryTime) { EXPECT_EQ(page(), page()); }

}  // namespace
}  // namespace kinetree::run_html_test
