// Words into doubles, and the reasons why not.
//
// Infinity and NaN are words that from_chars knows; no robot has them, so they are refused here
// rather than found later in a mass matrix.
#include "io/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "io/complaints.hpp"

namespace kinetree {
namespace {

constexpr std::string_view blanks = " \t\r\n";

// Takes the first word off `text`; empty at the end.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

NumberFault explain(std::string_view word, std::errc reason) {
  if (word.find("${") != word.npos || word.find("$(") != word.npos) {
    return {in_quotes(word) + " looks like xacro", std::string(xacro_remedy)};
  }
  if (std::count(word.begin(), word.end(), ',') == 1) {
    std::string point(word);
    std::replace(point.begin(), point.end(), ',', '.');
    double value = 0;
    if (!parse_number(point, value)) {
      return {in_quotes(word) + " has a decimal comma",
              "write " + point + ": URDF uses points, whatever the locale"};
    }
  }
  if (word.find(',') != word.npos) {
    return {in_quotes(word) + " has a comma", "separate numbers by spaces"};
  }
  if (reason == std::errc::result_out_of_range) {
    return {in_quotes(word) + " does not fit in a double",
            "numbers lie between 5e-324 and 1.7e308"};
  }
  return {in_quotes(word) + " is not a number", "write a plain number, e.g. 0.25 or -1e-3"};
}

std::optional<NumberFault> parse_word(std::string_view word, double& value) {
  const bool plus = word.starts_with('+') && !word.starts_with("+-");
  const std::string_view digits = word.substr(plus ? 1 : 0);
  double read = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), read);
  if (failed != std::errc() || end != digits.data() + digits.size()) return explain(word, failed);
  if (!std::isfinite(read)) {
    return NumberFault{in_quotes(word) + " is not finite",
                       "leave the value out, or write a number"};
  }
  value = read;
  return std::nullopt;
}

}  // namespace

std::optional<NumberFault> parse_numbers(std::string_view text, std::span<double> values) {
  std::vector<double> read(values.size());
  std::size_t count = 0;
  std::string_view rest = text;
  for (auto word = take_word(rest); !word.empty(); word = take_word(rest), ++count) {
    if (count >= read.size()) continue;
    if (auto fault = parse_word(word, read[count])) return fault;
  }
  if (count != values.size()) {
    return NumberFault{fmt::format("{} holds {} number{}, not {}", in_quotes(text), count,
                                   count == 1 ? "" : "s", values.size()),
                       values.size() == 1
                           ? "write one number"
                           : fmt::format("write {} numbers separated by spaces", values.size())};
  }
  std::copy(read.begin(), read.end(), values.begin());
  return std::nullopt;
}

}  // namespace kinetree
