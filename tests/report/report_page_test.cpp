#include "report/report_page.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace kinetree::testing::report_page_test {
namespace {

using detail::report_head;
using detail::report_tail;

std::string page() { return std::string(report_head) + "{}" + std::string(report_tail); }

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(ReportPage, TheRunGoesIntoAnElementOfItsOwn) {
  const std::string_view opening = "<script type=\"application/json\" id=\"run\">\n";
  ASSERT_GT(report_head.size(), opening.size());
  EXPECT_EQ(report_head.substr(report_head.size() - opening.size()), opening);
  EXPECT_EQ(report_tail.substr(0, 10), "\n</script>");
  EXPECT_EQ(report_head.substr(0, 15), "<!DOCTYPE html>");
  EXPECT_TRUE(report_tail.ends_with("</html>\n"));
}

TEST(ReportPage, LoadsNothing) {
  const std::regex loading(R"re((\ssrc|\shref|\saction)\s*=\s*["']|@import|url\(|<link|<iframe)re");
  const std::string text = page();
  std::smatch found;
  EXPECT_FALSE(std::regex_search(text, found, loading)) << found.str();
  for (const char* call : {"fetch(", "XMLHttpRequest", "WebSocket", "sendBeacon", "import(",
                           "eval(", "new Function", "innerHTML", "document.write"}) {
    EXPECT_FALSE(contains(text, call)) << call;
  }
  EXPECT_TRUE(contains(text, "default-src 'none'"));  // and the browser sees to it
}

TEST(ReportPage, EveryPlaceIsFilled) {
  for (const char* name :
       {"UPLOT_LICENSE", "UPLOT_CSS", "UPLOT_JS", "REPORT_CSS", "REPORT_JS", "RUN"}) {
    EXPECT_FALSE(contains(page(), '@' + std::string(name) + '@')) << name;
  }
}

TEST(ReportPage, HasPlaceForAReplay) {
  EXPECT_TRUE(contains(report_head, "<section id=\"replay\""));
  EXPECT_TRUE(contains(report_head, "window.kinetree"));
}

TEST(ReportPage, CarriesTheLicenceOfWhatItCarries) {
  const bool plots = contains(report_head, "var uPlot=");
  EXPECT_EQ(plots, KINETREE_WEB == 1);
  EXPECT_EQ(contains(report_head, "The MIT License (MIT)"), plots);
  EXPECT_EQ(contains(report_head, "Leon Sorokin"), plots);
}

}  // namespace
}  // namespace kinetree::testing::report_page_test
