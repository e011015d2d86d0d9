#include "element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kinetree/report.hpp"

namespace kinetree::cli {
namespace {

std::string trimmed(std::string_view text) {
  const std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

bool is_number(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_vector(const std::string& symbol) { return symbol == "g" || symbol == "h"; }

/// Rows of a Jacobian have numbers.
std::vector<std::string> row_names(const std::string& symbol, const std::vector<std::string>& v) {
  if (!symbol.starts_with("J:")) return v;
  return {"vx", "vy", "vz", "wx", "wy", "wz"};
}

}  // namespace

std::vector<Wanted> readings(const std::string& typed) {
  const std::string text = trimmed(typed);
  const std::size_t open = text.find('[');
  if (open == std::string::npos || !text.ends_with(']')) return {};
  std::vector<Wanted> found;
  for (std::size_t comma = text.find(',', open); comma != std::string::npos;
       comma = text.find(',', comma + 1)) {
    const std::string_view all = text;
    found.push_back({trimmed(all.substr(0, open)), trimmed(all.substr(open + 1, comma - open - 1)),
                     trimmed(all.substr(comma + 1, text.size() - comma - 2))});
  }
  return found;
}

Wanted guess(const std::string& text) {
  std::vector<std::string> words;
  const std::string_view separators = "[](){},;: \t";
  for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  words.resize(3, "1");
  return {words[0], words[1], words[2]};
}

Place find_place(const std::string& text, const std::vector<std::string>& names) {
  const auto last = names.size();
  if (is_number(text) && text.size() <= 9) {
    const auto number = static_cast<std::size_t>(std::stoul(text));
    if (number >= 1 && number <= last) return {static_cast<int>(number) - 1, text};
  }
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return {static_cast<int>(found - names.begin()), text};
  if (is_number(text)) return {-1, std::to_string(std::stod(text) < 1 ? 1 : last)};
  const std::string close = nearest(text, names);
  return {-1, close.empty() ? "1" : close};
}

ElementPlace read_element(const std::string& typed, const Model& model) {
  const std::vector<std::string> v = v_names(model);
  std::vector<Wanted> read = readings(typed);
  const std::string text = trimmed(typed);
  const std::size_t open = text.find('[');
  if (open != std::string::npos && text.ends_with(']')) {  // g[1]
    const std::string inside = text.substr(open + 1, text.size() - open - 2);
    read.push_back({trimmed(text.substr(0, open)), trimmed(inside), ""});
  }
  std::string meant = "M[1,1]";
  for (const Wanted& wanted : read) {
    const std::string& symbol = wanted.symbol;
    const bool vector = is_vector(symbol);
    const bool matrix =
        symbol == "M" || symbol == "C" || symbol == "Mdot" || symbol.starts_with("J:");
    if (vector ? !wanted.k.empty() : !matrix || wanted.k.empty()) continue;
    const Place row = find_place(wanted.u, row_names(symbol, v));
    const Place column = vector ? Place{0, ""} : find_place(wanted.k, v);
    if (row.index >= 0 && column.index >= 0) return {symbol, row.index, column.index};
    meant = vector ? fmt::format("{}[{}]", symbol, row.nearest)
                   : fmt::format("{}[{},{}]", symbol, row.nearest, column.nearest);
  }
  throw UsageError(fmt::format(
      "'{}' is no element of '{}': M, C, Mdot and J:BODY have [row,column], g and h have [row], "
      "numbers from 1 or names such as '{}' (did you mean '{}'?)",
      typed, model.name, v.empty() ? "" : v.front(), meant));
}

}  // namespace kinetree::cli
