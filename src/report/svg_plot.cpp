// Curves as an SVG picture: axes with round ticks and a legend. Numbers do not follow the locale.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>

#include "kinetree/report.hpp"

namespace kinetree {
namespace {

constexpr double width = 760, height = 480, left_margin = 90, right_margin = 250, top_margin = 44,
                 bottom_margin = 54;
// Okabe & Ito: told apart by the colour-blind, too.
constexpr std::array<std::string_view, 7> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#e69f00", "#56b4e9", "#000000"};

std::string svg_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else {
      result += c;
    }
  }
  return result;
}

/// One axis: data to pixels, and where its ticks are.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool logarithmic = false;

  double operator()(double x) const {
    const double value = logarithmic ? std::log10(x) : x;
    return from + (value - low) / (high - low) * (to - from);
  }
};

Scale make_scale(double least, double most, bool logarithmic, double from, double to) {
  if (logarithmic) {
    const double low = std::floor(std::log10(least));
    return {low, std::max(low + 1, std::ceil(std::log10(most))), from, to, true};
  }
  return {std::min(0.0, least), most > least ? most : least + 1, from, to, false};
}

std::vector<double> ticks(const Scale& scale) {
  std::vector<double> result;
  if (scale.logarithmic) {
    for (double e = scale.low; e <= scale.high; ++e) result.push_back(std::pow(10.0, e));
    return result;
  }
  const double rough = (scale.high - scale.low) / 6;
  const double unit = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = unit * (rough / unit < 2 ? 2 : rough / unit < 5 ? 5 : 10);
  const double first = std::ceil(scale.low / step);
  for (int i = 0; i < 8 && (first + i) * step <= scale.high; ++i) {
    result.push_back((first + i) * step);
  }
  return result;
}

void write_axes(std::ostream& out, const Plot& plot, const Scale& x, const Scale& y) {
  for (const double tick : ticks(x)) {
    out << fmt::format(
        "<path d=\"M{0:.1f} {1}V{2}\" class=\"grid\"/><text x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">{4:g}</text>\n",
        x(tick), top_margin, height - bottom_margin, height - bottom_margin + 18, tick);
  }
  for (const double tick : ticks(y)) {
    out << fmt::format(
        "<path d=\"M{0} {1:.1f}H{2}\" class=\"grid\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:g}</text>\n",
        left_margin, y(tick), width - right_margin, left_margin - 8, y(tick) + 4, tick);
  }
  const double middle_x = (left_margin + width - right_margin) / 2,
               middle_y = (top_margin + height - bottom_margin) / 2;
  out << fmt::format(
      "<text x=\"{}\" y=\"24\" text-anchor=\"middle\" class=\"title\">{}</text>\n"
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n"
      "<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      middle_x, svg_escaped(plot.title), middle_x, height - 12, svg_escaped(plot.x_label), middle_y,
      svg_escaped(plot.y_label));
}

void write_series(std::ostream& out, const Series& series, std::size_t number, const Scale& x,
                  const Scale& y) {
  const std::string_view colour = colours[series.colour % colours.size()];
  const char* const dash = series.dashed ? " stroke-dasharray=\"6 4\"" : "";
  const std::string open = fmt::format(
      "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{} points=\"", colour, dash);
  out << open;
  bool drawn = false, gap = false;
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    gap = gap || std::isnan(series.y[i]);
    if (std::isnan(series.y[i])) continue;
    if (gap && drawn) out << "\"/>\n" << open;
    gap = false;
    drawn = true;
    out << fmt::format("{:.1f},{:.1f} ", x(series.x[i]), y(series.y[i]));
  }
  const double row = top_margin + 14 + 20 * static_cast<double>(number),
               start = width - right_margin + 14;
  out << fmt::format(
      "\"/>\n<path d=\"M{} {}h28\" stroke=\"{}\" stroke-width=\"2\"{}/>"
      "<text x=\"{}\" y=\"{}\">{}</text>\n",
      start, row - 4, colour, dash, start + 36, row, svg_escaped(series.label));
}

}  // namespace

void write_svg_plot(std::ostream& out, const Plot& plot) {
  constexpr double far = std::numeric_limits<double>::infinity();
  double x_least = far, x_most = -far, y_least = far, y_most = -far;
  for (const Series& series : plot.series) {
    if (series.x.size() != series.y.size()) throw UsageError("a curve needs one y for every x");
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (std::isnan(series.y[i]) && series.gaps) continue;
      if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) {
        throw UsageError("a curve needs finite points");
      }
      if (plot.log_y && series.y[i] <= 0) throw UsageError("no logarithm of a value below zero");
      x_least = std::min(x_least, series.x[i]), x_most = std::max(x_most, series.x[i]);
      y_least = std::min(y_least, series.y[i]), y_most = std::max(y_most, series.y[i]);
    }
  }
  if (x_most < x_least) throw UsageError("a plot needs at least one point");
  const Scale x = make_scale(x_least, x_most, false, left_margin, width - right_margin);
  const Scale y = make_scale(y_least, y_most, plot.log_y, height - bottom_margin, top_margin);
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<style>text{{font:13px sans-serif;fill:#222}}.title{{font-size:15px}}"
      ".grid{{stroke:#ddd}}</style>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      width, height);
  write_axes(out, plot, x, y);
  for (std::size_t i = 0; i < plot.series.size(); ++i) write_series(out, plot.series[i], i, x, y);
  out << fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#444\"/>\n"
      "</svg>\n",
      left_margin, top_margin, width - left_margin - right_margin,
      height - top_margin - bottom_margin);
}

}  // namespace kinetree
