#include "table.hpp"

#include <algorithm>

namespace kinetree::cli {
namespace {

/// Characters, not bytes: UTF-8 continues a character with bytes 10xxxxxx. Marks that stand above
/// the character before them, U+0300 to U+033F, take no room of their own: their first byte is
/// 0xCC.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte & 0xC0u) != 0x80u && byte != 0xCCu;
  }));
}

}  // namespace

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width(row[j]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t j = 0; j < row.size(); ++j) {
      line += row[j] + std::string(widths[j] - width(row[j]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace kinetree::cli
