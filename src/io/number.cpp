// Words into doubles, and the reasons why not.
//
// Infinity and NaN are words that from_chars knows; no robot has them, so they are refused here
// rather than found later in a mass matrix.
#include "io/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "io/complaints.hpp"

namespace kinetree {
namespace {

bool separates(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view first_word(std::string_view text) {
  return {text.begin(), std::find_if(text.begin(), text.end(), separates)};
}

std::string_view without_blanks(std::string_view text) {
  return {std::find_if_not(text.begin(), text.end(), separates), text.end()};
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

// Takes a number off the start of `text`.
std::optional<NumberFault> take_number(std::string_view& text, double& value) {
  const bool plus = text.starts_with('+') && !text.starts_with("+-");
  const auto [end, failed] = std::from_chars(text.begin() + (plus ? 1 : 0), text.end(), value);
  const bool to_its_end = end == text.end() || separates(*end);
  if (failed != std::errc() || !to_its_end) return explain(first_word(text), failed);
  if (!std::isfinite(value)) {
    return NumberFault{in_quotes(first_word(text)) + " is not finite",
                       "leave the value out, or write a number"};
  }
  text = {end, text.end()};
  return std::nullopt;
}

}  // namespace

std::optional<NumberFault> parse_numbers(std::string_view text, std::span<double> values) {
  std::array<double, most_numbers> read{};
  assert(values.size() <= read.size());
  std::size_t count = 0;
  for (auto rest = without_blanks(text); !rest.empty(); rest = without_blanks(rest), ++count) {
    if (count >= values.size()) {
      rest.remove_prefix(first_word(rest).size());
    } else if (auto fault = take_number(rest, read[count])) {
      return fault;
    }
  }
  if (count != values.size()) {
    return NumberFault{fmt::format("{} holds {} number{}, not {}", in_quotes(text), count,
                                   count == 1 ? "" : "s", values.size()),
                       values.size() == 1
                           ? "write one number"
                           : fmt::format("write {} numbers separated by spaces", values.size())};
  }
  std::copy_n(read.begin(), values.size(), values.begin());
  return std::nullopt;
}

}  // namespace kinetree
