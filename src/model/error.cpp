// How a diagnostic reads on one line, and which name was meant.
#include "kinetree/error.hpp"

#include <algorithm>
#include <numeric>

namespace kinetree {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

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

std::string to_string(const Diagnostic& d) {
  std::string text = d.file;
  if (d.at.line > 0) text.append(":").append(std::to_string(d.at.line));
  if (d.at.column > 0) text.append(":").append(std::to_string(d.at.column));
  if (!text.empty()) text += ": ";
  if (!d.subject.empty()) text += d.subject + ": ";
  text += d.message;
  if (!d.remedy.empty()) text += " (" + d.remedy + ")";
  return text;
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;  // beyond that it is no misspelling
  if (name.size() > longest) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = name.size() / 3 + (name.size() > 1 ? 2 : 1);
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= best_distance) continue;
    best = &candidate;
    best_distance = distance;
  }
  return best == nullptr ? std::string{} : *best;
}

}  // namespace kinetree
