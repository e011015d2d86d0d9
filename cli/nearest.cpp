#include "nearest.hpp"

#include <algorithm>
#include <numeric>

namespace kinetree::cli {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Insertions, deletions and replacements that lead from one word to the other; case is free.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(from[i]) == lower(to[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;  // beyond that it is no misspelling
  if (word.size() > longest) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = word.size() / 3 + (word.size() > 1 ? 1 : 0) + 1;
  for (const std::string& name : names) {
    if (name.size() > longest) continue;
    const std::size_t distance = edit_distance(word, name);
    if (distance < best_distance) {
      best = &name;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::string{} : " (did you mean '" + *best + "'?)";
}

}  // namespace kinetree::cli
