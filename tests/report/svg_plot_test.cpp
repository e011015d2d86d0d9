#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <cmath>
#include <sstream>

#include "kinetree/report.hpp"

namespace kinetree::testing {
namespace {

Plot two_curves() {
  return {"a < b & c",
          "n",
          "cost",
          true,
          {{"one", {1, 2, 3}, {1, 10, 100}, 0, false}, {"two", {1, 2, 3}, {2, 20, 2000}, 8, true}}};
}

std::string draw(const Plot& plot) {
  std::ostringstream out;
  write_svg_plot(out, plot);
  return out.str();
}

TEST(SvgPlot, IsWellFormedAndHasACurveEach) {
  tinyxml2::XMLDocument document;
  const std::string text = draw(two_curves());
  ASSERT_EQ(document.Parse(text.c_str()), tinyxml2::XML_SUCCESS) << text;
  int curves = 0;
  const auto* svg = document.FirstChildElement("svg");
  for (const auto* e = svg->FirstChildElement("polyline"); e != nullptr;
       e = e->NextSiblingElement("polyline")) {
    ++curves;
  }
  EXPECT_EQ(curves, 2);
  EXPECT_NE(text.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_NE(text.find("stroke-dasharray"), std::string::npos);
}

TEST(SvgPlot, DecadesOfALogarithmicAxisAreEvenlySpaced) {
  const std::string text = draw(two_curves());
  // y from 1 to 10⁴: 10 and 100 are a quarter of the height of 382 apart.
  EXPECT_NE(text.find(",330.5"), std::string::npos) << text;  // 10
  EXPECT_NE(text.find(",235.0"), std::string::npos) << text;  // 100
}

TEST(SvgPlot, FlatCurvesHaveAPlaceToo) {
  for (const bool log_y : {false, true}) {
    const std::string text = draw({"flat", "", "", log_y, {{"one", {1, 2}, {10, 10}, 0, false}}});
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
  }
}

TEST(SvgPlot, HugeNumbersHaveFewTicks) {
  const std::string text =
      draw({"far", "", "", false, {{"one", {1, 2}, {-1e16 - 2, -1e16}, 0, false}}});
  EXPECT_LT(text.size(), 10000U);
}

TEST(SvgPlot, RefusesWhatCannotBeDrawn) {
  EXPECT_THROW(draw({}), UsageError);
  Plot plot = two_curves();
  plot.series[0].y[0] = 0;
  EXPECT_THROW(draw(plot), UsageError);
  plot.log_y = false;
  EXPECT_NO_THROW(draw(plot));
  plot.series[0].y[0] = std::nan("");
  EXPECT_THROW(draw(plot), UsageError);
  plot.series[0].y.pop_back();
  EXPECT_THROW(draw(plot), UsageError);
}

}  // namespace
}  // namespace kinetree::testing
