// Times as bars, robot by robot and quantity by quantity, on a logarithmic scale.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench_report.hpp"
#include "kinetree/error.hpp"

namespace kinetree::cli {
namespace {

constexpr double bar = 11, text_width = 330, plot_width = 420, margin = 20, head = 46;

/// By library, and apart for generated code; of Okabe & Ito, told apart by the colour-blind, too.
std::string_view bar_colour(const BenchRow& row) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> colours{
      {{"kinetree", "#0072b2"},
       {"kdl", "#e69f00"},
       {"mujoco", "#d55e00"},
       {"dart", "#cc79a7"},
       {"pinocchio", "#009e73"},
       {"rbdl", "#000000"}}};
  if (row.library == "kinetree" && row.mode != "one_state") return "#56b4e9";
  for (const auto& [library, colour] : colours) {
    if (row.library == library) return colour;
  }
  return "#888888";
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return result;
}

/// Rows of the same robot and quantity side by side, with a gap before the next.
struct BarPlace {
  const BenchRow* row;
  double y;
};
std::vector<BarPlace> bar_places(const BenchReport& report) {
  std::vector<BarPlace> all;
  double y = head;
  for (const std::string& model : models_of(report)) {
    std::vector<std::string> quantities;
    for (const BenchRow& row : report.rows) {
      if (row.model == model) add_once(quantities, row.quantity);
    }
    for (const std::string& quantity : quantities) {
      y += bar;
      for (const BenchRow& row : report.rows) {
        if (row.model != model || row.quantity != quantity) continue;
        all.push_back({&row, y});
        y += bar + 3;
      }
    }
  }
  return all;
}

}  // namespace

void write_bars(std::ostream& out, const BenchReport& report) {
  const std::vector<BarPlace> all = bar_places(report);
  if (all.empty()) throw UsageError("--plot: no row was timed, there is nothing to draw");
  const auto by_time = [](const BarPlace& a, const BarPlace& b) { return a.row->ns < b.row->ns; };
  const auto [least, most] = std::minmax_element(all.begin(), all.end(), by_time);
  const double low = std::floor(std::log10(least->row->ns) - 0.05);
  const double high = std::max(low + 1, std::ceil(std::log10(most->row->ns)));
  const auto x = [&](double ns) {
    return text_width + (std::log10(ns) - low) / (high - low) * plot_width;
  };
  const double height = all.back().y + 3 * bar;
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" font-family=\"sans-serif\" font-size=\"10\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2:g}\" y=\"18\" font-size=\"14\">ns per evaluation of one state, commit "
      "{3}</text>\n",
      text_width + plot_width + 4 * margin, height, margin, xml_text(build_commit()));
  for (double e = low; e <= high; ++e) {
    const double at = x(std::pow(10.0, e));
    out << fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:g}\" y2=\"{2:g}\" stroke=\"#ccc\"/>"
        "<text x=\"{0:.1f}\" y=\"{3:g}\" text-anchor=\"middle\">{4:g}</text>\n",
        at, head - 4, height - bar, head - 8, std::pow(10.0, e));
  }
  for (const auto& [row, y] : all) {
    out << fmt::format(
        "<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"end\">{}</text>"
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:.1f}\" height=\"{:g}\" fill=\"{}\"/>"
        "<text x=\"{:.1f}\" y=\"{:g}\">{:.0f}</text>\n",
        text_width - 6, y + bar - 2,
        xml_text(fmt::format("{} {}  {} {}", row->model, row->quantity, row->library, row->method)),
        text_width, y, x(row->ns) - text_width, bar, bar_colour(*row), x(row->ns) + 4, y + bar - 2,
        row->ns);
  }
  out << "</svg>\n";
}

}  // namespace kinetree::cli
