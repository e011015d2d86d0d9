#include "numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "nearest.hpp"

namespace kinetree::cli {
namespace {

constexpr std::string_view blanks_and_breaks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks_and_breaks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks_and_breaks) - first + 1);
}

Vector read_by_name(std::string_view what, const std::vector<std::string>& items,
                    const std::vector<std::string>& names, const Vector& neutral,
                    std::vector<std::string>* left_out) {
  Vector values = neutral;
  std::vector<bool> seen(names.size());
  for (const std::string& item : items) {
    const std::size_t equals = item.rfind('=');
    if (equals == std::string::npos) {
      throw UsageError(
          fmt::format("{}: '{}' has no name, others have; name all or none", what, item));
    }
    const std::string name(without_blanks(std::string_view(item).substr(0, equals)));
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw UsageError(fmt::format("{}: there is no '{}'{}; there are: {}", what, name,
                                   did_you_mean(name, names), listing(names)));
    }
    const auto i = static_cast<std::size_t>(found - names.begin());
    if (seen[i]) throw UsageError(fmt::format("{}: '{}' is given twice", what, name));
    seen[i] = true;
    values[found - names.begin()] = read_number(what, std::string_view(item).substr(equals + 1));
  }
  for (std::size_t i = 0; left_out != nullptr && i < names.size(); ++i) {
    if (!seen[i]) left_out->push_back(names[i]);
  }
  return values;
}

}  // namespace

std::string listing(const std::vector<std::string>& names) {
  constexpr std::size_t most = 24;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    list += (i > 0 ? ", " : "") + names[i];
  }
  return names.size() > most ? fmt::format("{}, … ({} more)", list, names.size() - most) : list;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  text = without_blanks(text);
  if (text.empty()) return items;
  const bool commas = text.find(',') != std::string_view::npos;
  while (true) {
    const std::size_t end = commas ? text.find(',') : text.find_first_of(blanks_and_breaks);
    items.emplace_back(without_blanks(text.substr(0, end)));
    if (end == std::string_view::npos) return items;
    text = commas ? text.substr(end + 1) : without_blanks(text.substr(end));
  }
}

double read_number(std::string_view what, std::string_view text) {
  std::string_view digits = without_blanks(text);
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    throw UsageError(fmt::format("{}: {} is beyond the range of a double", what, digits));
  }
  if (error != std::errc{} || stop != end) {
    throw UsageError(fmt::format("{}: '{}' is not a number", what, without_blanks(text)));
  }
  if (!std::isfinite(value)) throw UsageError(fmt::format("{}: {} is not finite", what, digits));
  return value;
}

std::uint64_t read_count(std::string_view what, std::string_view text, std::uint64_t least,
                         std::uint64_t most) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < least || value > most) {
    throw UsageError(fmt::format("{} is '{}', but must be a whole number from {} to {}", what, text,
                                 least, most));
  }
  return value;
}

Vector read_vector(std::string_view what, std::string_view text,
                   const std::vector<std::string>& names, const Vector& neutral,
                   std::vector<std::string>* left_out) {
  const std::vector<std::string> items = split_list(text);
  if (text.find('=') != std::string_view::npos) {
    return read_by_name(what, items, names, neutral, left_out);
  }
  if (items.size() != names.size()) {
    throw UsageError(fmt::format("{} has {} number{}, but needs {}: {}", what, items.size(),
                                 items.size() == 1 ? "" : "s", names.size(), listing(names)));
  }
  Vector values(static_cast<Eigen::Index>(items.size()));
  for (std::size_t i = 0; i < items.size(); ++i) {
    values[static_cast<Eigen::Index>(i)] = read_number(what, items[i]);
  }
  return values;
}

}  // namespace kinetree::cli
